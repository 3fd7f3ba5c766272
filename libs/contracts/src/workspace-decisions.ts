/** Decisions of people on proposals: those on many at once, and the undo. */
import { decisionRequires } from './caller-policy.js';
import { command, type RequestIdempotency } from './messages.js';
import type { UndoneProposal } from './workspace.js';

/** The filters of the list of proposals; absent or null: all. */
export interface ProposalFilter {
  /** Only those assigned to this person. */
  readonly assignee_id?: string | null;
  /** Only those that change this record. */
  readonly record_id?: string | null;
  /** Only those of this plugin. */
  readonly plugin_id?: string | null;
  /** Only those that change or create a record of this type. */
  readonly record_type?: string | null;
  /** True: only those of which a field was edited since. */
  readonly stale?: boolean | null;
  /** Only those whose texts contain each of these words. */
  readonly q?: string | null;
}
/** What became of one of many proposals that a person decided together. */
export interface ProposalDecision {
  readonly id: string;
  readonly outcome: 'applied' | 'rejected' | 'refused';
  /**
   * Why it was refused, such as `proposal.stale` or `proposal.settled`; otherwise null. `service.unavailable`: it is
   * not known whether it was decided, so repeat the request.
   */
  readonly code: string | null;
}

export const workspaceDecisions = {
  /**
   * Applies or rejects many pending proposals, each with a commit of its own: those with these `ids`, or those of the
   * list that match `filter` and were made until `before`. A proposal that is stale is refused, never overwritten.
   * Rejects with `request.invalid` or, when the filter selects another number, `request.selection_changed`
   * {expected_count}.
   */
  decideProposals: command<
    {
      organisation_id: string;
      person_id: string;
      ids: readonly string[] | null;
      filter: ProposalFilter | null;
      before: string | null;
      expected_count: number | null;
      action: 'apply' | 'reject';
      reason: string | null;
      idempotency?: RequestIdempotency;
    },
    { items: readonly ProposalDecision[] }
  >('workspace', 'proposal.decide', decisionRequires('admin', 'member')),
  /**
   * Writes the values into the record that it had when the same person applied the proposal; a record that the proposal
   * created is deleted. Rejects with `proposal.not_found` or `proposal.undo_refused` {reason}: `expired` (30 s after it
   * was applied), `changed` (the record was edited since), `referenced` (something refers to the created record),
   * `undone` (already), `not_applied`, `other_person` or `rule` (who applied it).
   */
  undoProposal: command<
    { organisation_id: string; person_id: string; proposal_id: string; idempotency?: RequestIdempotency },
    UndoneProposal
  >('workspace', 'proposal.undo', decisionRequires('admin', 'member')),
};
