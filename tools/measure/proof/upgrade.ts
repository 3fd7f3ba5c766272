/**
 * Rolling upgrades: from the last release to this version and back, and from this version to an invented one with a new
 * type of fact. Versions run beside each other while callers write: no acknowledged write may be lost, no caller may
 * see an error, and every fact is published once.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { apiClient } from '../../run/seed/api.js';
import { subjectOf } from '../../run/sign-in/accounts.js';
import { eventually } from './delivery-system.js';
import { exactly, type Claim, type Proof } from './proof.js';
import { comparePublished, type PublishedFacts } from './published-facts.js';
import { buildRelease, releases, root } from './released-version.js';
import { startLoad, submittedPlugin, type Load, type LoadAdmin } from './upgrade-load.js';
import { openRecordedData, services, type RecordedSystem, type Service } from './upgrade-system.js';
import { installCharged } from './wallet-system.js';

const publishedWithinMs = 60_000;
const shownErrors = 5;
const staffMember = 'platform';
const locale = { language: 'en', direction: 'ltr', calendar: 'gregorian', timezone: 'UTC' };
/** Two processes of every service. */
const processes = services.flatMap((service) => [service, service]);

export const proof: Proof = {
  title:
    'rolling upgrades under load, two processes of every service: the last release, this version, back, and a later one',
  plantedDefect: 'relay-passes-unknown',
  run: async ({ patches, isQuick, report }) => {
    const version = Object.keys(releases).at(-1) ?? '';
    const [folder, dataDir] = ['kushk-release-', 'kushk-data-'].map((name) => mkdtempSync(join(tmpdir(), name))) as [
      string,
      string,
    ];
    report(`building ${version}`);
    buildRelease(version, folder);
    const opened = await openRecordedData(version, dataDir);
    const { system } = opened;
    try {
      await Promise.all(processes.map((service) => system.start(service, folder)));
      report(`two processes of each service run ${version}`);
      const { load, published } = await underLoad(opened, { callers: isQuick ? 2 : 8 }, async () => {
        for (const to of [root, folder, root]) {
          await sleep(isQuick ? 1_000 : 10_000);
          await roll(system, to, { names: processes, patches: to === root ? patches : [] });
          report(`all processes run ${to === root ? 'this version' : version}`);
        }
        const next = { names: ['installation', 'installation'], patches: [...patches, 'next-version'] } as const;
        await roll(system, root, { ...next, besideMs: 5_000 });
        report('the installation service runs a later version with a new type of fact');
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

interface Rolled {
  readonly names: readonly Service[];
  /** What the new processes load. */
  readonly patches?: readonly string[];
  /** How long both run. */
  readonly besideMs?: number;
}

/** Replaces one process of each of these services, in turn: a new one is ready before the oldest one stops. */
export async function roll(
  { start, stopOldest }: RecordedSystem['system'],
  folder: string,
  { names, patches = [], besideMs = 0 }: Rolled,
): Promise<void> {
  for (const service of names) {
    await start(service, folder, patches);
    await sleep(besideMs);
    await stopOldest(service);
  }
}

/** Writes while `work` runs, and waits until the facts are published. */
export async function underLoad(
  { system, recorded }: RecordedSystem,
  { callers }: { readonly callers: number },
  work: () => Promise<void>,
): Promise<{ readonly load: Load; readonly published: PublishedFacts }> {
  const admin = await newAdmin(system);
  const running = startLoad(system, recorded, { admin, callers });
  await work();
  const load = await running.stop();
  let published = await comparePublished(system);
  await eventually(async () => (published = await comparePublished(system)).missing === 0, publishedWithinMs);
  return { load, published };
}

/**
 * An organisation of its own with an installation. The people of the recorded data cannot sign in: their identities
 * have the address of its sign-in provider. Staff have none.
 */
async function newAdmin(system: RecordedSystem['system']): Promise<LoadAdmin> {
  const token = await system.tokenOf(staffMember);
  const api = apiClient(`${system.origins('instance gateway')[0]}/instance/v1`, token);
  const admin = { subject: subjectOf(staffMember), name: staffMember };
  await api.post('/organisations', { name: 'Upgraded', locale, admin });
  const { installationId } = await installCharged(api, 2);
  return { token, installationId };
}

/** Compares what was acknowledged with the logs. */
export async function claimsOf(
  { system, recorded }: RecordedSystem,
  { admin, charges, statusChanges, releases: submitted, errors }: Load,
  { missing, repeated }: PublishedFacts,
): Promise<Claim[]> {
  const { installation, wallet, catalogue } = system.databaseUrls;
  const stored = {
    charges: await countFacts(wallet, `wallet-${recorded.plugin.installationId}`, 'MuConsumed'),
    statusChanges: await countFacts(
      installation,
      `installation-${admin.installationId}`,
      'Installation(Paused|Halted|Resumed)',
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
