/** A command that waits in a batcher or is executed, and what its caller gets. */
import type { Outcome } from '@kushk/decider';
import { StoreTimeout, StoreUnavailable } from '../command.js';
import type { Queued, QueueLimits } from './command-queue.js';
import type { AnyCommand, CommandResult } from './decide-batch.js';
import { errorClassOf } from '../error-class.js';
import type { UncertainCommit } from './batch-executor.js';

/** Assumed size of a command whose request is not known, for example of a reaction, in bytes. */
export const defaultCommandBytes = 1_024;

/** A later attempt failed, but an earlier one may be stored. The error of the later one would claim that it is not. */
const uncertainOutcome = 'the response to a commit was lost, and repeating the command failed';

export interface QueuedCommand extends Queued {
  readonly command: AnyCommand;
  readonly expiresAt: number;
  isSettled: boolean;
  readonly resolve: (outcome: Outcome<unknown>) => void;
  readonly reject: (reason: unknown) => void;
}

export type QueuedBatch = readonly QueuedCommand[];

export interface SplitCause {
  readonly cause: unknown;
  readonly uncertain: readonly UncertainCommit<QueuedCommand>[];
}

export function sizeOf(items: QueuedBatch): QueueLimits {
  return { commands: items.length, bytes: items.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** The error of a command that failed alone. */
export function errorOf({ cause, uncertain }: SplitCause): unknown {
  if (uncertain.length > 0) return new StoreUnavailable(uncertainOutcome, { cause });
  return errorClassOf(cause) === 'timeout' ? new StoreTimeout('the command takes too long', { cause }) : cause;
}

/** The label of a result in the metrics. */
export function labelOf(result: CommandResult): 'accepted' | 'refused' | 'replayed' | 'failed' {
  if ('thrown' in result) return 'failed';
  if (!result.outcome.accepted) return 'refused';
  return result.outcome.replayed ? 'replayed' : 'accepted';
}
