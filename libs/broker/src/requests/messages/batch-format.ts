/**
 * The text of a batch: the requests of one event-loop turn to one service in one NATS message, and the answers that
 * are ready in one turn (docs/adr/0025-requests-in-batches.md). Each request and each answer is one line, so that a
 * malformed one affects no other, and a reader finds the token of an answer without parsing its JSON.
 */
import type { ServiceName } from '@kushk/contracts';
import type { SentBy } from '../envelope.js';

/** Bounds of one batch, of requests or of answers. */
export const batchLimits = {
  /** Lines of a batch. A service handles many more at once. */
  lines: 128,
  /** UTF-16 characters of a batch. A line beyond it starts another batch. */
  characters: 256 * 1024,
  /** A longer request is sent alone: it gains nothing from a batch, and the others would wait until it is parsed. */
  requestCharacters: 8 * 1024,
  /** A longer answer is sent alone, for the same reason. */
  answerCharacters: 64 * 1024,
};

/** The first line of a batch of requests. */
export interface BatchHeader {
  /** Names the process that sends the requests: the last token of the subject of the answers. */
  readonly answer_to: string;
  readonly sent: SentBy;
}

/** A line after the first one of a batch of requests. */
export interface RequestLine {
  /** Pairs the answer with the request. */
  readonly token: string;
  /** Subject of the request, without scope. */
  readonly subject: string;
  /** The envelope of the request, without `sent`. */
  readonly text: string;
  /** Size of the line in UTF-8. */
  readonly bytes: number;
}

/** A line of a batch of answers. */
export interface AnswerLine {
  readonly token: string;
  /** The envelope of the reply. */
  readonly text: string;
  /** Size of the line in UTF-8. */
  readonly bytes: number;
}

/** The subject of batches to a service, without scope. The subject of a request has one token more. */
export function batchSubject(service: ServiceName): string {
  return `cmd.${service}.batch`;
}

/**
 * The subject of a service's answers to the requests of one process. A service may publish control messages below its
 * own name, and only gateways receive them: so an answer needs no permission of its own (`allow_responses` covers one
 * message per request message, and a batch has several), and no service can answer in the name of another one.
 */
export function answersSubject({
  scope,
  service,
  answerTo,
}: {
  readonly scope: string;
  readonly service: string;
  readonly answerTo: string;
}): string {
  return `${scope}.ctl.${service}.answers.${answerTo}`;
}

/** The service that has published a message to `answersSubject`. */
export function answeringService(subject: string): string | undefined {
  return subject.split('.', 3)[2];
}

/** Whether a text can be a part of a line. JSON of a client, which is copied unchanged, may contain line breaks. */
export function isOneLine(text: string): boolean {
  return !text.includes('\n');
}

export function requestLine(token: string, subject: string, text: string): string {
  return `${token} ${subject} ${text}`;
}

export function answerLine(token: string, text: string): string {
  return `${token} ${text}`;
}

export function requestBatch(header: BatchHeader, lines: readonly string[]): string {
  return `${JSON.stringify(header)}\n${lines.join('\n')}`;
}

/** Parses a batch of requests; their JSON is not parsed yet. Throws `SyntaxError` or `TypeError`. */
export function parseBatch(data: Uint8Array): { readonly header: BatchHeader; readonly requests: RequestLine[] } {
  const { lines, bytesOf } = linesOf(data);
  const header = JSON.parse(lines[0] ?? '') as Partial<BatchHeader> | null;
  if (
    typeof header?.answer_to !== 'string' ||
    !/^[A-Za-z0-9]{1,64}$/.test(header.answer_to) ||
    typeof header.sent?.by !== 'string' ||
    typeof header.sent.at_ms !== 'number'
  )
    throw new TypeError('a batch must name its sender');
  const requests = lines.slice(1).flatMap((line) => {
    const first = line.indexOf(' ');
    const second = line.indexOf(' ', first + 1);
    if (first < 1 || second === -1) return [];
    const [token, subject] = [line.slice(0, first), line.slice(first + 1, second)];
    return [{ token, subject, text: line.slice(second + 1), bytes: bytesOf(line) }];
  });
  return { header: { answer_to: header.answer_to, sent: header.sent }, requests };
}

/** Parses a batch of answers; their JSON is not parsed yet. */
export function parseAnswers(data: Uint8Array): AnswerLine[] {
  const { lines, bytesOf } = linesOf(data);
  return lines.flatMap((line) => {
    const space = line.indexOf(' ');
    if (space < 1) return [];
    return [{ token: line.slice(0, space), text: line.slice(space + 1), bytes: bytesOf(line) }];
  });
}

function linesOf(data: Uint8Array): { readonly lines: string[]; readonly bytesOf: (line: string) => number } {
  const text = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf8');
  const isAscii = text.length === data.byteLength;
  return { lines: text.split('\n'), bytesOf: isAscii ? (line) => line.length : (line) => Buffer.byteLength(line) };
}
