import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startNats } from '@kushk/embedded';
import { readConfig } from '@kushk/runtime';
import { AUDIENCE, httpClient, SignInProvider, type HttpClient } from '@kushk/testing';
import { createGateway } from '../src/create-gateway.js';
import { StubServices } from './stub-services.js';

export const PEPPER = Buffer.alloc(32, 7);
export const SEALING_KEY = { kid: 'k1', k: Buffer.alloc(32, 9).toString('base64url') };

export interface GatewayUnderTest {
  readonly port: number;
  readonly natsUrl: string;
  readonly services: StubServices;
  readonly signIn: SignInProvider;
  stop(): Promise<void>;
}

/** In production both origins have TLS. */
export const IN_PRODUCTION = {
  KUSHK_ENVIRONMENT: 'production',
  KUSHK_BASE_URL: 'https://hub.test',
  KUSHK_SERVICE_ORIGIN: 'https://instance.test',
};

/**
 * Starts a gateway in either role on a free port, with its own OpenID Connect provider and its own NATS server. All
 * hubs use the same subject prefix, so on a shared NATS server the real catalogue of another spec would reply.
 */
export async function startGateway(
  role: 'hub' | 'instance',
  more: Readonly<Record<string, string>> = {},
  limits: Parameters<typeof createGateway>[1] = {},
): Promise<GatewayUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'kushk-gateway-'));
  const nats = await startNats({
    storeDir: join(folder, 'nats'),
    logFile: join(folder, 'nats.log'),
    port: await freePort(),
  });
  const signIn = await SignInProvider.start();
  const app = await createGateway(
    readConfig({
      KUSHK_SERVICE: 'gateway',
      KUSHK_ROLE: role,
      KUSHK_SCOPE: role === 'hub' ? 'hub' : 'i1',
      KUSHK_ENVIRONMENT: 'test',
      KUSHK_HTTP_PORT: '1',
      KUSHK_HEALTH_PORT: '1',
      KUSHK_NATS_URL: nats.url,
      KUSHK_BASE_URL: 'http://hub.test',
      KUSHK_SERVICE_ORIGIN: 'http://instance.test',
      KUSHK_PEPPER: PEPPER.toString('base64url'),
      KUSHK_SEALING_KEYS: JSON.stringify([SEALING_KEY]),
      KUSHK_OIDC_ISSUER: signIn.issuer,
      KUSHK_OIDC_AUDIENCE: AUDIENCE,
      ...more,
    }),
    limits,
  );
  await app.listen(0, '127.0.0.1');
  const services = await StubServices.on(nats.url, 'i1');
  return {
    port: (app.getHttpServer().address() as AddressInfo).port,
    natsUrl: nats.url,
    services,
    signIn,
    stop: async () => {
      await app.close();
      await signIn.stop();
      await services.stop();
      await nats.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A client with an access token of the gateway's OpenID Connect provider. */
export async function signedIn(
  gateway: GatewayUnderTest,
  subject: string,
  overrides?: Parameters<SignInProvider['token']>[1],
): Promise<HttpClient> {
  return httpClient(gateway.port, { authorization: `Bearer ${await gateway.signIn.token(subject, overrides)}` });
}
