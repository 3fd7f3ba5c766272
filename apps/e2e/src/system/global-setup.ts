import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { obtainToken } from '../../../../tools/sign-in/obtain-token.js';
import { apiAudience } from '../../../../tools/start/system.js';
import { addressesFrom } from '../../../../tools/start/addresses.js';
import type { Secrets } from '../../../../tools/start/secrets.js';
import { startCollector, type Collector } from './collector.js';
import { collectorPort, startSystem, type StartedSystem } from './start-system.js';

interface E2e {
  readonly collector: Collector;
  /** Null where the system was there before this run. */
  readonly system: StartedSystem | null;
}
declare global {
  // A `let` does not become a property of globalThis, and jest loads the teardown as another module.
  var kushkE2e: E2e | undefined;
}

/**
 * jest's globalSetup of the black-box tests: one whole system for all of them. `KUSHK_E2E_RUNNING=<port base>
 * KUSHK_DATA_DIR=<its folder>` tests one that runs already, as one does while writing a test.
 */
export default async function startForTests(): Promise<void> {
  const runningBase = Number(process.env['KUSHK_E2E_RUNNING'] ?? 0);
  if (runningBase > 0) {
    const collector = await startCollector(collectorPort(runningBase));
    globalThis.kushkE2e = { collector, system: null };
    return describeSystem(process.env['KUSHK_DATA_DIR'] ?? '', runningBase, collector.url);
  }
  let collector: Collector | undefined;
  try {
    const system = await startSystem(async (port) => {
      collector = await startCollector(port);
      return collector.url;
    });
    globalThis.kushkE2e = { collector: collector!, system };
    await describeSystem(system.dataDir, system.portBase, collector!.url);
  } catch (error) {
    await endForTests();
    await collector?.stop();
    throw error;
  }
}

/** Tells the specs (see `the-system.ts`). The people whom dev.json leaves out sign in here, as they would in a browser. */
async function describeSystem(dataDir: string, portBase: number, collectorUrl: string): Promise<void> {
  const { signIn } = addressesFrom(portBase);
  const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Secrets;
  const token = (username: string) =>
    obtainToken({
      issuer: signIn.issuer,
      audience: apiAudience,
      clientSecret: secrets.signIn.developmentClientSecret,
      password: secrets.signIn.password,
      username,
    });
  const [platform, member2] = await Promise.all([token('platform'), token('member2')]);
  process.env['KUSHK_E2E'] = JSON.stringify({ dataDir, portBase, collectorUrl, tokens: { platform, member2 } });
}

/** Ends what this run has started. */
export async function endForTests(): Promise<void> {
  const started = globalThis.kushkE2e;
  globalThis.kushkE2e = undefined;
  await started?.system?.stop();
  await started?.collector.stop();
}
