/** Delivery as a proof runs it: PostgreSQL with fsync, NATS, delivery processes and a receiver, each on its own. */
import { sealedFor, installationFacts } from '@kushk/contracts';
import { newCredential, seal } from '@kushk/credentials';
import { freePort } from '@kushk/embedded';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { newTestEnvironment, StubServices, type TestEnvironment } from '../../../apps/delivery/test/service-harness.js';
import { withServers } from '../bench/servers.js';
import { DeliveryProcess } from './delivery-process.js';
import { FactLoad } from './fact-load.js';
import { Receiver } from './receiver.js';

const pollMs = 100;
const installedWithinMs = 120_000;

export interface Installed {
  readonly installationId: string;
  readonly secret: string;
}

export interface DeliverySystem {
  readonly receiver: Receiver;
  readonly load: FactLoad;
  readonly process: DeliveryProcess;
  /** Installs a plugin for each number, at the receiver's address of that number, and waits until all are installed. */
  install(plugins: readonly number[]): Promise<readonly Installed[]>;
  /** Rotates the signing secret; the previous one signs for `overlapMs` more. Returns the new secret. */
  rotate(installationId: string, overlapMs: number): Promise<string>;
  /** Waits until the feed has stored all published events. Resolves with false after `withinMs`. */
  stored(withinMs: number): Promise<boolean>;
  /** The number of events that wait in the queue. */
  queued(): Promise<number>;
  /** Runs a statement in the database of delivery. */
  query(text: string, values?: readonly unknown[]): Promise<void>;
  /** Waits until no event waits in the queue. Resolves with false after `withinMs`. */
  drained(withinMs: number): Promise<boolean>;
}

export function withDelivery<Result>(
  patches: readonly string[],
  work: (system: DeliverySystem) => Promise<Result>,
  configuration: Readonly<Record<string, string>> = {},
): Promise<Result> {
  return withServers(async ({ database, natsUrl }) => {
    process.env['KUSHK_TEST_NATS_URL'] = natsUrl;
    const databaseUrl = await database('delivery');
    const healthPort = await freePort();
    const environment = newTestEnvironment(databaseUrl, healthPort);
    const folder = mkdtempSync(join(tmpdir(), 'kushk-proof-'));
    const services = await StubServices.connect(environment);
    const client = new pg.Client({ connectionString: databaseUrl });
    client.on('error', () => undefined);
    const variables = { ...environment.variables, LOG_LEVEL: 'error', ...configuration };
    const logFile = join(folder, 'delivery.log');
    const delivery = new DeliveryProcess({ environment: variables, healthPort, patches, logFile });
    const [receiver, load] = [await Receiver.start(), await FactLoad.connect(environment.scope, natsUrl)];
    try {
      await delivery.ready();
      await client.connect();
      const result = await work(systemOf({ environment, services, client, receiver, load, process: delivery }));
      process.stderr.write(readFileSync(logFile, 'utf8').slice(0, 2_000));
      return result;
    } finally {
      await delivery.kill('SIGTERM');
      receiver.stop();
      await Promise.all([load.close(), services.close(), client.end()]);
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

interface Parts extends Pick<DeliverySystem, 'receiver' | 'load' | 'process'> {
  readonly environment: TestEnvironment;
  readonly services: StubServices;
  readonly client: pg.Client;
}

function systemOf({ environment, services, client, receiver, load, process: delivery }: Parts): DeliverySystem {
  const count = async (query: string): Promise<number> =>
    (await client.query<{ count: number }>(`select count(*)::int as count from ${query}`)).rows[0]?.count ?? 0;
  let publishing: Promise<void> = Promise.resolve();
  const queued = (): Promise<number> => count(`delivery_queue where channel = 'event'`);
  return {
    receiver,
    load,
    process: delivery,
    queued,
    query: async (text, values = []) => void (await client.query(text, [...values])),
    drained: (withinMs) => eventually(async () => (await queued()) === 0, withinMs),
    stored: (withinMs) => eventually(async () => (await count('feed_events')) >= load.published, withinMs),
    install: async (plugins) => {
      const before = await count('endpoints');
      const installed: Installed[] = [];
      for (const n of plugins) installed.push(await services.install(receiver.baseUrlOf(n)));
      const registered = async (): Promise<number> => (await count('endpoints')) - before;
      if (!(await eventually(async () => (await registered()) >= plugins.length, installedWithinMs)))
        throw new Error(`delivery registered ${await registered()} of ${plugins.length} installations`);
      const pending = (): Promise<number> => count(`delivery_queue where channel = 'lifecycle'`);
      if (!(await eventually(async () => (await pending()) === 0, installedWithinMs)))
        throw new Error(`${await pending()} installations did not get their credentials`);
      return installed;
    },
    rotate: async (installationId, overlapMs) => {
      const secret = newCredential('ks');
      const sealed = await seal(environment.sealingKeys, { secret }, sealedFor.signingSecret(installationId));
      // A stream has one publisher, so facts are published one after the other.
      publishing = publishing.then(() =>
        services.publish('installation', installationFacts.signingSecretRotated, {
          installation_id: installationId,
          organisation_id: 'org_a',
          plugin_id: 'ir.acme.invoices',
          at: new Date().toISOString(),
          sealed_signing_secret: sealed,
          previous_signs_until: new Date(Date.now() + overlapMs).toISOString(),
        }),
      );
      await publishing;
      return secret;
    },
  };
}

/** Polls until the condition holds. Resolves with false after `withinMs`. */
export async function eventually(condition: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return true;
}
