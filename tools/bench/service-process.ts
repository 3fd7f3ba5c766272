/** One service of ours as a process of its own, for rows that measure a part of the system. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { newSealingKey, newSigningKey, publicJwk } from '@kushk/credentials';
import { freePort } from '@kushk/embedded';

const readyWithinMs = 30_000;
const lookEveryMs = 25;

export interface ServiceProcess {
  readonly pid: number;
  stop(): Promise<void>;
}

/** The keys of a hub, and what its instances pin. */
export const hubKeys = { catalogue: newSigningKey(), review: newSigningKey() };
const pinned = JSON.stringify({ keys: Object.values(hubKeys).map(publicJwk) });
const pepper = randomBytes(32).toString('base64url');

/** Starts it from what is built, and resolves when it is ready. Whatever it needs of keys it gets. */
export async function startService(
  service: 'catalogue' | 'review' | 'installation',
  place: { readonly scope: string; readonly databaseUrl: string; readonly natsUrl: string },
): Promise<ServiceProcess> {
  const port = await freePort();
  const signingKey = service === 'installation' ? newSigningKey() : hubKeys[service];
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL(`../../apps/${service}/dist/main.js`, import.meta.url))],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        LOG_LEVEL: 'error',
        KUSHK_ENVIRONMENT: 'development',
        KUSHK_SERVICE: service,
        KUSHK_SCOPE: place.scope,
        KUSHK_DATABASE_URL: place.databaseUrl,
        KUSHK_NATS_URL: place.natsUrl,
        KUSHK_HEALTH_PORT: String(port),
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
    if (child.exitCode !== null || performance.now() > until) throw new Error(`${service} did not start`);
    await new Promise((wake) => setTimeout(wake, lookEveryMs));
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
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`);
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
