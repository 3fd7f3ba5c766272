import { describe, expect, it } from '@jest/globals';
import { inlineParts } from '@kushk/edge';
import { EVENT_TYPES } from '@kushk/manifest';
import { mcpRoutes } from '../plugin/mcp/mcp-routes.js';
import { pluginRoutes } from '../plugin/plugin-routes.js';
import { openapiDocument } from './openapi-document.js';

interface Operation {
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: object;
  }[];
  readonly requestBody?: object;
  readonly description?: string;
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>;
}
const document = inlineParts(
  openapiDocument(pluginRoutes, {
    title: 'Plugin API',
    description: '',
    server: 'http://i/{installation_id}',
    serverPath: '/i/:installation_id/plugin/v1',
  }),
);
const paths = document['paths'] as Record<string, Record<string, Operation>>;

describe('an OpenAPI document', () => {
  it('describes the responses of a protocol beside the problems', () => {
    const api = { title: 'MCP', description: '', server: 'http://i', serverPath: '/i/:installation_id/plugin/v1' };
    const { paths: described } = openapiDocument(mcpRoutes({ serviceOrigin: 'http://i' }), api) as {
      paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>>;
    };
    const { responses } = described['/mcp']!['post']!;
    const types = Object.entries(responses).map(([status, { content = {} }]) => [status, Object.keys(content)]);
    const problem = 'application/problem+json';
    expect(Object.fromEntries(types)).toMatchObject({
      200: ['application/json'],
      202: [],
      400: [problem, 'application/json'],
      401: [problem, 'application/json'],
      406: ['application/json'],
    });
  });

  it('contains the paths of the plugin API relative to {api_base}', () => {
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([
        '/installation',
        '/people',
        '/records/{type}',
        '/records/{type}/{external_id}',
        '/proposals',
        '/wallet',
        '/wallet/holds',
        '/wallet/holds/{hold_id}/settle',
        '/wallet/holds/{hold_id}/release',
        '/wallet/consume',
        '/events',
      ]),
    );
  });

  it('documents the idempotency key, the scope and the body of a charge', () => {
    const consume = paths['/wallet/consume']!['post']!;
    expect(consume.parameters).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key', required: true }));
    expect(consume.description).toContain('wallet.consume');
    expect(consume.requestBody).toMatchObject({
      content: {
        'application/json': {
          schema: {
            required: ['service', 'count'],
            additionalProperties: false,
            properties: {
              count: { type: 'integer', minimum: 1, maximum: 1_000_000_000 },
              reference: { type: ['string', 'null'], maxLength: 200 },
            },
          },
        },
      },
    });
  });

  it('lists the query parameters that a route reads', () => {
    const named = paths['/events']!['get']!.parameters.filter((parameter) => parameter.in === 'query');
    expect(named.map(({ name, schema }) => [name, schema])).toEqual([
      ['after', { type: 'string', maxLength: 1000 }],
      ['limit', { type: 'integer', minimum: 1, maximum: 200 }],
      ['types', { type: 'array', items: { type: 'string', enum: EVENT_TYPES }, uniqueItems: true }],
      ['wait', { type: 'integer', minimum: 0, maximum: 25 }],
    ]);
  });

  it('documents which operations can create a resource and which support If-Match', () => {
    const { put, delete: remove, get } = paths['/records/{type}/{external_id}']!;
    expect(Object.keys(put!.responses)).toEqual(expect.arrayContaining(['200', '201', '412']));
    expect(put!.responses['201']!.headers).toMatchObject({ Location: {}, ETag: {} });
    for (const { parameters, responses } of [put!, remove!])
      expect([parameters.some(({ name }) => name === 'If-Match'), '412' in responses]).toEqual([true, true]);
    expect([
      get!.parameters.some(({ name }) => name === 'If-Match'),
      '412' in get!.responses,
      '201' in get!.responses,
    ]).toEqual([false, false, false]);
    expect(Object.keys(paths['/proposals']!['post']!.responses)).toEqual(expect.arrayContaining(['200', '201']));
  });

  it('has a unique operationId for each operation', () => {
    const ids = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map((operation) => Reflect.get(operation, 'operationId') as string),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });
});
