import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startNats, startPostgres, type RunningServer } from '@kushk/embedded';
import { startRunNotes } from './run-notes.js';

/** The servers that globalSetup starts and globalTeardown stops. Both run in the same process. */
interface TestServers {
  readonly folder: string;
  readonly running: readonly RunningServer[];
}
declare global {
  // jest loads the teardown as a separate module, so the servers are stored on globalThis; a `let` would not be
  // shared.
  var kushkTestServers: TestServers | undefined;
}

/**
 * The data of a run is deleted at its end, so nothing is synced to the disk; what was acknowledged survives a killed
 * process as in production. Each spec of a service holds about twenty connections, and leaves its streams behind.
 */
const syncInterval = '2m';
const testSettings = { fsync: 'off', full_page_writes: 'off', max_connections: '400' };

/**
 * jest's globalSetup: starts one PostgreSQL server and one NATS server for the whole test run, in a temporary folder.
 * Specs find them by KUSHK_TEST_POSTGRES_URL (superuser) and KUSHK_TEST_NATS_URL; `freshDatabase` creates a database
 * for each spec. If a server does not start, the test run fails; no spec is skipped.
 */
export default async function startTestServers(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kushk-test-'));
  chmodSync(folder, 0o711);
  startRunNotes(join(folder, 'notes'));
  const running: RunningServer[] = [];
  globalThis.kushkTestServers = { folder, running };
  try {
    const [postgresPort, natsPort] = await Promise.all([freePort(), freePort()]);
    const started = await Promise.allSettled([
      startPostgres({
        dataDir: join(folder, 'postgres'),
        logFile: join(folder, 'postgres.log'),
        port: postgresPort,
        password: randomBytes(12).toString('hex'),
        settings: testSettings,
      }),
      startNats({ storeDir: join(folder, 'nats'), logFile: join(folder, 'nats.log'), port: natsPort, syncInterval }),
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

/** Stops the servers that `startTestServers` started, and deletes their folder. */
export async function stopTestServers(): Promise<void> {
  const servers = globalThis.kushkTestServers;
  if (!servers) return;
  globalThis.kushkTestServers = undefined;
  await Promise.all(servers.running.map((one) => one.stop()));
  rmSync(servers.folder, { recursive: true, force: true });
}
