/** Descriptions of our APIs in OpenAPI 3.1, drawn from the route tables that run: they cannot say anything else. */
import { bodySchema, QueryReader } from '@kushk/edge';
import type { DoorName } from '../authentication/caller.js';
import type { Route } from '../http/route.js';

export interface ApiDescription {
  readonly title: string;
  readonly description: string;
  /** Address before the paths. */
  readonly server: string;
  /** Part of the route paths that belongs to the server address. */
  readonly without: string;
}

type Json = Record<string, unknown>;

const credentials: Readonly<Record<DoorName, string | null>> = {
  publisher: 'publisherKey', plugin: 'installationToken', staff: 'signIn', person: 'signIn', platform_admin: 'signIn', anyone: null,
};

const securitySchemes: Json = {
  publisherKey: { type: 'http', scheme: 'bearer', description: 'Publisher key, kp_…' },
  installationToken: { type: 'http', scheme: 'bearer', description: 'Installation token, ki_…, with Service-Handle on behalf of a person; or the handle of a page alone, kh_…' },
  signIn: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Access token of the OpenID Connect provider' },
};

const text = { type: 'string' };
const problemSchema: Json = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'params', 'request_id'],
  properties: {
    type: { type: 'string', format: 'uri' }, title: text, status: { type: 'integer' }, detail: text,
    code: { type: 'string', description: 'What happened, for programs: wallet.insufficient_balance' },
    params: { type: 'object', properties: { problems: { type: 'array', items: { $ref: '#/components/schemas/ProblemItem' } } } },
    request_id: text,
  },
};
const itemSchema: Json = {
  type: 'object',
  required: ['code', 'path', 'message', 'message_fa', 'stage'],
  properties: { code: text, path: { type: 'string', description: 'JSON Pointer, or ?name of a query parameter' }, message: text, message_fa: text, hint: text, stage: { enum: ['submission', 'instance', 'request'] }, line: { type: 'integer' }, column: { type: 'integer' } },
};

/** The document of one API. */
export function openapiDocument(routes: readonly Route[], api: ApiDescription): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.slice(api.without.length).replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operation(route, api.without);
  }
  const used = [...new Set(routes.map((route) => credentials[route.door]))].filter((name) => name !== null);
  return {
    openapi: '3.1.0',
    info: { title: api.title, description: api.description, version: '1.0' },
    servers: [{ url: api.server }],
    paths,
    components: {
      schemas: { Problem: problemSchema, ProblemItem: itemSchema },
      responses: { Problem: { description: 'A problem (RFC 9457)', content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } } },
      securitySchemes: Object.fromEntries(used.map((name) => [name, securitySchemes[name]])),
    },
  };
}

function operation(route: Route, without: string): Json {
  const credential = credentials[route.door];
  return {
    operationId: operationId(route, without),
    summary: route.summary,
    ...(route.permission && { description: `Needs: ${route.permission.says}.` }),
    security: credential === null ? [] : [{ [credential]: [] }],
    parameters: [...pathParameters(route.path.slice(without.length)), ...queryParameters(route), ...headerParameters(route)],
    ...(route.bodyClass && { requestBody: requestBody(bodySchema(route.bodyClass)) }),
    responses: { [route.success]: success(route.success), default: { $ref: '#/components/responses/Problem' } },
  };
}

function requestBody(schema: Json): Json {
  return { required: schema['required'] !== undefined, content: { 'application/json': { schema } } };
}

function success(status: number): Json {
  return status === 204 ? { description: 'Done' } : { description: status === 201 ? 'Created' : 'OK', content: { 'application/json': { schema: { type: 'object' } } } };
}

function operationId({ method, path }: Route, without: string): string {
  const words = path.slice(without.length).split('/').filter((part) => part !== '').map((part) => (part.startsWith(':') ? `by_${part.slice(1)}` : part.replace(/\W+/g, '_')));
  return [method.toLowerCase(), ...words].join('_');
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: text }));
}

/** The reader is asked what it reads: every parameter is read once, whether it was sent or not. */
function queryParameters(route: Route): Json[] {
  const reader = new QueryReader({});
  route.readQuery(reader);
  return reader.parameters().map(({ name, schema }) => ({ name, in: 'query', required: false, schema }));
}

function headerParameters({ idempotency, door }: Route): Json[] {
  const headers: Json[] = [];
  if (idempotency !== null) headers.push({ name: 'Idempotency-Key', in: 'header', required: idempotency === 'required', schema: { type: 'string', pattern: '^[A-Za-z0-9._:-]{1,128}$' } });
  if (door === 'person') headers.push({ name: 'Service-Organisation', in: 'header', required: false, schema: text });
  if (door === 'plugin') headers.push({ name: 'Service-Handle', in: 'header', required: false, schema: text });
  return headers;
}
