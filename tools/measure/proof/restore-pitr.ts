import { setTimeout as pause } from 'node:timers/promises';
import { publish } from '../../run/seed/hub.js';
import type { Api } from '../../run/seed/api.js';
import { startWholeFleet, type WholeFleet } from '../bench/whole-system.js';
import { exactly, type Claim, type Proof, type ProofContext } from './proof.js';
import { base_url, partiesOf, plugins, retried } from './restored-fleet.js';
import { backedUp, type BackedUp } from './restored-moments.js';
import { siteOf } from './restored-servers.js';
import { SettingsLoad } from './settings-load.js';
import { installPlugins, manifestOf } from './settings-plugins.js';

const perSecond = 40;
const loadMs = { full: 8_000, quick: 2_000 };
/** The moment lies between two loads, and nothing else writes what is counted. */
const gapMs = 1_000;
const plugin = 'com.example.pitr';

export const proof: Proof = {
  title: 'PostgreSQL of an instance, of the hub, and of both is restored to a second by the commands of an operator',
  plantedDefect: ['ignored-moment', 'trusting-verify'],
  run: async (context: ProofContext) => {
    const whole = await startWholeFleet(1);
    const preload = new URL(`apply-patches.mjs?patches=${context.patches.join()}`, import.meta.url).href;
    const environment = context.patches.length > 0 ? { NODE_OPTIONS: `--import=${preload}` } : {};
    try {
      const of = async (scope: string): Promise<BackedUp> =>
        backedUp(await siteOf(whole, scope), { folder: `${whole.dataDir}/operator`, environment });
      const [hub, instance] = [await of('hub'), await of(whole.fleet.instances[0]!.id)];
      for (const one of [hub, instance]) await one.archive();
      return await claimsOf({ hub, instance, writes: await openWrites(whole) }, context);
    } finally {
      await whole.stop();
    }
  },
};

interface Restorable {
  readonly hub: BackedUp;
  readonly instance: BackedUp;
  readonly writes: Writes;
}

async function claimsOf(parts: Restorable, { report, isQuick }: ProofContext): Promise<readonly Claim[]> {
  const { hub, instance, writes } = parts;
  const ms = isQuick ? loadMs.quick : loadMs.full;
  const first = await writes.during(ms, async () => {
    for (const one of [instance, hub]) report((await one.backUp()).output.split('\n', 1)[0] ?? '');
  });
  await writes.during(ms);
  report(`${first.changes} changes and ${first.statuses} statuses are acknowledged at ${first.at.toISOString()}`);
  const refusal = await instance.refusalOf(new Date(0));
  const claims = [
    exactly('refusals of a moment before the backup', Number(refusal.output.includes('is not covered')), once),
    ...(await restored([instance], first, { how: 'the instance alone', report })),
    ...(await restored([hub], first, { how: 'the hub alone', report })),
  ];
  writes.continueAt(first);
  const second = await writes.during(ms);
  await writes.during(ms);
  claims.push(...(await restored([hub, instance], second, { how: 'both', report })));
  return claims;
}

const once = { limit: 1, unit: '' } as const;

/** Restores to a moment, compares what is there with what was acknowledged then, and lets `verify` look at all. */
async function restored(
  parts: readonly BackedUp[],
  acknowledged: Acknowledged,
  { how, report }: { readonly how: string; readonly report: ProofContext['report'] },
): Promise<readonly Claim[]> {
  const claims: Claim[] = [];
  for (const one of parts) {
    await one.restore(acknowledged.at);
    const [of, expected] =
      one.site.scope === 'hub' ? ['statuses', acknowledged.statuses] : ['changes', acknowledged.changes];
    const found = await retried(() => countOf(one));
    report(`${how}: ${found} of ${expected} ${of}`);
    claims.push({
      ...exactly(`${of} in the log, ${how}`, found, { limit: expected, unit: of }),
      catches: 'ignored-moment',
    });
    const { output } = await one.verify();
    const isDetected = /wrong {2}log .*streams reset/.test(output);
    claims.push({
      ...exactly(`verify says that the log of ${one.site.scope} lost facts, ${how}`, Number(isDetected), once),
      catches: 'trusting-verify',
    });
  }
  for (const { site } of parts) await site.deploy('streams', 'reset');
  for (const one of parts) {
    const { code, output } = await one.verify();
    const problems = output.split('\n').filter((line) => line.startsWith('wrong'));
    for (const line of problems) report(line);
    claims.push(
      exactly(`problems that verify finds at ${one.site.scope}, ${how}`, problems.length + Number(code > 1), {
        limit: 0,
        unit: '',
      }),
    );
  }
  return claims;
}

async function countOf({ site }: BackedUp): Promise<number> {
  const [service, condition] =
    site.scope === 'hub'
      ? ['catalogue', `stream_id like 'release-${plugin}@%' and type in ('ReleaseSuspended', 'ReleaseResumed')`]
      : ['installation', `type = 'SettingsChanged'`];
  const text = `select count(*)::int as count from log_events where ${condition}`;
  return (await site.query<{ count: number }>(service, text))[0]?.count ?? -1;
}

/** How much was acknowledged at a moment, all together. */
interface Acknowledged {
  readonly at: Date;
  readonly changes: number;
  readonly statuses: number;
}

interface Writes {
  /** Writes to the hub and to the instance for a time and until `work` ends. Resolves when nothing is in flight. */
  during(ms: number, work?: () => Promise<void>): Promise<Acknowledged>;
  /** Both were restored to this moment. */
  continueAt(acknowledged: Acknowledged): void;
}

async function openWrites(whole: WholeFleet): Promise<Writes> {
  const installed = await retried(() => installPlugins(whole.fleet, { count: plugins, base_url }));
  const parties = partiesOf(whole.fleet);
  const manifest = { ...manifestOf(plugin, base_url), publisher: whole.fleet.publisher.id };
  await publish(manifest, parties);
  const path = `/releases/${plugin}/${manifest.version}`;
  let [changes, statuses] = [0, 0];
  return {
    continueAt: (acknowledged) => void ({ changes, statuses } = acknowledged),
    during: async (ms, work = () => Promise.resolve()) => {
      const load = new SettingsLoad(installed);
      const statusLoad = new StatusLoad(parties.operator, path);
      load.start(perSecond);
      statusLoad.start();
      await Promise.all([pause(ms), work()]);
      await Promise.all([load.stop(), statusLoad.stop()]);
      changes += load.acknowledged.length;
      statuses += statusLoad.acknowledged;
      const at = new Date();
      await pause(gapMs);
      return { at, changes, statuses };
    },
  };
}

/** Suspends and resumes a release in turn, beginning and ending with a listed one. */
class StatusLoad {
  acknowledged = 0;
  private running: Promise<void> = Promise.resolve();
  private isStopping = false;

  constructor(
    private readonly operator: Api,
    private readonly path: string,
  ) {}

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      await retried(() => this.operator.post(`${this.path}/suspend`, { reason: 'It leaks' }));
      await retried(() => this.operator.post(`${this.path}/resume`, {}));
      this.acknowledged += 2;
    }
  }
}
