import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startNats, startPostgres, type Running } from '@kushk/embedded';

/** What the end of the run needs of its start; both run in the same process. */
interface TestServers {
  readonly folder: string;
  readonly running: readonly Running[];
}
declare global {
  // A `let` does not become a property of globalThis, and jest loads the teardown as another module.
  var kushkTestServers: TestServers | undefined;
}

/**
 * jest's globalSetup: one PostgreSQL and one NATS for the whole run, in a temporary folder. Specs find them by
 * KUSHK_TEST_POSTGRES_URL (superuser) and KUSHK_TEST_NATS_URL; `freshDatabase` makes each its own database.
 * A server that does not start fails the run; nothing is skipped.
 */
export default async function startTestServers(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kushk-test-'));
  chmodSync(folder, 0o711);
  const running: Running[] = [];
  globalThis.kushkTestServers = { folder, running };
  try {
    const [postgresPort, natsPort] = await Promise.all([freePort(), freePort()]);
    const started = await Promise.allSettled([
      startPostgres({
        dataDir: join(folder, 'postgres'),
        logFile: join(folder, 'postgres.log'),
        port: postgresPort,
        password: randomBytes(12).toString('hex'),
      }),
      startNats({ storeDir: join(folder, 'nats'), logFile: join(folder, 'nats.log'), port: natsPort }),
    ]);
    for (const one of started) if (one.status === 'fulfilled') running.push(one.value);
    for (const one of started) if (one.status === 'rejected') throw one.reason;
  } catch (error) {
    await stopTestServers();
    throw error;
  }
  const [postgres, nats] = running;
  process.env['KUSHK_TEST_POSTGRES_URL'] = postgres?.url;
  process.env['KUSHK_TEST_NATS_URL'] = nats?.url;
}

/** Ends what `startTestServers` started and removes its folder. */
export async function stopTestServers(): Promise<void> {
  const servers = globalThis.kushkTestServers;
  if (!servers) return;
  globalThis.kushkTestServers = undefined;
  await Promise.all(servers.running.map((one) => one.stop()));
  rmSync(servers.folder, { recursive: true, force: true });
}
