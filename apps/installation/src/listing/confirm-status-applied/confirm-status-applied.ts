import { accept, unreachable, type Decision } from '@kushk/decider';
import type { EvaluationFacts, EvaluationStates } from '../evaluate-release/evaluate-release.js';

export interface ConfirmStatusApplied {
  readonly pluginId: string;
  readonly version: string;
  readonly at: string;
}

/**
 * Records that the listing and the installations reflect the last status statement. Recorded once per statement, and
 * only for a release that is listed, suspended or withdrawn: a rejected release has nothing to apply.
 */
export function confirmStatusApplied(
  command: ConfirmStatusApplied,
  { statement, listing }: EvaluationStates,
): Decision<EvaluationFacts, null> {
  switch (listing.status) {
    case 'absent':
    case 'refused':
      return accept({ statement: [], listing: [] }, null);
    case 'listed':
    case 'suspended':
    case 'withdrawn': {
      const { sequence, appliedSequence } = statement;
      return accept(
        {
          statement: appliedSequence >= sequence ? [] : [{ type: 'StatusApplied', data: { ...command, sequence } }],
          listing: listing.deferredFor === null ? [] : [{ type: 'ListingDeferralEnded', data: { at: command.at } }],
        },
        null,
      );
    }
    default:
      return unreachable(listing);
  }
}
