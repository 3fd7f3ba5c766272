/** A return to the content of an earlier release, over the whole fleet. */
import { eventually } from './delivery-system.js';
import { atMost, exactly, type Claim } from './proof.js';
import type { Fleet } from './rollout-fleet.js';
import { returnTo, VERSIONS } from './rollout-releases.js';

const WITHIN_SECONDS = 60;
/** A return that comes too late is waited for, so that the figure says by how much. */
const timeoutMs = 90_000;

/** Those that run the version before it need no consent. Those of the narrower version wait. */
export async function returned({ hub, instances, report }: Fleet): Promise<readonly Claim[]> {
  const startedAt = performance.now();
  const isMade = await returnTo(hub, VERSIONS.rolledOut, VERSIONS.returned).then(
    () => true,
    (error: unknown) => {
      // With a planted defect, the version to return to may never have reached all installations.
      report(`the return is refused: ${String(error)}`);
      return false;
    },
  );
  const counted = async () => {
    const all = await Promise.all(instances.map((instance) => instance.reached(VERSIONS.returned)));
    const sum = (value: (of: (typeof all)[number]) => number): number =>
      all.reduce((total, of) => total + value(of), 0);
    return { running: sum((of) => of.running), waiting: sum((of) => of.waiting), wrong: sum((of) => of.wrong) };
  };
  const isDone = async (): Promise<boolean> => (await counted()).wrong === 0;
  if (isMade) await eventually(isDone, timeoutMs);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { running, waiting, wrong } = await counted();
  report(`returned after ${seconds.toFixed(1)} s: ${running} run it, ${waiting} wait for consent, ${wrong} are wrong`);
  return [
    {
      ...exactly('installations without what a return gives them, or with another token, scope or setting', wrong, {
        limit: 0,
        unit: 'installations',
      }),
      catches: 'return-without-consent',
    },
    atMost('from the return to the last installation that follows it or waits', seconds, {
      limit: WITHIN_SECONDS,
      unit: 's',
    }),
  ];
}
