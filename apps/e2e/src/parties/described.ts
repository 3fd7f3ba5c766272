/**
 * Compares every response that the tests receive with the OpenAPI document that the API serves. The document must
 * describe the status, name the error code, and define exactly the members of the body. Anything else fails the test.
 */
import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Response } from 'supertest';
import { system } from '../system/the-system.js';

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly responses: Readonly<
              Record<string, { readonly description: string; readonly content?: Readonly<Record<string, object>> }>
            >;
          }
        >
      >
    >
  >;
}
interface Described {
  readonly prefix: string;
  readonly document: Document;
  readonly operations: readonly Operation[];
}
interface Operation {
  readonly path: string;
  readonly pattern: RegExp;
  readonly variables: number;
}

const PROBLEM = 'application/problem+json';
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const compiled = new Map<string, ValidateFunction>();

const described = await Promise.all(
  ['/developer/v1', '/operator/v1'].map(async (path) => describe(`${system.hub}${path}`)),
);

async function describe(prefix: string): Promise<Described> {
  const document = (await (await fetch(`${prefix}/openapi.json`)).json()) as Document;
  ajv.addSchema(closed(document) as AnySchemaObject, prefix);
  const operations = Object.keys(document.paths).map((path) => {
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
    return { path, pattern, variables: path.split('{').length };
  });
  return { prefix, document, operations: operations.sort((a, b) => a.variables - b.variables) };
}

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
export function assertDescribed(method: string, url: string, answer: Response): void {
  const api = described.find(({ prefix }) => url.startsWith(`${prefix}/`));
  if (api === undefined) return;
  const path = new URL(url).pathname;
  // The OpenAPI document does not describe its own route.
  if (path.endsWith('/openapi.json')) return;
  const operation = api.operations.find(
    ({ pattern, path: known }) => pattern.test(path) && api.document.paths[known]?.[method] !== undefined,
  );
  const responses = operation === undefined ? null : api.document.paths[operation.path]![method]!.responses;
  const status = responses === null ? null : responses[answer.status] === undefined ? 'default' : String(answer.status);
  const where = `${method.toUpperCase()} ${path} answered ${answer.status}`;
  if (status === 'default' && answer.status < 400) throw new Error(`${where}, which is not described`);
  const type = String(answer.headers['content-type'] ?? '').split(';')[0]!;
  const content = responses === null || status === null ? { [PROBLEM]: {} } : (responses[status]?.content ?? {});
  if (Object.keys(content).length === 0 ? answer.text !== '' && answer.text !== undefined : content[type] === undefined)
    throw new Error(`${where} with ${type || 'no body'} instead of ${Object.keys(content).join() || 'none'}`);
  if (Object.keys(content).length === 0) return;
  const schema =
    status === null || operation === undefined
      ? '/components/schemas/ProblemDocument'
      : `/paths/${token(operation.path)}/${method}/responses/${status}/content/${token(type)}/schema`;
  const validate = validatorOf(`${api.prefix}#${schema}`);
  const code = (answer.body as { code?: unknown } | undefined)?.code;
  if (
    type === PROBLEM &&
    status !== null &&
    status !== 'default' &&
    !isNamed(String(code), responses![status]!.description)
  )
    throw new Error(`${where} with the code ${String(code)}, which is not described`);
  if (!validate(answer.body))
    throw new Error(
      `${where} with a body that is not described: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(answer.body)}`,
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
