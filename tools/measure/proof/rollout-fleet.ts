/** The hub and the instances of the proof `rollout`, and which of their installations are where they must not be. */
import type { ServiceProcess } from '../bench/service-process.js';
import { eventually } from './delivery-system.js';
import type { Random } from './random.js';
import {
  includes,
  type FollowingInstance,
  type Placed,
  type requesterOf,
  type SimulatedInstance,
} from './rollout-instances.js';
import { VERSIONS } from './rollout-releases.js';

const settledMs = 60_000;
/** After a halt, moves are waited for as long as several rounds of the hub's clock. */
export const watchedMs = 3_000;
/** The hub is killed within this time: before, while, or after it states the next stage or a halt. */
export const killWithinMs = 1_500;

export interface RolloutSize {
  readonly instances: number;
  readonly installations: number;
}
export interface Fleet {
  readonly natsUrl: string;
  readonly hub: ReturnType<typeof requesterOf>;
  readonly killable: KillableHub;
  readonly simulated: readonly SimulatedInstance[];
  /** Those, and a real one. */
  readonly instances: readonly FollowingInstance[];
  readonly random: Random;
  readonly report: (line: string) => void;
}

/** The catalogue of the hub, which is killed again and again. */
export class KillableHub {
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

export async function placedIn(
  instances: readonly FollowingInstance[],
  version: string = VERSIONS.rolledOut,
): Promise<readonly Placed[]> {
  return (await Promise.all(instances.map((instance) => instance.placed(version)))).flat();
}

/** How many have not moved in a stage of `from` percent, or have moved beyond one of `to` percent. */
export function outside(all: readonly Placed[], from: number, to: number): number {
  return all.filter(({ place, hasMoved }) => (hasMoved ? !includes(to, place) : includes(from, place))).length;
}

/** Waits until the instances have applied what the hub states, and counts the installations that are wrong then. */
export async function wrongIn(
  instances: readonly FollowingInstance[],
  percent: number,
  version: string = VERSIONS.rolledOut,
): Promise<number> {
  const counted = async (): Promise<number> => outside(await placedIn(instances, version), percent, percent);
  await eventually(async () => (await counted()) === 0, settledMs);
  return await counted();
}
