import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import {
  explainedProposal,
  settledData,
  type ProposalFact,
  type RejectedProposal,
  type Settlement,
} from '../proposal.js';
import { canSettle, type ProposalAndRecord } from '../settle-access.js';

export interface ExplainRejection extends Settlement {
  readonly reason: string;
}
interface Facts {
  readonly proposal: readonly ProposalFact[];
}

/**
 * Adds a reason to a rejected proposal, or replaces its reason. The outcome stays the same, and the plugin receives
 * it again with a higher revision. The same reason again changes nothing.
 */
export function explainRejection(
  command: ExplainRejection,
  { proposal, record }: ProposalAndRecord,
): Decision<Facts, RejectedProposal> {
  if (proposal.status === 'absent' || !canSettle(command, proposal, record)) return refuse('proposal.not_found');
  switch (proposal.status) {
    case 'pending':
    case 'applied':
    case 'withdrawn':
      return refuse('proposal.not_rejected', { status: proposal.status });
    case 'rejected': {
      if (proposal.reason === command.reason) return accept({ proposal: [] }, proposal);
      const revision = proposal.revision + 1;
      const data = { ...settledData(proposal, command), reason: command.reason, revision };
      return accept({ proposal: [{ type: 'RejectionExplained', data }] }, explainedProposal(proposal, data));
    }
    default:
      return unreachable(proposal);
  }
}
