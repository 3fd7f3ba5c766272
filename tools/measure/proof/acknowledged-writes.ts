/** Writes to a replicated system while something happens to it, and compares what was acknowledged with the logs. */
import { apiClient } from '../../run/seed/api.js';
import { subjectOf } from '../../run/sign-in/accounts.js';
import { eventually } from './delivery-system.js';
import { exactly, type Claim } from './proof.js';
import { comparePublished, type PublishedFacts } from './published-facts.js';
import type { RecordedSystem, ReplicatedSystem } from './replicated-system.js';
import { queryOf } from './restored-servers.js';
import { installCharged } from './wallet-system.js';
import { startLoad, submittedPlugin, type Attempt, type Load, type LoadAdmin, type LoadOptions } from './write-load.js';

const publishedWithinMs = 60_000;
const shownErrors = 5;
const staffMember = 'platform';
const locale = { language: 'en', direction: 'ltr', calendar: 'gregorian', timezone: 'UTC' };
/** Of this process: names of one load must not repeat those of another. */
let runs = 0;

export interface Written {
  readonly load: Load;
  /** The facts of the acknowledged kinds that the logs have more than before. */
  readonly stored: Pick<Load, 'charges' | 'statusChanges' | 'releases'>;
  readonly published: PublishedFacts;
}

/** Writes while `work` runs, which sees the attempts so far, and waits until the facts are published. */
export async function underLoad(
  { system, recorded }: RecordedSystem,
  { report, ...options }: Pick<LoadOptions, 'perSecond' | 'repeats'> & { readonly report?: (line: string) => void },
  work: (attempts: readonly Attempt[]) => Promise<void>,
): Promise<Written> {
  const run = (runs += 1);
  const admin = await newAdmin(system, run);
  const installations = [recorded.plugin.installationId, admin.installationId] as const;
  const before = await countStored(system, installations);
  const running = startLoad(system, recorded, { admin, run, ...options });
  let load: Load;
  try {
    await work(running.attempts);
  } finally {
    load = await running.stop();
    report?.(summaryOf(load));
    for (const error of load.errors.slice(0, shownErrors)) report?.(error);
  }
  let published = await comparePublished(system);
  await eventually(async () => (published = await comparePublished(system)).missing === 0, publishedWithinMs);
  const after = await countStored(system, installations);
  const stored = {
    charges: after.charges - before.charges,
    statusChanges: after.statusChanges - before.statusChanges,
    releases: after.releases - before.releases,
  };
  return { load, stored, published };
}

function summaryOf({ charges, statusChanges, releases, errors }: Load): string {
  return `${charges} charges, ${statusChanges} changes, ${releases} releases acknowledged, ${errors.length} errors`;
}

/**
 * An organisation of the loads with a new installation. The people of the recorded data cannot sign in: their
 * identities have the address of its sign-in provider. Staff have none.
 */
async function newAdmin(system: ReplicatedSystem, run: number): Promise<LoadAdmin> {
  const token = await system.tokenOf(staffMember);
  const api = apiClient(`${system.origins('instance gateway')[0]}/instance/v1`, token);
  const admin = { subject: subjectOf(staffMember), name: staffMember };
  // With the key, each further load gets the same one: a person of several would have to name one.
  await api.post('/organisations', { name: 'Upgraded', locale, admin }, 'organisation-of-loads');
  // The recorded data has the first one.
  const { installationId } = await installCharged(api, run + 1);
  return { token, installationId };
}

/** Compares what was acknowledged with what the logs and JetStream have. */
export function claimsOf({ load, stored, published: { missing, repeated } }: Written): Claim[] {
  const facts = { limit: 0, unit: 'facts' };
  const writes = { limit: 0, unit: 'writes' };
  return [
    exactly('repeated requests without an acknowledgement', load.unanswered, writes),
    exactly('charges lost or doubled', stored.charges - load.charges, writes),
    exactly('changes of an installation lost or doubled', stored.statusChanges - load.statusChanges, writes),
    exactly('releases lost or doubled', stored.releases - load.releases, writes),
    exactly('public facts that were not published', missing, facts),
    exactly('public facts that were published twice', repeated, facts),
  ];
}

async function countStored(
  system: ReplicatedSystem,
  [charged, changed]: readonly [string, string],
): Promise<Written['stored']> {
  const count = async (service: 'wallet' | 'installation' | 'catalogue', ...of: [streamId: string, type: string]) => {
    const text = 'select count(*)::int as count from log_events where stream_id like $1 and type ~ $2';
    return (await queryOf<{ count: number }>(system.databaseUrl(service), text, of))[0]?.count ?? NaN;
  };
  return {
    charges: await count('wallet', `wallet-${charged}`, 'MuConsumed'),
    statusChanges: await count('installation', `installation-${changed}`, 'Installation(Paused|Halted|Resumed)'),
    releases: await count('catalogue', `release-${submittedPlugin}%`, 'ReleaseSubmitted'),
  };
}
