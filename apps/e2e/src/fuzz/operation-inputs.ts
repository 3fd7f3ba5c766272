/** Generators of requests to one operation: valid and hostile values in its path, query, headers and body. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc, { type Arbitrary } from 'fast-check';
import type { Operation, Parameter, Schema } from '../parties/api-documents.js';
import { hostileHeader, hostileSegment, hostileText } from '@kushk/testing/fuzz/generators';
import { isTricky } from '@kushk/testing/fuzz/invariants';
import { brokenValue, soundValue } from '@kushk/testing/fuzz/schema-values';

export interface OperationInput {
  /** The path, percent-encoded. */
  readonly path: string;
  /** Encoded as it is sent; without the question mark. */
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The text of the body; null for an operation without one. */
  readonly body: string | null;
}

const DEPTH = 70;
const nested = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`;
/** Texts that are no JSON, no I-JSON, or too large for the parser of some service. */
const rawBodies = [
  '',
  '{',
  'null',
  '[]',
  '{"a":1e400}',
  '{"a":-1e400}',
  '{"a":123456789012345678901234567890}',
  '{"a":"\\ud800"}',
  '{"a":"\\u0000"}',
  '{"a":1,"a":2}',
  '{"__proto__":{"a":1}}',
  nested,
  `[${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}]`,
  '\ufeff{}',
];
/** Search operators, wildcards and lengths, which a text search must treat as text or reject. */
const hostileQueries = [
  'x'.repeat(10_000),
  'ی '.repeat(5_000),
  'a & b | !c',
  '"unterminated',
  ":* <-> <2> \\ '",
  '%_%%__\\%',
  '*'.repeat(100),
  '(((((a',
  '\u200c\u200f\u202e',
  'ك'.repeat(400),
];
const LONG_POLLS = new Set(['wait']);

/** `own` are values for path parameters that identify existing things; they are not used by destructive operations. */
export function inputsOf(operation: Operation, own: Readonly<Record<string, string>>): Arbitrary<OperationInput> {
  const segment = (name: string): Arbitrary<string> => {
    const value = own[name];
    return value === undefined
      ? hostileSegment
      : fc.oneof(
          { weight: 3, arbitrary: fc.constant(encodeURIComponent(value)) },
          { weight: 1, arbitrary: hostileSegment },
        );
  };
  const names = [...operation.address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const path = fc
    .tuple(...names.map(segment))
    .map((values) =>
      names.reduce((address, name, index) => address.replace(`{${name}}`, () => values[index]!), operation.address),
    );
  return fc.record({ path, search: searchOf(operation), headers: headersOf(operation), body: bodyOf(operation.body) });
}

function bodyOf(schema: Schema | null): Arbitrary<string | null> {
  if (schema === null) return fc.constant(null);
  return fc.oneof(
    { weight: 4, arbitrary: soundValue(schema).map(written) },
    { weight: 6, arbitrary: brokenValue(schema).map(written) },
    { weight: 1, arbitrary: fc.constantFrom(...rawBodies) },
  );
}

function written(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}

function searchOf({ parameters }: Operation): Arbitrary<string> {
  const known = parameters.filter((parameter) => parameter.in === 'query' && !LONG_POLLS.has(parameter.name));
  const pair = ({ name, schema }: Parameter): Arbitrary<string> =>
    fc
      .oneof(
        { weight: 2, arbitrary: soundValue(schema).map((value) => encodeURIComponent(String(value))) },
        { weight: 1, arbitrary: fc.constantFrom(...hostileQueries).map(encodeURIComponent) },
        { weight: 1, arbitrary: hostileSegment },
      )
      .map((value) => `${name}=${value}`);
  const unknown = hostileText.map((value) => `${encodeURIComponent(value.replaceAll(/[\ud800-\udfff]/g, ''))}=1`);
  const pairs = known.length === 0 ? [] : [{ weight: 6, arbitrary: fc.oneof(...known.map(pair)) }];
  return fc.array(fc.oneof(...pairs, { weight: 1, arbitrary: unknown }), { maxLength: 2 }).map((all) => all.join('&'));
}

function headersOf({ parameters, method }: Operation): Arbitrary<Readonly<Record<string, string>>> {
  const names = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name.toLowerCase());
  const hostile = fc.dictionary(
    fc.constantFrom('accept', 'accept-language', 'traceparent', 'x-request-id', 'origin', 'range', ...names),
    hostileHeader,
    { maxKeys: 2, noNullPrototype: true },
  );
  const key = fc
    .uuid()
    .map((id): Readonly<Record<string, string>> => (method === 'get' ? {} : { 'idempotency-key': id }));
  return fc.oneof(
    { weight: 3, arbitrary: key },
    { weight: 1, arbitrary: fc.tuple(key, hostile).map(([sound, more]) => ({ ...sound, ...more })) },
  );
}

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const validators = new WeakMap<Schema, ValidateFunction>();

/** Why the API document does not allow this request, or null when it does. Headers are not considered. */
export function reasonToReject(operation: Operation, { search, body }: OperationInput): string | null {
  return (
    reasonInSearch(operation, search) ?? (operation.body === null ? null : reasonInBody(operation.body, body ?? ''))
  );
}

function reasonInBody(schema: Schema, text: string): string | null {
  let value: unknown;
  try {
    // A parser may ignore a byte order mark (RFC 8259, section 8.1).
    value = JSON.parse(text.replace(/^\ufeff/, '')) as unknown;
  } catch {
    return text === '' ? null : 'the body is no JSON';
  }
  if (hasTrickyText(value)) return 'the body contains half a character or NUL';
  const validate = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, validate);
  return validate(value) ? null : `the body ${ajv.errorsText(validate.errors)}`;
}

/** Half characters and NUL, which no service can store. Other control characters are text. */
function hasTrickyText(value: unknown): boolean {
  if (typeof value === 'string')
    return isTricky(
      value.replaceAll(/[^\u0000\ud800-\udfff]/g, (character) => (isTricky(character) ? ' ' : character)),
    );
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, item]) => hasTrickyText(name) || hasTrickyText(item));
}

function reasonInSearch({ parameters }: Operation, search: string): string | null {
  for (const pair of search.split('&').filter((one) => one !== '')) {
    const [name = '', value = ''] = pair.split('=', 2).map(decodedOrRaw);
    const schema = parameters.find((parameter) => parameter.in === 'query' && parameter.name === name)?.schema;
    if (schema === undefined) return `?${name} is not described`;
    if (value === '') continue;
    const allowed = schema['enum'] as readonly string[] | undefined;
    if (allowed !== undefined && !allowed.includes(value)) return `?${name} is none of ${allowed.join()}`;
    if (schema['type'] === 'integer' && !isIntegerIn(schema, value)) return `?${name} is no integer in its range`;
    if (value.length > Number(schema['maxLength'] ?? Infinity)) return `?${name} is too long`;
    if (value.includes('\u0000')) return `?${name} contains NUL`;
  }
  return null;
}

/** The server takes text that is not percent-encoded correctly as it is. */
function decodedOrRaw(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

function isIntegerIn({ minimum, maximum }: Schema, value: string): boolean {
  return /^\d+$/.test(value) && Number(value) >= Number(minimum ?? 0) && Number(value) <= Number(maximum ?? Infinity);
}
