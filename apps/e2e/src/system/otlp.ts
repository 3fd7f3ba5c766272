/**
 * Reads only those fields of an OTLP ExportTraceServiceRequest that the tests need (opentelemetry-proto,
 * trace/v1/trace.proto).
 */

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the root span of a trace. */
  readonly parentSpanId: string;
  readonly name: string;
  /** The `service.name` attribute of the process. */
  readonly service: string;
}

interface Field {
  readonly number: number;
  /** The content of a length-delimited field. Empty for numeric fields, because no test reads them. */
  readonly bytes: Buffer;
}

const wire = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

/** The fields of one protobuf message, in order. Throws when the bytes are not a valid message. */
function* fieldsOf(message: Buffer): Generator<Field> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message.readUInt8(at);
      at += 1;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const number = Math.floor(tag / 8);
    const kind = tag % 8;
    if (kind === wire.varint) varint();
    else if (kind === wire.fixed64) at += 8;
    else if (kind === wire.fixed32) at += 4;
    else if (kind === wire.bytes) {
      const length = varint();
      yield { number, bytes: message.subarray(at, at + length) };
      at += length;
    } else throw new RangeError(`wire type ${kind} is not used by OTLP`);
  }
}

const all = (message: Buffer, number: number): Buffer[] =>
  [...fieldsOf(message)].filter((field) => field.number === number).map((field) => field.bytes);
const one = (message: Buffer, number: number): Buffer => all(message, number)[0] ?? Buffer.alloc(0);

function serviceOf(resourceSpans: Buffer): string {
  const attributes = all(one(resourceSpans, 1), 1);
  const named = attributes.find((attribute) => one(attribute, 1).toString('utf8') === 'service.name');
  return named ? one(one(named, 2), 1).toString('utf8') : '';
}

/** Every span of one export request. */
export function spansOf(request: Buffer): Span[] {
  return all(request, 1).flatMap((resourceSpans) => {
    const service = serviceOf(resourceSpans);
    const spans = all(resourceSpans, 2).flatMap((scopeSpans) => all(scopeSpans, 2));
    return spans.map((span) => ({
      traceId: one(span, 1).toString('hex'),
      spanId: one(span, 2).toString('hex'),
      parentSpanId: one(span, 4).toString('hex'),
      name: one(span, 5).toString('utf8'),
      service,
    }));
  });
}
