import { describe, expect, it } from '@jest/globals';
import { readConfig } from '@kushk/runtime';
import { newSealingKey } from '@kushk/credentials';
import { IN_PRODUCTION } from '../../test/start-gateway.js';
import { routeTables } from '../route-tables.js';

function clockRoutes(role: 'hub' | 'instance', more: Readonly<Record<string, string>>): readonly string[] {
  const config = readConfig({
    KUSHK_SERVICE: 'gateway',
    KUSHK_ROLE: role,
    KUSHK_SCOPE: role === 'hub' ? 'hub' : 'i1',
    KUSHK_ENVIRONMENT: 'test',
    KUSHK_HTTP_PORT: '1',
    KUSHK_HEALTH_PORT: '1',
    KUSHK_NATS_URL: 'nats://127.0.0.1:1',
    KUSHK_BASE_URL: 'http://hub.test',
    KUSHK_SERVICE_ORIGIN: 'http://instance.test',
    KUSHK_OIDC_ISSUER: 'https://sign-in.test',
    KUSHK_OIDC_AUDIENCE: 'test',
    KUSHK_PEPPER: Buffer.alloc(32, 7).toString('base64url'),
    KUSHK_SEALING_KEYS: JSON.stringify([newSealingKey()]),
    ...more,
  });
  return routeTables(config).flatMap(({ method, path }) => (path.endsWith('/dev/clock') ? [`${method} ${path}`] : []));
}

describe('the routes of the test clock', () => {
  it('exist on the hub and on an instance, except in production', () => {
    expect(clockRoutes('hub', {})).toEqual(['POST /operator/v1/dev/clock', 'GET /operator/v1/dev/clock']);
    expect(clockRoutes('instance', {})).toEqual(['POST /instance/v1/dev/clock', 'GET /instance/v1/dev/clock']);
    for (const role of ['hub', 'instance'] as const) expect(clockRoutes(role, IN_PRODUCTION)).toEqual([]);
  });
});
