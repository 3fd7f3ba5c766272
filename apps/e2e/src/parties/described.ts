/**
 * Compares every response that the tests receive with the OpenAPI document that the API serves. The document must
 * describe the status, name the error code, list the headers, and define exactly the members of the body. Anything
 * else fails the test.
 */
import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { apiDocuments, patternOf, type ApiDocument, type DescribedResponse, type Operation } from './api-documents.js';

/** A response as supertest returns it: `body` is the parsed JSON. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text?: string;
  readonly body: unknown;
}
interface Api extends ApiDocument {
  /** The name of the document in the validator. */
  readonly id: string;
  /** Sorted so that a path without a parameter is found before one that also matches. */
  readonly candidates: readonly { readonly operation: Operation; readonly pattern: RegExp }[];
}

const PROBLEM = 'application/problem+json';
/** Headers that only some of the responses with the same status have. */
const OPTIONAL_HEADERS = new Set(['idempotency-replayed']);
/** Headers that a client acts on, so a response may have them only when its description lists them. */
const MEANINGFUL_HEADERS = ['location', 'etag', 'idempotency-replayed', 'retry-after', 'www-authenticate'];

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const compiled = new Map<string, ValidateFunction>();

const described: readonly Api[] = apiDocuments.map((api) => {
  const id = `urn:kushk:${api.name}`;
  ajv.addSchema(closed(api.document) as AnySchemaObject, id);
  const candidates = api.operations.map((operation) => ({ operation, pattern: patternOf(operation.address) }));
  const variables = ({ operation }: { readonly operation: Operation }) => operation.address.split('{').length;
  return { ...api, id, candidates: candidates.sort((a, b) => variables(a) - variables(b)) };
});

/**
 * The document allows additional members in responses. Closing its schemas lets a test detect every member that the
 * document does not describe.
 */
function closed(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => closed(item));
  if (typeof value !== 'object' || value === null) return value;
  const schema =
    name === 'ProblemDocument'
      ? value
      : Object.fromEntries(Object.entries(value).map(([member, item]) => [member, closed(item, member)]));
  return 'type' in schema && schema.type === 'object' && 'properties' in schema && name !== 'ProblemDocument'
    ? { additionalProperties: false, ...schema }
    : schema;
}

/** Throws when the response does not match the OpenAPI document of its API. Addresses outside the APIs are ignored. */
export function assertDescribed(method: string, url: string, answer: ReceivedResponse): void {
  const pathAfter = (origin: string) => url.slice(origin.length).split('?', 1)[0]!;
  const api = described.find(
    ({ origin, prefix, candidates }) =>
      url.startsWith(`${origin}/`) &&
      (prefix.test(pathAfter(origin)) || candidates.some(({ pattern }) => pattern.test(pathAfter(origin)))),
  );
  // The OpenAPI document does not describe its own route.
  if (api === undefined || /\/openapi\.json(\?|$)/.test(url)) return;
  const path = pathAfter(api.origin);
  const operation =
    api.candidates.find((one) => one.pattern.test(path) && one.operation.method === method)?.operation ?? null;
  const where = `${method.toUpperCase()} ${path} answered ${answer.status}`;
  const type = String(answer.headers['content-type'] ?? '').split(';')[0]!;
  if (operation === null) return assertProblemOf(where, { api, type, answer });
  const status = operation.responses[answer.status] === undefined ? 'default' : String(answer.status);
  if (status === 'default' && answer.status < 400) throw new Error(`${where}, which is not described`);
  const response = operation.responses[status]!;
  const types = Object.keys(response.content ?? {});
  const hasBody = answer.text !== '' && answer.text !== undefined;
  // A download has any media type and no JSON.
  const isDownload = types.includes('*/*');
  if (types.length === 0 ? hasBody : !isDownload && !types.includes(type))
    throw new Error(`${where} with ${type || 'no body'} instead of ${types.join(' or ') || 'none'}`);
  assertHeaders(where, response, answer);
  assertCode(where, { response, isDefault: status === 'default', type, answer });
  if (types.length === 0 || isDownload) return;
  const schema = `/paths/${token(operation.path)}/${method}/responses/${status}/content/${token(type)}/schema`;
  assertBody(where, validatorOf(`${api.id}#${schema}`), /[/+]json$/.test(type) ? answer.body : answer.text);
}

/** The response of an API to a request that belongs to none of its operations is a problem document. */
function assertProblemOf(
  where: string,
  { api, type, answer }: { readonly api: Api; readonly type: string; readonly answer: ReceivedResponse },
): void {
  if (type !== PROBLEM) throw new Error(`${where} with ${type || 'no body'} instead of ${PROBLEM}`);
  assertBody(where, validatorOf(`${api.id}#/components/schemas/ProblemDocument`), answer.body);
}

function assertHeaders(where: string, { headers = {} }: DescribedResponse, answer: ReceivedResponse): void {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const missing = names.filter((name) => !OPTIONAL_HEADERS.has(name) && answer.headers[name] === undefined);
  if (missing.length > 0) throw new Error(`${where} without the described header ${missing.join(', ')}`);
  const unknown = MEANINGFUL_HEADERS.filter((name) => answer.headers[name] !== undefined && !names.includes(name));
  if (unknown.length > 0) throw new Error(`${where} with the header ${unknown.join(', ')}, which is not described`);
}

function assertCode(
  where: string,
  {
    response,
    isDefault,
    type,
    answer,
  }: {
    readonly response: DescribedResponse;
    readonly isDefault: boolean;
    readonly type: string;
    readonly answer: ReceivedResponse;
  },
): void {
  const code = String((answer.body as { readonly code?: unknown } | undefined)?.code);
  if (type === PROBLEM && !isDefault && !isNamed(code, response.description))
    throw new Error(`${where} with the code ${code}, which is not described`);
}

function assertBody(where: string, validate: ValidateFunction, body: unknown): void {
  if (!validate(body))
    throw new Error(
      `${where} with a body that is not described: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`,
    );
}

/** Descriptions name error codes in backticks. `*.not_found` matches any code with that ending. */
function isNamed(code: string, description: string): boolean {
  const named = [...description.matchAll(/`([a-z_*.]+)`/g)].map(([, name = '']) => name);
  return named.some((name) => (name.startsWith('*.') ? code.endsWith(name.slice(1)) : code === name));
}

function validatorOf(reference: string): ValidateFunction {
  const known = compiled.get(reference) ?? ajv.compile({ $ref: reference });
  compiled.set(reference, known);
  return known;
}

/** Encodes one token of a JSON Pointer for a URL fragment. */
function token(text: string): string {
  return encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
}
