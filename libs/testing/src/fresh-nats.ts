import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startNats, type NatsTopology } from '@kushk/embedded';

export interface FreshNats {
  readonly url: string;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
  /** Stops the server, waits for `meanwhile`, and restarts the server with its data. */
  restart(meanwhile: () => Promise<void>): Promise<void>;
}

/**
 * Starts a NATS server for one spec. Services of an instance share the server of the test run, because each spec has
 * its own instance id as the first subject token. That token is always `hub` for a hub service, so two specs on one
 * server would interfere. A topology adds accounts and links to other servers. Call `stop` at the end.
 */
export async function freshNats(topology?: NatsTopology): Promise<FreshNats> {
  const folder = mkdtempSync(join(tmpdir(), 'kushk-nats-'));
  chmodSync(folder, 0o711);
  const options = {
    storeDir: join(folder, 'store'),
    logFile: join(folder, 'nats.log'),
    port: await freePort(),
    ...(topology && { topology }),
  };
  let running = await startNats(options);
  return {
    url: running.url,
    restart: async (meanwhile) => {
      await running.stop();
      await meanwhile();
      running = await startNats(options);
    },
    stop: async () => {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
