import { BrokerConnection, createStreams } from '@kushk/broker';
import { catalogue, hubClock } from '@kushk/contracts';
import { startService } from '../bench/service-process.js';
import { withServers } from '../bench/servers.js';
import { eventually } from './delivery-system.js';
import { exactly, type Claim, type Proof } from './proof.js';
import type { Random } from './random.js';
import { RealInstance, requesterOf, SimulatedInstance, type FollowingInstance } from './rollout-instances.js';
import { PLUGIN, publishRelease, VERSIONS } from './rollout-releases.js';

const sizes = { normal: { instances: 50, installations: 20 }, quick: { instances: 8, installations: 10 } };
/** Part of the instances that are away while a stage passes. */
const AWAY = 1 / 3;
const settledMs = 30_000;
/** After a halt, moves are waited for as long as several rounds of the hub's clock. */
const watchedMs = 5_000;
const stages = [
  { percent: 5, hours: 24 },
  { percent: 30, hours: 24 },
  { percent: 70, hours: 24 },
  { percent: 100, hours: 0 },
];
const [before, rolledOut] = VERSIONS;

export interface RolloutSize {
  readonly instances: number;
  readonly installations: number;
}

export const proof: Proof = {
  title: 'A rollout over 50 instances moves exactly the installations of each stage, and none after a halt',
  plantedDefect: ['hurried-stages', 'moves-while-halted'],
  run: ({ patches, isQuick, random, report }) => {
    process.env['NODE_OPTIONS'] =
      patches.length > 0
        ? `--import=${new URL(`apply-patches.mjs?patches=${patches.join()}`, import.meta.url).href}`
        : '';
    return rollOut(isQuick ? sizes.quick : sizes.normal, { random, report });
  },
};

/** The simulated instances read the stream of the hub and verify its statements; one instance is a real one. */
export function rollOut(
  size: RolloutSize,
  { random, report }: { readonly random: Random; readonly report: (line: string) => void },
): Promise<readonly Claim[]> {
  return withServers(async ({ database, natsUrl }) => {
    await createStreams({ url: natsUrl, scope: 'i1' });
    await createStreams({ url: natsUrl, scope: 'hub', instances: ['i1'] });
    const processes = [
      await startService('catalogue', { scope: 'hub', databaseUrl: await database('catalogue'), natsUrl }),
      await startService('review', { scope: 'hub', databaseUrl: await database('review'), natsUrl }),
      await startService('installation', { scope: 'i1', databaseUrl: await database('installation'), natsUrl }),
    ];
    const connection = await BrokerConnection.connect(natsUrl, 'proof');
    try {
      const hub = requesterOf(connection, 'hub');
      await hub(catalogue.addPublisher, { id: 'bench', name: 'Bench' });
      await publishRelease(hub, before, null);
      const real = new RealInstance(requesterOf(connection, 'i1'));
      await real.install(size.installations);
      const simulated = Array.from(
        { length: size.instances - 1 },
        (_, number) => new SimulatedInstance(connection, { name: `s${number}`, installations: size.installations }),
      );
      report(`${size.instances} instances with ${size.instances * size.installations} installations`);
      return await movedByStages({ hub, instances: [...simulated, real], random, report });
    } finally {
      await connection.close();
      for (const { stop } of processes.reverse()) await stop();
    }
  });
}

interface Fleet {
  readonly hub: ReturnType<typeof requesterOf>;
  readonly instances: readonly FollowingInstance[];
  readonly random: Random;
  readonly report: (line: string) => void;
}

async function movedByStages(fleet: Fleet): Promise<readonly Claim[]> {
  const { hub, instances, random, report } = fleet;
  await publishRelease(hub, rolledOut, { stages });
  let [wrong, afterHalt] = [await wrongIn(instances, 5), 0];
  for (const { percent } of stages.slice(1)) {
    const away = instances.filter((instance) => instance.canBeAway && random.below(1_000) < AWAY * 1_000);
    for (const instance of away) instance.isAway = true;
    if (percent === 70) afterHalt = await movedWhileHalted(fleet);
    await hub(hubClock.advanceClock, { advance: 'PT24H' });
    wrong += await wrongIn(
      instances.filter(({ isAway }) => !isAway),
      percent,
    );
    for (const instance of away) instance.isAway = false;
    const late = await wrongIn(instances, percent);
    report(`${percent} %: ${away.length} instances were away; ${late} installations are wrong`);
    wrong += late;
  }
  return [
    {
      ...exactly('installations in the wrong stage', wrong, { limit: 0, unit: 'installations' }),
      catches: 'hurried-stages',
    },
    {
      ...exactly('installations that moved after a halt', afterHalt, { limit: 0, unit: 'installations' }),
      catches: 'moves-while-halted',
    },
  ];
}

/** Waits until the instances have applied what the hub states, and counts the installations that are wrong then. */
async function wrongIn(instances: readonly FollowingInstance[], percent: number): Promise<number> {
  const counted = async (): Promise<number> => {
    const wrong = await Promise.all(instances.map((instance) => instance.wrongAt(percent)));
    return wrong.reduce((sum, count) => sum + count, 0);
  };
  await eventually(async () => (await counted()) === 0, settledMs);
  return await counted();
}

/** Halts in the stage of 30 %, lets a week pass, and counts the installations that have moved beyond the stage. */
async function movedWhileHalted({ hub, instances }: Fleet): Promise<number> {
  const change = {
    publisher_id: 'bench',
    plugin_id: PLUGIN,
    version: rolledOut,
    reason: 'It fails',
    by: 'key',
  } as const;
  await hub(catalogue.changeRollout, { ...change, action: 'halt' });
  await hub(hubClock.advanceClock, { advance: 'P7D' });
  await new Promise((resolve) => setTimeout(resolve, watchedMs));
  const counts = await Promise.all(instances.map((instance) => instance.movedBeyond(30)));
  await hub(catalogue.changeRollout, { ...change, action: 'resume' });
  return counts.reduce((sum, count) => sum + count, 0);
}
