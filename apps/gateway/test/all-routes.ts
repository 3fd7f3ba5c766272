import { readConfig } from '@kushk/runtime';
import type { Route } from '../src/http/route.js';
import { routeTables } from '../src/route-tables.js';

const config = (role: 'hub' | 'instance') =>
  readConfig({
    KUSHK_SERVICE: 'gateway',
    KUSHK_ROLE: role,
    KUSHK_SCOPE: role === 'hub' ? 'hub' : 'i1',
    KUSHK_ENVIRONMENT: 'test',
    KUSHK_HTTP_PORT: '1',
    KUSHK_HEALTH_PORT: '1',
    KUSHK_NATS_URL: 'nats://127.0.0.1:1',
    KUSHK_BASE_URL: 'http://hub.test',
    KUSHK_SERVICE_ORIGIN: 'http://instance.test',
    KUSHK_PEPPER: Buffer.alloc(32, 7).toString('base64url'),
    KUSHK_SEALING_KEYS: JSON.stringify([{ kid: 'k', k: Buffer.alloc(32, 5).toString('base64url') }]),
    // Signing out asks the provider for its addresses; nothing listens here.
    KUSHK_OIDC_ISSUER: 'http://127.0.0.1:1',
    KUSHK_OIDC_AUDIENCE: 'urn:test',
    // Without a driver the routes of containers are rejected before anything is sent.
    KUSHK_CONTAINER_DRIVER: 'docker',
  });

export const routesOf = (role: 'hub' | 'instance'): readonly Route[] => routeTables(config(role));
/** The routes of both roles. */
export const allRoutes: readonly Route[] = [...routesOf('hub'), ...routesOf('instance')];
