import { describe, expect, it } from '@jest/globals';
import { inlineParts } from '@kushk/edge';
import { openapiDocument } from '../openapi/openapi-document.js';
import { developerRoutes, publisherRoutes } from './developer-routes.js';
import { developerOperations } from './developer-operations.js';

interface Operation {
  readonly description?: string;
  readonly parameters: readonly { readonly name: string }[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema: object }>>;
  };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly headers?: object }>>;
}

const api = { title: '', description: '', server: 'http://hub.test', serverPath: '' };
const routes = developerRoutes(publisherRoutes());
const paths = inlineParts(openapiDocument(routes, { ...api, operations: developerOperations }))['paths'] as Record<
  string,
  Record<string, Operation>
>;
const operation = (method: string, path: string): Operation => paths[`/developer/v1${path}`]![method]!;
const codes = (documented: Operation, status: number): string[] =>
  [...(documented.responses[status]?.description ?? '').matchAll(/`([a-z_*.]+)`/g)].map(([, code = '']) => code);

describe('the OpenAPI document of the publisher API', () => {
  it('describes every operation and nothing else', () => {
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { description }] of Object.entries(methods))
        expect([path, method, (description ?? '').length > 40]).toEqual([path, method, true]);
    expect(() =>
      openapiDocument(routes, {
        ...api,
        operations: { ...developerOperations, 'GET /developer/v1/nothing': { description: '' } },
      }),
    ).toThrow('GET /developer/v1/nothing');
  });

  it('lists for each operation exactly the codes that it can return', () => {
    const submit = operation('post', '/releases');
    expect([403, 409, 422].map((status) => codes(submit, status))).toEqual([
      ['auth.scope_missing', 'auth.role_missing', 'catalogue.publisher_mismatch'],
      [
        ...['idempotency.conflict', 'catalogue.plugin_owned_elsewhere', 'catalogue.release_not_under_review'],
        ...['catalogue.version_exists', 'quota.exceeded'],
      ],
      ['request.invalid', 'catalogue.manifest_invalid'],
    ]);
    expect(Object.keys(operation('get', '/me').responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '422',
      '429',
      '500',
      '503',
      'default',
    ]);
    expect(codes(operation('get', '/usage'), 422)).toEqual([
      'request.invalid',
      'usage.month_in_future',
      'usage.month_invalid',
    ]);
    expect(codes(operation('get', '/releases/{plugin_id}/{version}'), 404)).toEqual([
      'route.not_found',
      'catalogue.release_not_found',
    ]);
    expect(codes(operation('post', '/releases/{plugin_id}/{version}/withdraw'), 409)).toEqual([
      'idempotency.conflict',
      'catalogue.transition_invalid',
    ]);
  });

  it('does not document an Idempotency-Key header for checks', () => {
    const check = operation('post', '/checks');
    expect(check.parameters).toEqual([]);
    expect(check.responses['200']!.headers).not.toHaveProperty('Idempotency-Replayed');
    expect(codes(check, 409)).not.toContain('idempotency.conflict');
  });

  it('documents the schema of a submission', () => {
    for (const path of ['/releases', '/checks']) {
      expect(operation('post', path).requestBody).toMatchObject({
        required: true,
        content: {
          'application/json': {
            schema: {
              required: ['manifest'],
              additionalProperties: false,
              properties: {
                manifest: { type: 'object' },
                requested_tier: { enum: ['community', 'verified', 'private', '', null] },
                notes: { type: ['string', 'null'], maxLength: 4_000 },
              },
            },
          },
        },
      });
    }
  });

  it('documents the rate-limit headers and the request id header', () => {
    const { responses } = operation('get', '/releases/{plugin_id}/{version}');
    for (const status of ['200', '304', '429'])
      expect(Object.keys(responses[status]!.headers!)).toEqual(
        expect.arrayContaining(['X-Request-Id', 'RateLimit', 'RateLimit-Policy']),
      );
    expect(Object.keys(responses['401']!.headers!)).toEqual(['X-Request-Id', 'WWW-Authenticate']);
  });
});
