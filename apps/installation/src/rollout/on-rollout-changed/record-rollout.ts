/** Records what the hub states about a rollout. A statement that is not newer than the last one changes nothing. */
import type { RolloutStatement } from '@kushk/credentials';
import { accept, type Decision } from '@kushk/decider';
import type { Rollout, RolloutFact } from '../rollout.js';

export interface RecordRollout {
  /** Its signature has been verified. */
  readonly statement: RolloutStatement;
  readonly at: string;
}

export function recordRollout(
  { statement: { sequence, state, percent }, at }: RecordRollout,
  last: Rollout,
): Decision<readonly RolloutFact[], null> {
  if (sequence <= last.sequence) return accept([], null);
  return accept([{ type: 'RolloutStated', data: { sequence, state, percent, at } }], null);
}
