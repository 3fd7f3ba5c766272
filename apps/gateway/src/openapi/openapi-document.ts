/**
 * OpenAPI 3.1 documents. They are generated from the route tables that serve requests, so documents and behaviour
 * cannot differ.
 */
import { QueryReader, shareParts, type ApiOperation } from '@kushk/edge';
import type { CallerKind } from '../authentication/caller.js';
import type { Route } from '../http/route.js';
import { codeSamples } from './code-sample.js';
import { examples, type Example } from './recorded-examples.js';
import { operationsByRoute } from './operations.generated.js';
import { parametersOf } from './parameters.js';
import { responseComponents, responsesByRoute } from './response-schemas.generated.js';
import type { OperationDescription, OperationDescriptions } from './operation-descriptions.js';
import {
  headerComponents,
  problemComponents,
  problemResponses,
  RATE_HEADERS,
  REQUEST_ID,
} from './problem-responses.js';
import { eventComponents } from './webhooks.js';

export interface ApiDescription {
  readonly title: string;
  readonly description: string;
  /** The server URL, to which the paths are relative. */
  readonly server: string;
  /** The prefix of the route paths that the server URL already contains. */
  readonly serverPath: string;
  readonly operations?: OperationDescriptions;
  /** The calls in the other direction, by name. */
  readonly webhooks?: Readonly<Record<string, unknown>>;
}

type Json = Record<string, unknown>;
type Responses = ApiOperation['responses'];

const credentials: Readonly<Record<CallerKind, string | null>> = {
  publisher: 'publisherKey',
  publisher_member: 'signIn',
  plugin: 'installationToken',
  staff: 'signIn',
  person: 'signIn',
  signed_in: 'signIn',
  platform_staff: 'signIn',
  purchaser: 'signIn',
  // The token service of the registry is in no document: its clients know the specification.
  registry_account: null,
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

const STRING = { type: 'string' };
const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;

/** Returns the OpenAPI document of one API. Throws when a description has no operation. */
export function openapiDocument(routes: readonly Route[], api: ApiDescription): Json {
  const all: Record<string, Record<string, ApiOperation>> = {};
  const descriptions = new Map(Object.entries(api.operations ?? {}));
  for (const route of routes) {
    const path = route.path.slice(api.serverPath.length).replace(/:(\w+)/g, '{$1}');
    const name = `${route.method} ${path}`;
    (all[path] ??= {})[route.method.toLowerCase()] = operation(route, api.serverPath, descriptions.get(name) ?? null);
    descriptions.delete(name);
  }
  if (descriptions.size > 0)
    throw new Error(`descriptions without an operation: ${[...descriptions.keys()].join(', ')}`);
  const { paths, parameters, responses } = shareParts(all);
  const used = [...new Set(routes.map((route) => credentials[route.callerKind]))].filter((name) => name !== null);
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
    tags: [
      ...[...new Set(routes.map((route) => tagOf(route, api.serverPath)))].map((name) => ({
        name,
        description: `Everything under ${name}`,
      })),
      ...(api.webhooks ? [{ name: 'webhooks', description: 'Calls to the plugin' }] : []),
    ],
    paths,
    ...(api.webhooks && { webhooks: api.webhooks }),
    components: {
      schemas: { ...namedIn(all), ...problemComponents },
      ...(Object.keys(parameters).length > 0 && { parameters }),
      responses,
      headers: headerComponents,
      securitySchemes: Object.fromEntries(used.map((name) => [name, securitySchemes[name]])),
    },
  };
}

function operation(route: Route, serverPath: string, description: OperationDescription | null): ApiOperation {
  const credential = credentials[route.callerKind];
  const text = [description?.description ?? '', route.requires ? `Requires: ${route.requires.description}.` : '']
    .filter((part) => part !== '')
    .join(' ');
  const isRepeatable = route.idempotencyKey !== null && description?.changesNothing !== true;
  const example = exampleOf(route);
  return {
    operationId: operationId(route),
    summary: route.summary,
    tags: [tagOf(route, serverPath)],
    ...(text !== '' && { description: text }),
    security: credential === null ? [] : [{ [credential]: [] }],
    parameters: parametersOf(route, route.path.slice(serverPath.length), {
      ofQuery: description?.query ?? {},
      isRepeatable,
    }),
    ...(route.body && { requestBody: requestBody(route) }),
    ...(example && {
      'x-codeSamples': codeSamples(example, {
        method: route.method,
        needsCredential: credential !== null,
        needsIdempotencyKey: isRepeatable && route.idempotencyKey === 'required',
      }),
    }),
    responses: {
      [route.success]: success(route, route.success, isRepeatable),
      ...(route.mayCreate && { 201: success(route, 201, isRepeatable) }),
      ...(route.mayExist && { 200: success(route, 200, isRepeatable) }),
      ...(route.conditionalRead && {
        304: {
          description: 'Not modified: the representation that If-None-Match names is current',
          headers: { ...alwaysSent(route), ETag: { schema: STRING } },
        },
      }),
      ...withProtocolStatuses(route, problemResponses(route, isRepeatable)),
    },
  };
}

/** Adds the responses of the protocol that a route serves to the problems that it can return. */
function withProtocolStatuses(route: Route, problems: Responses): Responses {
  const added = Object.entries(route.protocolStatuses).map(([status, { description, hasBody }]) => {
    const problem = problems[status];
    const body = { 'application/json': { schema: bodySchema(route) } };
    return [
      status,
      {
        headers: alwaysSent(route),
        ...problem,
        description: problem === undefined ? description : `${description}. ${String(problem['description'])}`,
        ...(hasBody && { content: { ...(problem?.['content'] as Json | undefined), ...body } }),
      },
    ] as const;
  });
  return { ...problems, ...Object.fromEntries(added) };
}

function bodySchema(route: Route): unknown {
  return responsesByRoute[route.definedAs] ?? { type: 'object', additionalProperties: true };
}

/** The headers of every response to an authenticated caller. */
function alwaysSent({ callerKind }: Route): Json {
  return { ...REQUEST_ID, ...(callerKind !== 'anyone' && RATE_HEADERS) };
}

/** What a test sent to the route and received from it. Of a stream there is the request alone. */
function exampleOf({ method, path, events }: Route): Example | undefined {
  const stream = { path: path.replace(/:(\w+)/g, '$$$1'), status: 200 };
  return events === null ? examples[`${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`] : stream;
}

function requestBody(route: Route): Json {
  const schema = route.body?.schema ?? {};
  const example = exampleOf(route)?.sent;
  return {
    required: schema['required'] !== undefined,
    content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
  };
}

function success(route: Route, status: number, isRepeatable: boolean): Json {
  if (status === 204) return { description: 'Done', headers: alwaysSent(route) };
  const sent = operationsByRoute[route.definedAs]?.headers ?? [];
  const example = exampleOf(route);
  const headers = {
    ...alwaysSent(route),
    ...((status === 201 || route.mayExist) &&
      sent.includes('location') && { Location: { description: 'Address of the created resource', schema: STRING } }),
    ...(sent.includes('etag') && { ETag: { description: 'The revision, for If-Match', schema: STRING } }),
    ...(route.conditionalRead && { ETag: { description: 'For If-None-Match', schema: STRING } }),
    ...(isRepeatable && {
      'Idempotency-Replayed': { description: 'true when this repeats an earlier response', schema: { const: 'true' } },
    }),
  };
  return {
    description: descriptions[status] ?? 'OK',
    headers,
    content: route.download
      ? { '*/*': { schema: { ...STRING, format: 'binary' } } }
      : route.events !== null
        ? { 'text/event-stream': { schema: { ...STRING, description: route.events } } }
        : {
            'application/json': {
              schema: bodySchema(route),
              ...(example?.status === status && example.received !== undefined && { example: example.received }),
            },
            ...Object.fromEntries(formatsOf(route).flatMap((format) => mediaTypesOfFormats[format] ?? [])),
          },
  };
}

const descriptions: Readonly<Record<number, string>> = { 201: 'Created', 202: 'Accepted' };

/** The media types of the values of a route's `format` parameter, except JSON. */
const mediaTypesOfFormats: Readonly<Record<string, readonly (readonly [mediaType: string, content: Json])[]>> = {
  csv: [['text/csv', { schema: { ...STRING, description: 'RFC 4180 in UTF-8 with a header record' } }]],
  ndjson: [['application/x-ndjson', { schema: { ...STRING, description: 'One JSON document per line' } }]],
};

function formatsOf({ readQuery }: Route): readonly string[] {
  const reader = new QueryReader({});
  readQuery(reader);
  const schema = reader.parameters().find(({ name }) => name === 'format')?.schema;
  return (schema?.['enum'] ?? []) as readonly string[];
}

/** Events have one schema for each type, so that clients narrow by `type`. */
const components: Readonly<Record<string, unknown>> = { ...responseComponents, ...eventComponents() };

/** The named schemas that the paths reference, directly or through other schemas. */
function namedIn(paths: Json): Json {
  const found = new Map<string, unknown>();
  const collect = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(REFERENCE)) {
      const schema = components[name];
      if (schema === undefined || found.has(name)) continue;
      found.set(name, schema);
      collect(schema);
    }
  };
  collect(paths);
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The first path segment after the version that is not a parameter. */
function tagOf({ path }: Route, serverPath: string): string {
  const parts = path
    .slice(serverPath.length)
    .split('/')
    .filter((part) => part !== '' && !part.startsWith(':'));
  return parts.find((part, index) => index > 0 && /^v\d+$/.test(parts[index - 1]!)) ?? parts[0] ?? 'api';
}

/** The name of a client's method: by default the request that a proxy route sends, such as `placeHold`. */
function operationId(route: Route): string {
  const facts = operationsByRoute[route.definedAs];
  return route.operationId ?? facts?.request ?? route.definedAs.replace(/\W+/g, '_');
}

/** The variables of the server URL, such as `{installation_id}`. */
function serverVariables(server: string): Json {
  const names = [...server.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return names.length === 0
    ? {}
    : {
        variables: Object.fromEntries(
          names.map((name) => [
            name,
            {
              default: 'ins_example',
              description: 'Part of api_base, which the plugin received when it was installed',
            },
          ]),
        ),
      };
}
