import { setTimeout as pause } from 'node:timers/promises';
import { BrokerConnection, createStreams } from '@kushk/broker';
import { catalogue, hubClock } from '@kushk/contracts';
import { startService, type ServiceProcess } from '../bench/service-process.js';
import { withServers } from '../bench/servers.js';
import { eventually } from './delivery-system.js';
import { exactly, type Claim, type Proof } from './proof.js';
import type { Random } from './random.js';
import {
  includes,
  RealInstance,
  requesterOf,
  SimulatedInstance,
  type FollowingInstance,
  type Placed,
} from './rollout-instances.js';
import { PLUGIN, publishRelease } from './rollout-releases.js';

const sizes = { normal: { instances: 50, installations: 20 }, quick: { instances: 8, installations: 10 } };
/** Part of the instances that are away while a stage passes. */
const AWAY = 1 / 3;
const settledMs = 30_000;
/** The hub is killed within this time after the end of a stage: before, while, or after it states the next one. */
const killWithinMs = 1_500;
/** After a halt, moves are waited for as long as several rounds of the hub's clock. */
const watchedMs = 5_000;
const stages = [
  { percent: 5, hours: 24 },
  { percent: 30, hours: 24 },
  { percent: 70, hours: 24 },
  { percent: 100, hours: 0 },
];
/** The halt is in the stage of this percentage. */
const haltedAt = 30;
/** What the operator makes of the stages of another version. */
const tightened = [
  { percent: 5, hours: 96 },
  { percent: 100, hours: 0 },
];
/** The version that is installed, the one that is rolled out, and the one that the operator tightens. */
const [installed, rolledOut, narrowed] = ['1.0.0', '1.1.0', '1.2.0'];

export interface RolloutSize {
  readonly instances: number;
  readonly installations: number;
}

export const proof: Proof = {
  title: 'A rollout over 50 instances moves exactly the installations of each stage, and none after a halt',
  plantedDefect: ['hurried-stages', 'shrinking-stages', 'moves-while-halted', 'widened-by-publisher'],
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
    const databaseUrl = await database('catalogue');
    const startHub = () => startService('catalogue', { scope: 'hub', databaseUrl, natsUrl });
    const others = [
      await startService('review', { scope: 'hub', databaseUrl: await database('review'), natsUrl }),
      await startService('installation', { scope: 'i1', databaseUrl: await database('installation'), natsUrl }),
    ];
    const killable = new KillableHub(startHub, await startHub());
    const connection = await BrokerConnection.connect(natsUrl, 'proof');
    try {
      const hub = requesterOf(connection, 'hub');
      await hub(catalogue.addPublisher, { id: 'bench', name: 'Bench' });
      await publishRelease(hub, installed, { submitted: null });
      const real = new RealInstance(requesterOf(connection, 'i1'));
      await real.install(size.installations);
      const simulated = Array.from(
        { length: size.instances - 1 },
        (_, number) => new SimulatedInstance(connection, { name: `s${number}`, installations: size.installations }),
      );
      report(`${size.instances} instances with ${size.instances * size.installations} installations`);
      return await claimsOf({ hub, killable, instances: [...simulated, real], random, report });
    } finally {
      await connection.close();
      await killable.stop();
      for (const { stop } of others.reverse()) await stop();
    }
  });
}

class KillableHub {
  constructor(
    private readonly start: () => Promise<ServiceProcess>,
    private running: ServiceProcess,
  ) {}

  /** Ends with SIGKILL. */
  async kill(): Promise<void> {
    process.kill(this.running.pid, 'SIGKILL');
    await this.running.stop();
  }

  async restart(): Promise<void> {
    this.running = await this.start();
  }

  async stop(): Promise<void> {
    await this.running.stop();
  }
}

interface Fleet {
  readonly hub: ReturnType<typeof requesterOf>;
  readonly killable: KillableHub;
  readonly instances: readonly FollowingInstance[];
  readonly random: Random;
  readonly report: (line: string) => void;
}

async function claimsOf(fleet: Fleet): Promise<readonly Claim[]> {
  const { wrong, left, afterHalt } = await movedByStages(fleet);
  const widened = await movedByPublisher(fleet);
  const none = { limit: 0, unit: 'installations' };
  return [
    { ...exactly('installations in the wrong stage', wrong, none), catches: 'hurried-stages' },
    {
      ...exactly('installations that a stage included and a later one did not', left, none),
      catches: 'shrinking-stages',
    },
    { ...exactly('installations that moved after a halt', afterHalt, none), catches: 'moves-while-halted' },
    {
      ...exactly('installations that a publisher moved beyond the stages of the operator', widened, none),
      catches: 'widened-by-publisher',
    },
  ];
}

/** In each stage some instances are away, and the hub is killed at a random moment of its beginning. */
async function movedByStages(fleet: Fleet) {
  const { hub, killable, instances, random, report } = fleet;
  await publishRelease(hub, rolledOut, { submitted: { stages } });
  let [wrong, left, afterHalt, last] = [await wrongIn(instances, 5), 0, 0, 5];
  for (const { percent } of stages.slice(1)) {
    const before = await placedIn(instances);
    const away = instances.filter((instance) => instance.canBeAway && random.below(1_000) < AWAY * 1_000);
    for (const instance of away) instance.isAway = true;
    if (last === haltedAt) afterHalt = await movedWhileHalted(fleet);
    await hub(hubClock.advanceClock, { advance: 'PT24H' });
    await pause(random.below(killWithinMs));
    await killable.kill();
    // Whatever the hub stated before it was killed, nobody is between the two stages.
    wrong += outside(await placedIn(instances), last, percent);
    await killable.restart();
    wrong += await wrongIn(
      instances.filter(({ isAway }) => !isAway),
      percent,
    );
    for (const instance of away) instance.isAway = false;
    const late = await wrongIn(instances, percent);
    const after = await placedIn(instances);
    left += before.filter(({ hasMoved }, at) => hasMoved && !after[at]?.hasMoved).length;
    report(`${percent} %: hub killed, ${away.length} instances away; ${late} installations are wrong`);
    wrong += late;
    last = percent;
  }
  return { wrong, left, afterHalt };
}

async function placedIn(instances: readonly FollowingInstance[], version = rolledOut): Promise<readonly Placed[]> {
  return (await Promise.all(instances.map((instance) => instance.placed(version)))).flat();
}

/** How many have not moved in a stage of `from` percent, or have moved beyond one of `to` percent. */
function outside(all: readonly Placed[], from: number, to: number): number {
  return all.filter(({ place, hasMoved }) => (hasMoved ? !includes(to, place) : includes(from, place))).length;
}

/** Waits until the instances have applied what the hub states, and counts the installations that are wrong then. */
async function wrongIn(instances: readonly FollowingInstance[], percent: number, version = rolledOut): Promise<number> {
  const counted = async (): Promise<number> => outside(await placedIn(instances, version), percent, percent);
  await eventually(async () => (await counted()) === 0, settledMs);
  return await counted();
}

/** Halts in a stage, lets a week pass, and counts the installations that have moved beyond the stage. */
async function movedWhileHalted({ hub, instances }: Fleet): Promise<number> {
  const change = { publisher_id: 'bench', plugin_id: PLUGIN, version: rolledOut, reason: 'It fails', by: 'key' };
  await hub(catalogue.changeRollout, { ...change, action: 'halt' });
  await hub(hubClock.advanceClock, { advance: 'P7D' });
  await pause(watchedMs);
  const moved = outside(await placedIn(instances), 0, haltedAt);
  await hub(catalogue.changeRollout, { ...change, action: 'resume' });
  return moved;
}

/** The publisher completes a rollout that the operator has tightened, and its own stages would have passed. */
async function movedByPublisher({ hub, instances, report }: Fleet): Promise<number> {
  await publishRelease(hub, narrowed, { submitted: { stages }, tightened: { stages: tightened } });
  const change = { publisher_id: 'bench', plugin_id: PLUGIN, version: narrowed, reason: '', by: 'key' };
  const isCompleted = await hub(catalogue.changeRollout, { ...change, action: 'complete' }).then(
    () => true,
    () => false,
  );
  await hub(hubClock.advanceClock, { advance: 'P3D' });
  await pause(watchedMs);
  const wrong = await wrongIn(instances, tightened[0]!.percent, narrowed);
  report(`tightened to 5 %: the publisher ${isCompleted ? 'completed it' : 'was refused'}; ${wrong} are wrong`);
  return wrong;
}
