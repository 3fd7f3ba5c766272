import { accept, unreachable, type Decision } from '@kushk/decider';
import {
  listingChanges,
  type EvaluateRelease,
  type EvaluationFacts,
  type EvaluationResult,
  type EvaluationStates,
} from '../evaluate-release/evaluate-release.js';
import type { Listing } from '../listing.js';

const nothing: Decision<EvaluationFacts, EvaluationResult> = accept({ statement: [], listing: [] }, { changed: false });

/**
 * Evaluates a deferred release again from the same status statement. Changes nothing if the release must stay
 * deferred, is no longer deferred, or has a newer statement. The sequence was already accepted, so it is not recorded
 * again.
 */
export function reevaluateRelease(
  command: EvaluateRelease,
  { statement, listing }: EvaluationStates,
): Decision<EvaluationFacts, EvaluationResult> {
  if (!isDeferred(listing) || command.sequence !== statement.sequence || command.deferred !== null) return nothing;
  const { statementProblems } = command;
  const releaseProblems = statementProblems.length > 0 ? statementProblems : command.releaseProblems;
  const facts = listingChanges({ ...command, releaseProblems }, listing);
  return accept({ statement: [], listing: facts }, { changed: facts.length > 0 });
}

function isDeferred(listing: Listing): boolean {
  switch (listing.status) {
    case 'refused':
      return listing.deferredFor !== null;
    case 'absent':
    case 'listed':
    case 'suspended':
    case 'withdrawn':
      return false;
    default:
      return unreachable(listing);
  }
}
