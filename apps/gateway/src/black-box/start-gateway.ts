import type { AddressInfo } from 'node:net';
import { readConfig } from '@kushk/runtime';
import { createGateway } from '../server.handler.js';
import { AUDIENCE, type SignInProvider } from './sign-in-provider.js';

export const PEPPER = Buffer.alloc(32, 7);
export const SEALING_KEY = { kid: 'k1', k: Buffer.alloc(32, 9).toString('base64url') };

/** A gateway of either role on a free port, with the real NATS of the test run. */
export async function startGateway(role: 'hub' | 'instance', scope: string, signIn: SignInProvider, more: Readonly<Record<string, string>> = {}): Promise<{ port: number; stop: () => Promise<void> }> {
  const app = await createGateway(
    readConfig({
      KUSHK_SERVICE: 'gateway', KUSHK_ROLE: role, KUSHK_SCOPE: scope, KUSHK_ENVIRONMENT: 'test', KUSHK_HTTP_PORT: '1',
      KUSHK_NATS_URL: process.env['KUSHK_TEST_NATS_URL'], KUSHK_BASE_URL: 'http://hub.test', KUSHK_SERVICE_ORIGIN: 'http://instance.test',
      KUSHK_PEPPER: PEPPER.toString('base64url'), KUSHK_SEALING_KEYS: JSON.stringify([SEALING_KEY]), KUSHK_ALIAS_KEY: Buffer.alloc(32, 3).toString('base64url'),
      KUSHK_OIDC_ISSUER: signIn.issuer, KUSHK_OIDC_AUDIENCE: AUDIENCE, KUSHK_PLATFORM_ADMINS: '["platform"]', ...more,
    }),
  );
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  return { port, stop: () => app.close() };
}
