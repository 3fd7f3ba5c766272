import { setTimeout as pause } from 'node:timers/promises';
import { publish } from '../../run/seed/hub.js';
import { startWholeFleet, type WholeFleet } from '../bench/whole-system.js';
import { eventually } from './delivery-system.js';
import { exactly, type Claim, type Proof, type ProofContext } from './proof.js';
import { base_url, partiesOf, plugins, retried } from './restored-fleet.js';
import { siteOf, type Site } from './restored-servers.js';
import { SettingsLoad } from './settings-load.js';
import { installPlugins, manifestOf } from './settings-plugins.js';

const perSecond = 40;
const completeWithinMs = 90_000;
/** Acknowledged changes between the backup and the restore. */
const lostAtLeast = 50;
const loadMs = { full: 10_000, quick: 4_000 };

export const proof: Proof = {
  title:
    'PostgreSQL or NATS of an instance, or of the hub, goes back in time under load: detected, and nothing missing',
  plantedDefect: ['trusting-relay', 'counted-statements', 'forwarded-once'],
  run: async (context: ProofContext) => {
    const preload = new URL(`apply-patches.mjs?patches=${context.patches.join()}`, import.meta.url).href;
    const whole = await startWholeFleet(1, context.patches.length > 0 ? { NODE_OPTIONS: `--import=${preload}` } : {});
    try {
      const [instance] = whole.fleet.instances;
      if (instance === undefined) throw new Error('the fleet has no instance');
      const site = await siteOf(whole, instance.id);
      const installed = await installPlugins(whole.fleet, { count: plugins, base_url });
      context.report(`${plugins} plugins installed`);
      return [
        ...(await restoredInstance(site, installed, context)),
        ...(await lostNats(site, installed, context)),
        ...(await restoredHub(whole, 'alone', context)),
        ...(await restoredHub(whole, 'with an empty NATS', context)),
      ];
    } finally {
      await whole.stop();
    }
  },
};

/** PostgreSQL of the instance goes back, its NATS does not. */
async function restoredInstance(
  site: Site,
  installed: SettingsLoad['installations'],
  { report, isQuick }: ProofContext,
): Promise<readonly Claim[]> {
  const load = new SettingsLoad(installed);
  load.start(perSecond);
  await pause(isQuick ? loadMs.quick : loadMs.full);
  await site.backUp();
  const before = load.acknowledged.length;
  await eventually(() => Promise.resolve(load.acknowledged.length >= before + lostAtLeast), completeWithinMs);
  await site.restore();
  report(`restored: ${load.acknowledged.length - before} changes are lost`);
  const isDetected = await eventually(async () => 'relay' in (await failedChecksOf(site)), completeWithinMs / 3);
  report(await site.deploy('streams', 'reset'));
  await pause(isQuick ? loadMs.quick : loadMs.full);
  await load.stop();
  return [
    {
      ...exactly('the installation service says that its log lost facts', Number(isDetected), { limit: 1, unit: '' }),
      catches: 'trusting-relay',
    },
    ...(await claimsOf(site, 'after a restore of PostgreSQL', report)),
  ];
}

/** NATS of the instance loses everything, its PostgreSQL does not. */
async function lostNats(
  site: Site,
  installed: SettingsLoad['installations'],
  { report, isQuick }: ProofContext,
): Promise<readonly Claim[]> {
  const load = new SettingsLoad(installed);
  load.start(perSecond);
  await pause(isQuick ? loadMs.quick : loadMs.full);
  await site.loseNats();
  report('JetStream is empty');
  await pause(isQuick ? loadMs.quick : loadMs.full);
  await load.stop();
  return claimsOf(site, 'after the loss of NATS', report);
}

/**
 * Compares the log of the service installation with what delivery made of it, fact by fact. While the processes run,
 * delivery may process a fact that the log lost before the reset, as it did before the restore.
 */
async function claimsOf(site: Site, when: string, report: ProofContext['report']): Promise<readonly Claim[]> {
  let [missing, facts] = [Infinity, 0];
  let effects: ReadonlyMap<string, number> = new Map();
  await eventually(async () => {
    const published = await countsOf(site, 'installation', SETTINGS_CHANGED);
    effects = await countsOf(site, 'delivery', SETTINGS_EVENTS);
    facts = published.size;
    missing = [...published.keys()].filter((id) => !effects.has(id)).length;
    return missing === 0;
  }, completeWithinMs);
  const doubled = [...effects.values()].reduce((sum, count) => sum + count - 1, 0);
  const isReady = await eventually(async () => Object.keys(await failedChecksOf(site)).length === 0, completeWithinMs);
  report(`${facts} facts ${when}: ${missing} missing, ${effects.size - facts} effects of lost facts`);
  return [
    exactly(`facts without an effect ${when}`, missing, { limit: 0, unit: 'facts' }),
    exactly(`second effects ${when}`, doubled, { limit: 0, unit: 'effects' }),
    exactly(`services that are ready ${when}`, Number(isReady), { limit: 1, unit: '' }),
  ];
}

const SETTINGS_CHANGED = `select event_id::text as id, 1 as count from log_events where type = 'SettingsChanged'`;
/** The events for plugins, by the fact that caused them. */
const SETTINGS_EVENTS = `select meta->>'causationId' as id, count(*)::int as count from log_events
  where type = 'EventAppended' and data->>'eventType' = 'plugin.settings.changed' group by 1`;

async function countsOf(site: Site, service: string, text: string): Promise<ReadonlyMap<string, number>> {
  const rows = await site.query<{ id: string; count: number }>(service, text);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

function failedChecksOf(site: Site): Promise<Readonly<Record<string, string>>> {
  return site.failedChecks(site.scope === 'hub' ? 'catalogue' : 'installation').catch(() => ({ http: 'no answer' }));
}

/** PostgreSQL of the hub goes back, alone or with an empty NATS. The instance is ahead. */
async function restoredHub(
  whole: WholeFleet,
  how: 'alone' | 'with an empty NATS',
  { report }: ProofContext,
): Promise<readonly Claim[]> {
  const { fleet } = whole;
  const [instance] = fleet.instances;
  const [hub, site] = [await siteOf(whole, 'hub'), await siteOf(whole, instance!.id)];
  const parties = partiesOf(fleet);
  const { operator } = parties;
  const manifest = {
    ...manifestOf(`com.example.${how === 'alone' ? 'alone' : 'empty'}`, base_url),
    publisher: fleet.publisher.id,
  };
  const path = `/releases/${manifest.id}/${manifest.version}`;
  await publish(manifest, parties);
  const statusHere = async (): Promise<string | undefined> => {
    const text = `select status from listings where plugin_id = '${manifest.id}'`;
    return (await site.query<{ status: string }>('installation', text))[0]?.status;
  };
  const isHere = (status: string) => eventually(async () => (await statusHere()) === status, completeWithinMs);
  const answers = (): Promise<number> => countOf(hub, 'catalogue', EVALUATIONS(manifest.id));
  const given = (): Promise<number> => countOf(site, 'installation', ANSWERS(manifest.id));
  await isHere('listed');
  await eventually(async () => (await answers()) === (await given()), completeWithinMs);
  await hub.backUp();
  for (const [step, status] of [
    ['suspend', 'suspended'],
    ['resume', 'listed'],
  ] as const) {
    await retried(() => operator.post(`${path}/${step}`, step === 'suspend' ? { reason: 'It leaks' } : {}));
    await isHere(status);
  }
  const forwarded = await given();
  await eventually(async () => (await answers()) === forwarded, completeWithinMs);
  await hub.restore(how === 'alone' ? undefined : 'withNats');
  report(`hub restored ${how}: ${await retried(answers)} of ${forwarded} answers of the instance`);
  const claims: Claim[] = [];
  if (how === 'alone') {
    const isDetected = await eventually(async () => 'relay' in (await failedChecksOf(hub)), completeWithinMs / 3);
    const claim = exactly('the catalogue says that its log lost facts', Number(isDetected), { limit: 1, unit: '' });
    claims.push({ ...claim, catches: 'trusting-relay' });
    report(await hub.deploy('streams', 'reset'));
  }
  await eventually(async () => (await answers().catch(() => 0)) === forwarded, completeWithinMs / 2);
  const complete = exactly(`answers that the hub has, restored ${how}`, await retried(answers), {
    limit: forwarded,
    unit: 'facts',
  });
  await retried(() => operator.post(`${path}/suspend`, { reason: 'It leaks' }));
  const isSuspended = await eventually(async () => (await statusHere()) === 'suspended', completeWithinMs / 2);
  const suspended = exactly(`suspension by the hub in force, restored ${how}`, Number(isSuspended), {
    limit: 1,
    unit: '',
  });
  return [
    ...claims,
    how === 'alone' ? complete : { ...complete, catches: 'forwarded-once' },
    { ...suspended, catches: 'counted-statements' },
  ];
}

const EVALUATIONS = (id: string): string =>
  `select count(*)::int as count from log_events where stream_id like 'evaluation-%/${id}@%'`;
const ANSWERS = (id: string): string => `select count(*)::int as count from log_events
  where stream_id like '%${id}%' and type in ('StatusApplied', 'StatementRefused')`;

async function countOf(site: Site, service: string, text: string): Promise<number> {
  return (await site.query<{ count: number }>(service, text))[0]?.count ?? 0;
}
