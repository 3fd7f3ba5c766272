/** The operations of all APIs, read from the OpenAPI documents that the running system serves. */
import { inlineParts } from '@kushk/edge';
import type { Schema } from '@kushk/testing/fuzz/schema-values';
import request from 'supertest';
import { system } from '../system/the-system.js';

export type { Schema };
export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type ApiName = 'developer' | 'portal' | 'operator' | 'plugin' | 'instance';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}
export interface DescribedResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}
export interface Operation {
  readonly api: ApiName;
  readonly method: HttpMethod;
  /** The path as the document has it, relative to the API's server. */
  readonly path: string;
  /** Method and path from the origin, such as `get /i/{installation_id}/plugin/v1/people`. */
  readonly key: string;
  readonly origin: string;
  /** The path from the origin, with its parameters in braces. */
  readonly address: string;
  readonly parameters: readonly Parameter[];
  /** The schema of the request body; null for an operation without a body. */
  readonly body: Schema | null;
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}
interface DocumentOperation {
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}
interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<HttpMethod, DocumentOperation>>>>;
}
export interface ApiDocument {
  readonly name: ApiName;
  readonly origin: string;
  /** Matches the path of every request to this API. */
  readonly prefix: RegExp;
  readonly document: object;
  readonly operations: readonly Operation[];
}

const apis = [
  ['developer', system.hub, '/developer/v1', ''],
  ['portal', system.hub, '/portal/v1', ''],
  ['operator', system.hub, '/operator/v1', ''],
  ['plugin', system.instance, '/plugin/v1', '/i/{installation_id}/plugin/v1'],
  ['instance', system.instance, '/instance/v1', ''],
] as const satisfies readonly (readonly [ApiName, string, string, string])[];

export const apiDocuments: readonly ApiDocument[] = await Promise.all(
  apis.map(async ([name, origin, path, base]) => {
    const { body } = await request(origin).get(`${path}/openapi.json`).expect(200);
    const document = inlineParts(body as Document);
    const operations = Object.entries(document.paths).flatMap(([documentPath, methods]) =>
      (Object.entries(methods) as [HttpMethod, DocumentOperation][]).map(
        ([method, { parameters, requestBody, responses }]): Operation => ({
          api: name,
          method,
          path: documentPath,
          key: `${method} ${base}${documentPath}`,
          origin,
          address: base + documentPath,
          parameters: [...pathParametersOf(base), ...parameters],
          body: requestBody?.content['application/json']?.schema ?? null,
          responses,
        }),
      ),
    );
    return { name, origin, prefix: patternOf(base === '' ? path : base, '/'), document, operations };
  }),
);

/** The operations whose responses end. Streams of server-sent events have tests of their own. */
export const operations: readonly Operation[] = apiDocuments
  .flatMap((api) => api.operations)
  .filter(({ responses }) => responses['200']?.content?.['text/event-stream'] === undefined);

/** Matches the addresses of an operation. */
export function patternOf(address: string, end = '$'): RegExp {
  return new RegExp(`^${address.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}${end}`);
}

/** Returns the operation with this key. Throws when no document contains it. */
export function operationOf(key: string): Operation {
  const found = operations.find((operation) => operation.key === key);
  if (found === undefined) throw new Error(`no OpenAPI document contains ${key}`);
  return found;
}

/** The parameters of the server's URL, which OpenAPI describes as server variables. */
function pathParametersOf(base: string): Parameter[] {
  return [...base.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}
