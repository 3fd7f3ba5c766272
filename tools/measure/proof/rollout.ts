import { setTimeout as pause } from 'node:timers/promises';
import { BrokerConnection, createStreams } from '@kushk/broker';
import { catalogue, hubClock } from '@kushk/contracts';
import { startService } from '../bench/service-process.js';
import { withServers } from '../bench/servers.js';
import { exactly, type Claim, type Proof } from './proof.js';
import { haltedByFigures } from './rollout-failing.js';
import {
  KillableHub,
  killWithinMs,
  outside,
  placedIn,
  watchedMs,
  wrongIn,
  type Fleet,
  type RolloutSize,
} from './rollout-fleet.js';
import { RealInstance, requesterOf, SimulatedInstance } from './rollout-instances.js';
import { PLUGIN, publishRelease, VERSIONS } from './rollout-releases.js';
import { returned } from './rollout-return.js';

const sizes = { normal: { instances: 50, installations: 20 }, quick: { instances: 8, installations: 10 } };
/** Part of the instances that are away while a stage passes. */
const AWAY = 1 / 3;
const firstPercent = 5;
const stages = [
  { percent: firstPercent, hours: 24 },
  { percent: 30, hours: 24 },
  { percent: 70, hours: 24 },
  { percent: 100, hours: 0 },
];
/** The halt is in the stage of this percentage. */
const haltedAt = 30;
/** What the publisher submits for another version, and what the operator makes of it. */
const wider = [
  { percent: 50, hours: 24 },
  { percent: 100, hours: 0 },
];
const tightened = [
  { percent: 40, hours: 96 },
  { percent: 100, hours: 0 },
];
const { installed, rolledOut, narrower } = VERSIONS;
const none = { limit: 0, unit: 'installations' };

export const proof: Proof = {
  title: 'A rollout over 50 instances moves exactly the installations of each stage, and none after a halt',
  plantedDefect: [
    'never-halts',
    'hurried-stages',
    'shrinking-stages',
    'moves-while-halted',
    'widened-by-publisher',
    'return-without-consent',
  ],
  run: ({ patches, isQuick, random, report }) => {
    process.env['NODE_OPTIONS'] =
      patches.length > 0
        ? `--import=${new URL(`apply-patches.mjs?patches=${patches.join()}`, import.meta.url).href}`
        : '';
    return withFleet(isQuick ? sizes.quick : sizes.normal, { random, report }, claimsOf);
  },
};

/** One of the instances is a real one; the others are simulated, on the same NATS server as the hub. */
export function withFleet(
  size: RolloutSize,
  { random, report }: Pick<Fleet, 'random' | 'report'>,
  work: (fleet: Fleet) => Promise<readonly Claim[]>,
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
    const simulated: SimulatedInstance[] = [];
    try {
      const hub = requesterOf(connection, 'hub');
      await hub(catalogue.addPublisher, { id: 'bench', name: 'Bench' });
      await publishRelease(hub, installed, { submitted: null });
      const real = new RealInstance(requesterOf(connection, 'i1'));
      await real.install(size.installations);
      for (let number = 1; number < size.instances; number += 1) {
        const name = `s${number}`;
        await hub(catalogue.registerInstance, { id: name, name, plugin_api: '1.0' });
        simulated.push(await SimulatedInstance.join(connection, { name, installations: size.installations }));
      }
      report(`${size.instances} instances with ${size.instances * size.installations} installations`);
      return await work({ natsUrl, hub, killable, simulated, instances: [...simulated, real], random, report });
    } finally {
      for (const instance of simulated) await instance.leave();
      await connection.close();
      await killable.stop();
      for (const { stop } of others.reverse()) await stop();
    }
  });
}

async function claimsOf(fleet: Fleet): Promise<readonly Claim[]> {
  return [
    ...(await haltedByFigures(fleet)),
    ...(await movedByStages(fleet)),
    await movedByPublisher(fleet),
    ...(await returned(fleet)),
  ];
}

/** In each stage some instances are away, and the hub is killed at a random moment of its beginning. */
export async function movedByStages(fleet: Fleet): Promise<readonly Claim[]> {
  const { hub, killable, instances, random, report } = fleet;
  await publishRelease(hub, rolledOut, { submitted: { stages } });
  let [wrong, left, afterHalt, last] = [await wrongIn(instances, firstPercent), 0, 0, firstPercent];
  await pause(watchedMs);
  wrong += outside(await placedIn(instances), firstPercent, firstPercent);
  for (const { percent } of stages.slice(1)) {
    const before = await placedIn(instances);
    const away = instances.filter((instance) => instance.canBeAway && random.below(1_000) < AWAY * 1_000);
    for (const instance of away) instance.isAway = true;
    if (last === haltedAt) afterHalt = await movedWhileHalted(fleet);
    await hub(hubClock.advanceClock, { advance: 'PT24H' });
    await pause(random.below(killWithinMs));
    await killable.kill();
    // Whatever the hub stated before it was killed, no installation is between the two stages.
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
  return [
    { ...exactly('installations in the wrong stage', wrong, none), catches: 'hurried-stages' },
    {
      ...exactly('installations that a stage included and a later one did not', left, none),
      catches: 'shrinking-stages',
    },
    { ...exactly('installations that moved after a halt', afterHalt, none), catches: 'moves-while-halted' },
  ];
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
async function movedByPublisher({ hub, instances, report }: Fleet): Promise<Claim> {
  await publishRelease(hub, narrower, { submitted: { stages: wider }, tightened: { stages: tightened } });
  const change = { publisher_id: 'bench', plugin_id: PLUGIN, version: narrower, reason: '', by: 'key' };
  const isCompleted = await hub(catalogue.changeRollout, { ...change, action: 'complete' }).then(
    () => true,
    () => false,
  );
  await hub(hubClock.advanceClock, { advance: 'P3D' });
  await pause(watchedMs);
  const wrong = await wrongIn(instances, tightened[0]!.percent, narrower);
  report(`tightened to 40 %: the publisher ${isCompleted ? 'completed it' : 'was refused'}; ${wrong} are wrong`);
  return {
    ...exactly('installations that a publisher moved beyond the stages of the operator', wrong, none),
    catches: 'widened-by-publisher',
  };
}
