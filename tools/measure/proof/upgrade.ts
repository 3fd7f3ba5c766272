/**
 * A rolling upgrade from the last release to this version and back. Both versions run beside each other while callers
 * write: no acknowledged write may be lost, no caller may see an error, and every fact is published once.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { apiClient } from '../../run/seed/api.js';
import { eventually } from './delivery-system.js';
import { exactly, type Claim, type Proof } from './proof.js';
import { comparePublished, type PublishedFacts } from './published-facts.js';
import { buildRelease, releases, root } from './released-version.js';
import { startLoad, submittedPlugin, type Load } from './upgrade-load.js';
import { openRecordedData, services, type RecordedSystem, type Service } from './upgrade-system.js';

const publishedWithinMs = 60_000;
const shownErrors = 5;
/** Two processes of every service. */
const processes = services.flatMap((service) => [service, service]);

export const proof: Proof = {
  title: 'rolling upgrade from the last release to this version and back under load, two processes of every service',
  plantedDefect: 'relay-skips-facts',
  run: async ({ patches, isQuick, report }) => {
    const version = Object.keys(releases).at(-1) ?? '';
    const [folder, dataDir] = ['kushk-release-', 'kushk-data-'].map((name) => mkdtempSync(join(tmpdir(), name))) as [
      string,
      string,
    ];
    report(`building ${version}`);
    buildRelease(version, folder);
    const preload = new URL(`apply-patches.mjs?patches=${patches.join()}`, import.meta.url).href;
    const environment = patches.length > 0 ? { NODE_OPTIONS: `--import=${preload}` } : {};
    const opened = await openRecordedData(version, dataDir, environment);
    const { system } = opened;
    try {
      for (const service of processes) await system.start(service, folder);
      report(`two processes of each service run ${version}`);
      const { load, published } = await underLoad(opened, { callers: isQuick ? 2 : 8 }, async () => {
        for (const to of [root, folder]) {
          await sleep(isQuick ? 1_000 : 10_000);
          await roll(system, to, processes);
          report(`all processes run ${to === root ? 'this version' : version}`);
        }
      });
      const { charges, statusChanges, releases: submitted, errors } = load;
      report(`${charges} charges, ${statusChanges} changes, ${submitted} releases, ${errors.length} errors`);
      for (const error of errors.slice(0, shownErrors)) report(error);
      return await claimsOf(opened, load, published);
    } finally {
      await system.stop();
      for (const temporary of [folder, dataDir]) rmSync(temporary, { recursive: true, force: true });
    }
  },
};

/** Replaces one process of each of these services, in turn: a new one is ready before the oldest one stops. */
export async function roll(
  { start, stopOldest }: RecordedSystem['system'],
  folder: string,
  names: readonly Service[],
): Promise<void> {
  for (const service of names) {
    await start(service, folder);
    await stopOldest(service);
  }
}

/** Writes while `work` runs, and waits until the facts are published. */
export async function underLoad(
  { system, recorded }: RecordedSystem,
  { callers }: { readonly callers: number },
  work: () => Promise<void>,
): Promise<{ readonly load: Load; readonly published: PublishedFacts }> {
  const adminToken = await system.tokenOf('admin');
  const api = apiClient(`${system.origins('instance gateway')[0]}/instance/v1`, adminToken);
  await api.post(
    `/installations/${recorded.plugin.installationId}/wallet/gifts`,
    { mu: '1000000', note: 'proof' },
    'g',
  );
  const running = startLoad(system, recorded, { adminToken, callers });
  await work();
  const load = await running.stop();
  let published = await comparePublished(system);
  await eventually(async () => (published = await comparePublished(system)).missing === 0, publishedWithinMs);
  return { load, published };
}

/** Compares what was acknowledged with the logs. */
export async function claimsOf(
  { system, recorded }: RecordedSystem,
  { charges, statusChanges, releases: submitted, errors }: Load,
  { missing, repeated }: PublishedFacts,
): Promise<Claim[]> {
  const { installation, wallet, catalogue } = system.databaseUrls;
  const stored = {
    charges: await countFacts(wallet, `wallet-${recorded.plugin.installationId}`, 'MuConsumed'),
    statusChanges: await countFacts(
      installation,
      `installation-${recorded.paused.installationId}`,
      'InstallationPaused|InstallationResumed',
    ),
    releases: await countFacts(catalogue, `release-${submittedPlugin}%`, 'ReleaseSubmitted'),
  };
  const facts = { limit: 0, unit: 'facts' };
  const writes = { limit: 0, unit: 'writes' };
  return [
    exactly('errors to callers', errors.length, { limit: 0, unit: 'responses' }),
    exactly('charges lost or doubled', stored.charges - recorded.replies.length - charges, writes),
    exactly('changes of an installation lost or doubled', stored.statusChanges - statusChanges, writes),
    exactly('releases lost or doubled', stored.releases - submitted, writes),
    exactly('public facts that were not published', missing, facts),
    exactly('public facts that were published twice', repeated, facts),
  ];
}

async function countFacts(databaseUrl: string, streamId: string, type: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: string }>(
      'select count(*)::text as count from log_events where stream_id like $1 and type ~ $2',
      [streamId, type],
    );
    return Number(rows[0]?.count);
  } finally {
    await client.end();
  }
}
