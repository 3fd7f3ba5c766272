/** Runs one service in its own process, for benchmark rows that measure a part of the system. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { newSealingKey, newSigningKey, publicJwk } from '@kushk/credentials';
import { freePort } from '@kushk/embedded';
import { DEFAULT_QUOTAS } from '@kushk/runtime';

const readyWithinMs = 60_000;
const pollMs = 25;

export interface ServiceProcess {
  readonly pid: number;
  stop(): Promise<void>;
}

/** The signing keys of a hub. Its instances pin the public keys. */
export const hubKeys = { catalogue: newSigningKey(), review: newSigningKey() };
const pinned = JSON.stringify({ keys: Object.values(hubKeys).map(publicJwk) });
const pepper = randomBytes(32).toString('base64url');

/** A row stores more than a plugin or a publisher may. A quota has at most four bytes in the database. */
const largestQuota = 2 ** 31 - 1;
export const unlimitedQuotas = JSON.stringify(
  Object.fromEntries(Object.keys(DEFAULT_QUOTAS).map((name) => [name, largestQuota])),
);

/**
 * Starts a built service with its own keys and resolves when the service is ready. The gateway is that of a hub,
 * and has no sign-in provider.
 */
export async function startService(
  service: 'catalogue' | 'review' | 'installation' | 'gateway',
  options: { readonly scope: string; readonly databaseUrl?: string; readonly natsUrl: string },
): Promise<ServiceProcess> {
  const port = await freePort();
  const signingKey = service === 'catalogue' || service === 'review' ? hubKeys[service] : newSigningKey();
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL(`../../../apps/${service}/dist/main.js`, import.meta.url))],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        LOG_LEVEL: 'error',
        KUSHK_ENVIRONMENT: 'development',
        KUSHK_SERVICE: service,
        KUSHK_SCOPE: options.scope,
        KUSHK_QUOTAS: unlimitedQuotas,
        ...(options.databaseUrl !== undefined && { KUSHK_DATABASE_URL: options.databaseUrl }),
        KUSHK_NATS_URL: options.natsUrl,
        KUSHK_HEALTH_PORT: String(port),
        ...(service === 'gateway' && {
          KUSHK_ROLE: 'hub',
          KUSHK_HTTP_PORT: String(await freePort()),
          KUSHK_OIDC_ISSUER: 'http://127.0.0.1:9',
          KUSHK_OIDC_AUDIENCE: 'nobody',
        }),
        KUSHK_BASE_URL: 'http://127.0.0.1',
        KUSHK_SERVICE_ORIGIN: 'http://127.0.0.1',
        KUSHK_PLUGIN_API: '1.0',
        KUSHK_PEPPER: pepper,
        KUSHK_SIGNING_KEY: JSON.stringify(signingKey),
        KUSHK_SEALING_KEYS: JSON.stringify([newSealingKey()]),
        KUSHK_PINNED_HUB_KEYS: pinned,
      },
    },
  );
  const ended = once(child, 'exit');
  const until = performance.now() + readyWithinMs;
  while (!(await isReady(port))) {
    if (child.exitCode !== null || performance.now() > until) {
      child.kill();
      throw new Error(`${service} did not start`);
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

async function isReady(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
