/** What every proof consists of. */
import type { Calibration } from '../bench/calibration.js';
import type { Random } from './random.js';

/** One claim about the system, with the measured figure and its limit. */
export interface Claim {
  readonly claim: string;
  readonly measured: number;
  readonly limit: number;
  readonly unit: string;
  readonly ok: boolean;
  /** The planted defect that makes this claim fail, where a proof has one for each claim. */
  readonly catches?: string;
}

export interface ProofContext {
  readonly random: Random;
  /** The patches that the processes under proof load: the planted defect, or none. */
  readonly patches: readonly string[];
  /** Shorter runs and smaller sizes. */
  readonly isQuick: boolean;
  /** The sizes of a large system, where a proof has smaller ones as well. */
  readonly isFull: boolean;
  readonly calibration: Calibration;
  /** Prints one line of progress. */
  readonly report: (line: string) => void;
}

export interface Proof {
  readonly title: string;
  /**
   * The name of a patch in `patch-table.mjs`, or of a defect that the proof plants itself, that makes a claim fail.
   * Several: each claim `catches` one of them.
   */
  readonly plantedDefect: string | readonly string[];
  run(context: ProofContext): Promise<readonly Claim[]>;
}

/** A claim that holds when the figure is at most the limit. */
export function atMost(
  claim: string,
  measured: number,
  limit: { readonly limit: number; readonly unit: string },
): Claim {
  return { claim, measured, ...limit, ok: measured <= limit.limit };
}

/** A claim that holds when the figure is exactly the expected one. */
export function exactly(
  claim: string,
  measured: number,
  expected: { readonly limit: number; readonly unit: string },
): Claim {
  return { claim, measured, ...expected, ok: measured === expected.limit };
}
