import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accessToken } from './sign-in.js';
import { startCollector, type Collector } from './collector.js';
import { recordLogs } from './record-logs.js';
import { collectorPort, startSystem, type StartedSystem } from './start-system.js';

interface E2e {
  readonly collector: Collector;
  /** Null when this run tests a system that was already running. */
  readonly system: StartedSystem | null;
}
let e2e: E2e | undefined;

/**
 * Starts one system for all e2e tests. With `KUSHK_TEST_E2E_RUNNING=<port base> KUSHK_DATA_DIR=<its folder>` they use a
 * system that already runs, which is faster while writing a test.
 */
export async function startForTests(): Promise<void> {
  const runningBase = Number(process.env['KUSHK_TEST_E2E_RUNNING'] ?? 0);
  if (runningBase > 0) {
    const collector = await startCollector(collectorPort(runningBase));
    e2e = { collector, system: null };
    return describeSystem(process.env['KUSHK_DATA_DIR'] ?? '', runningBase, collector.url);
  }
  let collector: Collector | undefined;
  try {
    const system = await startSystem(async (port) => {
      collector = await startCollector(port);
      return collector.url;
    });
    e2e = { collector: collector!, system };
    await describeSystem(system.dataDir, system.portBase, collector!.url);
  } catch (error) {
    await endForTests();
    await collector?.stop();
    throw error;
  }
}

/** The offset of the sign-in provider's port from the port base (docs/reference/configuration.md). */
const signInOffset = 22;

/** The secrets that `npm start` stores in its data folder next to `dev.json`. */
interface SecretsFile {
  readonly signIn: { readonly developmentClientSecret: string; readonly password: string };
}

/**
 * Passes the system's addresses and tokens to `the-system.ts`. Signs in the accounts for which `dev.json` has no
 * token.
 */
async function describeSystem(dataDir: string, portBase: number, collectorUrl: string): Promise<void> {
  const { signIn } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as SecretsFile;
  const token = (username: string, audience = 'urn:kushk:instance'): Promise<string> =>
    accessToken({
      issuer: `http://127.0.0.1:${portBase + signInOffset}`,
      audience,
      clientSecret: signIn.developmentClientSecret,
      password: signIn.password,
      username,
    });
  const [platform, member2] = await Promise.all([token('platform'), token('member2')]);
  const atHub = (username: string) => token(username, 'urn:kushk:hub');
  const [publisher, platformAtHub, member2AtHub] = await Promise.all(['publisher', 'platform', 'member2'].map(atHub));
  process.env['KUSHK_TEST_E2E'] = JSON.stringify({
    dataDir,
    portBase,
    collectorUrl,
    tokens: { platform, member2, publisher, platformAtHub, member2AtHub },
  });
}

/**
 * Stops the collector and the system, if this run started it. Before, records the logs when `KUSHK_RECORD_LOGS` names
 * a version.
 */
export async function endForTests(): Promise<void> {
  const started = e2e;
  e2e = undefined;
  const version = process.env['KUSHK_RECORD_LOGS'];
  try {
    if (version !== undefined && started?.system) {
      const { dataDir, portBase } = started.system;
      await recordLogs(version, dataDir, portBase);
    }
  } finally {
    await started?.system?.stop();
    await started?.collector.stop();
  }
}
