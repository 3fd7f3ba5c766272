import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startNats, type NatsTopology } from '@kushk/embedded';

export interface FreshNats {
  readonly url: string;
  /** Stops it and forgets everything. */
  stop(): Promise<void>;
  /** Ends it, and starts it again on what it had after `meanwhile`. */
  away(meanwhile: () => Promise<void>): Promise<void>;
}

/**
 * A NATS of its own for one spec. Services of an instance share the run's server under a scope of their own; those of
 * the hub always speak as `hub`, and two of them on one server would be one service. With a topology it has
 * accounts, and links to other servers. Call `stop` when done.
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
    away: async (meanwhile) => {
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
