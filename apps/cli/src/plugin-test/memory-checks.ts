/** What the plugin API refuses before it does anything, as an instance does. */
import type { JsonObject, Problem } from '@kushk/contracts';
import { validateAgainst, type Manifest } from '@kushk/manifest';
import { problem, type ApiCall, type ApiReply } from './memory-api.js';
import { BODY_SCHEMAS, PROPOSED_FIELDS } from './request-schemas.generated.js';

type Data = Readonly<Record<string, unknown>>;

const refused = (code: string, problems: readonly Pick<Problem, 'path' | 'message'>[]): ApiReply | null =>
  problems.length === 0 ? null : problem(422, code, { problems });

/** What charges needs a key: without one, a repeated request would charge twice. A key has only some characters. */
export function keyProblem({ request, path }: ApiCall): ApiReply | null {
  const key = request.headers['idempotency-key'];
  const isCharge = request.method === 'POST' && /^\/wallet\/(consume|holds)/.test(path);
  if (key === undefined) return isCharge ? problem(400, 'idempotency.key_required') : null;
  const isValid = typeof key === 'string' && /^[A-Za-z0-9._:-]{1,128}$/.test(key);
  return isValid || request.method === 'GET' ? null : problem(400, 'idempotency.key_invalid');
}

/**
 * The refusal of a body that is no JSON object, or that lacks or adds a field. An instance reads no body of a GET; the
 * MCP server reads its own.
 */
export function bodyProblem({ request, path, body }: ApiCall): ApiReply | null {
  if (body === '' || request.method === 'GET' || path.startsWith('/mcp')) return null;
  const value = parse(body);
  if (value === undefined) return problem(400, 'request.malformed');
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refused('request.invalid', [{ path: '', message: 'the whole body must be a JSON object {}' }]);
  const schema = bodySchema(request.method ?? '', path);
  return schema === null ? null : refused('request.invalid', validateAgainst(schema, value));
}

/** Undefined for a text that is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The schema of the operation whose path has the same parts; a part in braces is any. */
function bodySchema(method: string, path: string): JsonObject | null {
  const parts = path.split('/');
  const isSame = (template: readonly string[]): boolean =>
    template.length === parts.length && template.every((part, index) => part.startsWith('{') || part === parts[index]);
  const found = Object.entries(BODY_SCHEMAS).find(([operation]) => {
    const [verb = '', template = ''] = operation.split(' ');
    return verb === method && isSame(template.split('/'));
  });
  return found?.[1] ?? null;
}

/** The refusal of a proposal that the manifest does not declare, or whose changes the record type does not have. */
export function proposalProblem({ proposals = [] }: Manifest, body: Data): ApiReply | null {
  const { record_type: type, action, record_id: id = null, changes } = body;
  const declared = proposals.find(({ record_type }) => record_type === type);
  if (declared !== undefined && !declared.actions.some((one) => one === action))
    return refused('request.invalid', [
      {
        path: '/action',
        message: `is not declared in the manifest, which has: ${declared.actions.join(', ')}; write below proposals: - { record_type: ${String(type)}, actions: [create, update] }`,
      },
    ]);
  if ((action === 'update') !== (id !== null)) {
    const message = action === 'update' ? 'is required to update a record' : 'must be absent for a new record';
    return refused('request.invalid', [{ path: '/record_id', message }]);
  }
  const schema = PROPOSED_FIELDS[String(type)]?.[String(action)];
  return schema === undefined
    ? null
    : refused('request.invalid', validateAgainst(schema, changes as JsonObject, '/changes'));
}

/** The refusal of a record of a type that the manifest does not have, or whose data does not match it. */
export function recordProblem({ records = [] }: Manifest, type: string, body: Data): ApiReply | null {
  const declared = records.find((one) => one.type === type);
  if (declared === undefined)
    return problem(404, 'record.type_not_found', { type, types: records.map((one) => one.type) });
  return refused('record.invalid', validateAgainst(declared.schema, body['data'] as JsonObject, '/data'));
}
