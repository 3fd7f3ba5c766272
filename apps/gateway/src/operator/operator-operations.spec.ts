import { describe, expect, it } from '@jest/globals';
import { inlineParts } from '@kushk/edge';
import { deniedRoutes } from '../denied-attempts/denied-routes.js';
import { openapiDocument } from '../openapi/openapi-document.js';
import { operatorNotificationRoutes } from './notification-routes.js';
import { operatorRoutes } from './operator-routes.js';
import { operatorOperations } from './operator-operations.js';
import { registryRoutes } from './registry-routes.js';

interface Operation {
  readonly description?: string;
  readonly parameters: readonly { readonly name: string; readonly description?: string; readonly schema: object }[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

const document = openapiDocument(
  [...operatorRoutes, ...operatorNotificationRoutes, ...registryRoutes, ...deniedRoutes],
  {
    title: '',
    description: '',
    server: 'http://hub.test',
    serverPath: '',
    operations: operatorOperations,
  },
);
const paths = inlineParts(document)['paths'] as Record<string, Record<string, Operation>>;
const operation = (method: string, path: string): Operation => paths[`/operator/v1${path}`]![method]!;
const codes = (documented: Operation, status: number): string[] =>
  [...(documented.responses[status]?.description ?? '').matchAll(/`([a-z_*.]+)`/g)].map(([, code = '']) => code);
const RELEASE = '/releases/{plugin_id}/{version}';

describe('the OpenAPI document of the operator API', () => {
  it('describes every operation and nothing else', () => {
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(Object.keys(operatorOperations).sort());
    for (const methods of Object.values(paths))
      for (const { description } of Object.values(methods)) expect(description).toMatch(/Requires: role /);
  });

  it('lists for each operation exactly the codes that it can return', () => {
    for (const [step, ...more] of [
      ['take'],
      ['give_back', 'review.not_taken'],
      ['request-changes', 'quota.exceeded', 'review.not_taken'],
      ['approve', 'review.not_taken'],
      ['reject', 'review.not_taken'],
    ] as const)
      expect(codes(operation('post', `${RELEASE}/${step}`), 409).sort()).toEqual(
        ['idempotency.conflict', 'catalogue.transition_invalid', 'review.taken_by_other', ...more].sort(),
      );
    for (const move of ['publish', 'suspend', 'resume', 'withdraw'])
      expect(codes(operation('post', `${RELEASE}/${move}`), 409)).toEqual([
        'idempotency.conflict',
        'catalogue.transition_invalid',
      ]);
    expect(codes(operation('get', `${RELEASE}/history`), 404)).toEqual([
      'route.not_found',
      'catalogue.release_not_found',
    ]);
    expect(codes(operation('get', `${RELEASE}/history`), 422)).toEqual(['request.invalid', 'cursor.invalid']);
    expect(codes(operation('post', '/publishers'), 409)).toEqual([
      'idempotency.conflict',
      'catalogue.publisher_exists',
    ]);
  });

  it('describes the filters of the review list', () => {
    const { parameters } = operation('get', '/reviews');
    const filters = parameters.filter(({ name }) => !['limit', 'cursor'].includes(name));
    expect(filters.map(({ name }) => name)).toEqual(['status', 'requested_tier', 'taken_by', 'open_for', 'q', 'order']);
    for (const { description } of filters) expect(description).toEqual(expect.any(String));
  });
});
