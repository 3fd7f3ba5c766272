/** Descriptions of our APIs in OpenAPI 3.1, drawn from the route tables that run: they cannot say anything else. */
import { bodySchema, QueryReader } from '@kushk/edge';
import type { DoorName } from '../authentication/caller.js';
import type { Route } from '../http/route.js';
import { answerComponents, answersByRoute } from './answer-schemas.js';
import type { OperationWords } from './operation-words.js';
import {
  headerComponents,
  problemComponents,
  problemResponses,
  RATE_HEADERS,
  REQUEST_ID,
} from './problem-responses.js';

export interface ApiDescription {
  readonly title: string;
  readonly description: string;
  /** Address before the paths. */
  readonly server: string;
  /** Part of the route paths that belongs to the server address. */
  readonly without: string;
  /** By `METHOD /path/{parameter}`. */
  readonly words?: Readonly<Record<string, OperationWords>>;
}

type Json = Record<string, unknown>;

const credentials: Readonly<Record<DoorName, string | null>> = {
  publisher: 'publisherKey',
  plugin: 'installationToken',
  staff: 'signIn',
  person: 'signIn',
  platform_admin: 'signIn',
  anyone: null,
};

const securitySchemes: Json = {
  publisherKey: { type: 'http', scheme: 'bearer', description: 'Publisher key, kp_…' },
  installationToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'Installation token, ki_…, with Service-Handle on behalf of a person; or the handle of a page alone, kh_…',
  },
  signIn: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Access token of the OpenID Connect provider',
  },
};

const text = { type: 'string' };
/** What the parameters of paths are, by their names. */
const pathWords: Readonly<Record<string, string>> = {
  plugin_id: 'The `id` of the manifest: reverse-DNS, lowercase, at most 128 characters',
  version: 'The `version` of the manifest: SemVer 2.0.0 without build metadata, compared as a string',
};
const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;

/** The document of one API. Throws for words about an operation that is not there. */
export function openapiDocument(routes: readonly Route[], api: ApiDescription): Json {
  const paths: Record<string, Json> = {};
  const words = new Map(Object.entries(api.words ?? {}));
  for (const route of routes) {
    const path = route.path.slice(api.without.length).replace(/:(\w+)/g, '{$1}');
    const name = `${route.method} ${path}`;
    (paths[path] ??= {})[route.method.toLowerCase()] = operation(route, api.without, words.get(name) ?? null);
    words.delete(name);
  }
  if (words.size > 0) throw new Error(`words about what is not there: ${[...words.keys()].join(', ')}`);
  const used = [...new Set(routes.map((route) => credentials[route.door]))].filter((name) => name !== null);
  return {
    openapi: '3.1.0',
    info: {
      title: api.title,
      description: api.description,
      version: '1.0',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      contact: { name: 'The team of the operator' },
    },
    servers: [{ url: api.server, ...serverVariables(api.server) }],
    tags: [...new Set(routes.map((route) => tagOf(route, api.without)))].map((name) => ({
      name,
      description: `Everything under ${name}`,
    })),
    paths,
    components: {
      schemas: { ...namedIn(paths), ...problemComponents },
      headers: headerComponents,
      securitySchemes: Object.fromEntries(used.map((name) => [name, securitySchemes[name]])),
    },
  };
}

function operation(route: Route, without: string, words: OperationWords | null): Json {
  const credential = credentials[route.door];
  const description = [words?.description ?? '', route.permission ? `Needs: ${route.permission.says}.` : '']
    .filter((part) => part !== '')
    .join(' ');
  const isRepeatable = route.idempotency !== null && words?.changesNothing !== true;
  const body = words?.body ?? (route.bodyClass && bodySchema(route.bodyClass));
  return {
    operationId: operationId(route, without),
    summary: route.summary,
    tags: [tagOf(route, without)],
    ...(description !== '' && { description }),
    security: credential === null ? [] : [{ [credential]: [] }],
    parameters: [
      ...pathParameters(route.path.slice(without.length)),
      ...queryParameters(route, words?.query ?? {}),
      ...headerParameters(route, isRepeatable),
    ],
    ...(body && { requestBody: requestBody(body) }),
    responses: {
      [route.success]: success(route, route.success, isRepeatable),
      ...(route.mayCreate && { 201: success(route, 201, isRepeatable) }),
      ...(route.tagged && {
        304: {
          description: 'What If-None-Match names is what there is',
          headers: { ...alwaysSent(route), ETag: { schema: text } },
        },
      }),
      ...problemResponses(route, words),
    },
  };
}

/** What comes with every answer to a caller whom the door has let in. */
function alwaysSent({ door }: Route): Json {
  return { ...REQUEST_ID, ...(door !== 'anyone' && RATE_HEADERS) };
}

function requestBody(schema: Json): Json {
  return { required: schema['required'] !== undefined, content: { 'application/json': { schema } } };
}

function success(route: Route, status: number, isRepeatable: boolean): Json {
  if (status === 204) return { description: 'Done', headers: alwaysSent(route) };
  const headers = {
    ...alwaysSent(route),
    ...(status === 201 && { Location: { description: 'Where what was created can be read', schema: text } }),
    ...(route.tagged && { ETag: { description: 'For If-None-Match', schema: text } }),
    ...(route.conditional && { ETag: { description: 'The revision, for If-Match', schema: text } }),
    ...(isRepeatable && {
      'Idempotency-Replayed': { description: 'true where this is an answer of before', schema: { const: 'true' } },
    }),
  };
  return {
    description: status === 201 ? 'Created' : 'OK',
    headers,
    content: { 'application/json': { schema: answersByRoute[`${route.method} ${route.path}`] ?? { type: 'object' } } },
  };
}

/** The named schemas that the paths refer to, and those that these refer to. */
function namedIn(paths: Json): Json {
  const found = new Map<string, unknown>();
  const look = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(REFERENCE)) {
      const schema = answerComponents[name];
      if (schema === undefined || found.has(name)) continue;
      found.set(name, schema);
      look(schema);
    }
  };
  look(paths);
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The first part of the path that is a name. */
function tagOf({ path }: Route, without: string): string {
  const parts = path
    .slice(without.length)
    .split('/')
    .filter((part) => part !== '' && !part.startsWith(':'));
  return parts.find((part, index) => index > 0 && /^v\d+$/.test(parts[index - 1]!)) ?? parts[0] ?? 'api';
}

function operationId({ method, path }: Route, without: string): string {
  const words = path
    .slice(without.length)
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (part.startsWith(':') ? `by_${part.slice(1)}` : part.replace(/\W+/g, '_')));
  return [method.toLowerCase(), ...words].join('_');
}

/** `{installation_id}` in the address of the server. */
function serverVariables(server: string): Json {
  const names = [...server.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return names.length === 0
    ? {}
    : {
        variables: Object.fromEntries(
          names.map((name) => [
            name,
            { default: 'ins_example', description: 'From api_base, which the plugin was given when it was installed' },
          ]),
        ),
      };
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: text,
    ...(pathWords[name!] && { description: pathWords[name!] }),
  }));
}

/** The reader is asked what it reads: every parameter is read once, whether it was sent or not. */
function queryParameters(route: Route, words: Readonly<Record<string, string>>): Json[] {
  const reader = new QueryReader({});
  route.readQuery(reader);
  return reader
    .parameters()
    .map(({ name, schema }) => ({
      name,
      in: 'query',
      required: false,
      schema,
      ...(words[name] !== undefined && { description: words[name] }),
    }));
}

function headerParameters({ idempotency, door, tagged, conditional }: Route, isRepeatable: boolean): Json[] {
  const headers: Json[] = [];
  if (isRepeatable)
    headers.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: idempotency === 'required',
      schema: { type: 'string', pattern: '^[A-Za-z0-9._:-]{1,128}$' },
    });
  if (conditional)
    headers.push({
      name: 'If-Match',
      in: 'header',
      required: false,
      description: 'The revision that was read, such as "4"',
      schema: text,
    });
  if (tagged)
    headers.push({
      name: 'If-None-Match',
      in: 'header',
      required: false,
      description: 'Tags of the answers that are known already, such as "4f2a"',
      schema: text,
    });
  if (door === 'person') headers.push({ name: 'Service-Organisation', in: 'header', required: false, schema: text });
  if (door === 'plugin') headers.push({ name: 'Service-Handle', in: 'header', required: false, schema: text });
  return headers;
}
