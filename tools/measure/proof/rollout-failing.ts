/** A release that fails every tenth tool call: the hub halts it by itself in its first stage. */
import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_HALT_RULE, hubClock } from '@kushk/contracts';
import { startService } from '../bench/service-process.js';
import { eventually } from './delivery-system.js';
import { atMost, exactly, type Claim } from './proof.js';
import { killWithinMs, outside, placedIn, watchedMs, wrongIn, type Fleet } from './rollout-fleet.js';
import { publishRelease, VERSIONS } from './rollout-releases.js';

const firstPercent = 10;
const stages = [
  { percent: firstPercent, hours: 24 },
  { percent: 100, hours: 0 },
];
const everyNthFails = 10;
const HALT_WITHIN_SECONDS = 60;
/** A halt that comes too late is waited for, so that the figure says by how much. */
const timeoutMs = 90_000;

/** The clock of the hub must not have been advanced before, because the instances count by the real time. */
export async function haltedByFigures(fleet: Fleet): Promise<readonly Claim[]> {
  // The gateway requests the counts of the instances.
  const gateway = await startService('gateway', { scope: 'hub', natsUrl: fleet.natsUrl });
  try {
    return await haltedIn(fleet);
  } finally {
    await gateway.stop();
  }
}

async function haltedIn(fleet: Fleet): Promise<readonly Claim[]> {
  const { hub, killable, simulated, instances, random, report } = fleet;
  const { failing } = VERSIONS;
  await callAll(fleet, () => false);
  await publishRelease(hub, failing, { submitted: { stages } });
  let wrong = await wrongIn(instances, firstPercent, failing);
  let [calls, failures, attempts] = [0, 0, 0];
  while (calls < DEFAULT_HALT_RULE.min_calls) {
    if (attempts > DEFAULT_HALT_RULE.min_calls) throw new Error('no installation is in the first stage');
    attempts += 1;
    await callAll(fleet, (version) => {
      if (version !== failing) return false;
      calls += 1;
      const hasFailed = calls % everyNthFails === 0;
      if (hasFailed) failures += 1;
      return hasFailed;
    });
  }
  const metAt = performance.now();
  await pause(random.below(killWithinMs));
  await killable.kill();
  await killable.restart();
  const hasHalted = await eventually(
    async () => (await Promise.all(simulated.map((instance) => instance.knowsHalt(failing)))).every(Boolean),
    timeoutMs,
  );
  const seconds = (performance.now() - metAt) / 1_000;
  report(`${failures} of ${calls} calls failed: ${hasHalted ? 'halted' : 'NOT halted'} after ${seconds.toFixed(1)} s`);
  wrong += outside(await placedIn(instances, failing), firstPercent, firstPercent);
  await hub(hubClock.advanceClock, { advance: 'P7D' });
  await pause(watchedMs);
  wrong += outside(await placedIn(instances, failing), firstPercent, firstPercent);
  return [
    exactly('installations outside the first stage of a release that fails, before and after its halt', wrong, {
      limit: 0,
      unit: 'installations',
    }),
    {
      ...atMost('from the call that reaches the rule to the halt on every instance', seconds, {
        limit: HALT_WITHIN_SECONDS,
        unit: 's',
      }),
      catches: 'never-halts',
    },
  ];
}

async function callAll({ simulated }: Fleet, hasFailed: (version: string) => boolean): Promise<void> {
  for (const instance of simulated) await instance.callTools(hasFailed);
}
