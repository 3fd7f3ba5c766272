/**
 * Records how an instance evaluated a release. Evaluations are ordered by the sequence number of their status
 * statement, so the rejection of an older or replayed statement does not undo an acceptance. Releases that the hub
 * does not know are ignored.
 */
import type { Problem } from '@kushk/contracts';
import { accept, unreachable, type Accepted } from '@kushk/decider';
import type { Release } from '../../release/release.js';
import type { Evaluation, EvaluationFact } from '../evaluation.js';

export interface RecordEvaluation {
  readonly instanceId: string;
  readonly releaseKey: string;
  readonly sequence: number;
  readonly accepted: boolean;
  readonly problems: readonly Problem[];
  readonly at: string;
}
/** A longer list of problems helps nobody and would only grow the log. */
const STORED_PROBLEMS = 100;

type RecordedEvaluation = Accepted<{ evaluation: EvaluationFact[] }, { recorded: boolean }>;

export function recordEvaluation(
  command: RecordEvaluation,
  { evaluation, release }: { evaluation: Evaluation; release: Release },
): RecordedEvaluation {
  switch (release.status) {
    case 'absent':
      return accept({ evaluation: [] }, { recorded: false });
    case 'submitted':
    case 'in_review':
    case 'approved':
    case 'rejected':
    case 'published':
    case 'suspended':
    case 'withdrawn':
      return isOutdated(command, evaluation)
        ? accept({ evaluation: [] }, { recorded: false })
        : accept({ evaluation: [evaluationFact(command)] }, { recorded: true });
    default:
      return unreachable(release);
  }
}

function isOutdated({ sequence, accepted }: RecordEvaluation, evaluation: Evaluation): boolean {
  switch (evaluation.status) {
    case 'absent':
      return sequence <= 0;
    case 'accepted':
      return sequence <= evaluation.acceptedSequence;
    case 'refused':
      return sequence <= evaluation.acceptedSequence || (!accepted && sequence < evaluation.refusedSequence);
    default:
      return unreachable(evaluation);
  }
}

function evaluationFact(command: RecordEvaluation): EvaluationFact {
  const { instanceId, releaseKey, sequence, at } = command;
  if (command.accepted) return { type: 'StatementAccepted', data: { instanceId, releaseKey, sequence, at } };
  const problems = command.problems.slice(0, STORED_PROBLEMS);
  return { type: 'StatementRefused', data: { instanceId, releaseKey, sequence, problems, at } };
}
