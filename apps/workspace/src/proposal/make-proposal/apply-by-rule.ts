/** Makes a proposal in an organisation that has rules which may apply it at once. */
import { accept, unreachable, type Decision } from '@kushk/decider';
import type { Organisation } from '../../organisation/organisation.js';
import { matchingRules, type Rule, type RuleSet } from '../../rule/rule-set.js';
import { applyProposal } from '../apply-proposal/apply-proposal.js';
import type { ExternalIdFact } from '../external-id.js';
import type { ProposableFact } from '../proposable-records.js';
import type { ProposalQuotaFact } from '../proposal-quota.js';
import type { AppliedProposal, PendingProposal, ProposalFact, Settlement } from '../proposal.js';
import { makeProposal, type MakeProposal, type MakeProposalStates } from './make-proposal.js';

export interface MakeUnderRules {
  readonly proposal: MakeProposal;
  /** The id of the record that the proposal may create. */
  readonly newRecordId: string;
  /** The usage month in which the settlement counts. */
  readonly month: string;
}
interface States extends MakeProposalStates {
  readonly organisation: Organisation;
  readonly ruleSet: RuleSet;
}
interface Facts {
  readonly quota: readonly ProposalQuotaFact[];
  readonly externalId: readonly ExternalIdFact[];
  readonly proposal: readonly ProposalFact[];
  readonly record?: readonly ProposableFact[];
}
export type MadeUnderRules =
  | { readonly created: true; readonly proposal: PendingProposal | AppliedProposal }
  | { readonly created: false; readonly proposalId: string };

/**
 * Makes the proposal and applies it by the first rule that can. Where a person would have to decide, because the record
 * was edited meanwhile or the change is no longer valid, the proposal stays pending: a rule never overwrites.
 */
export function makeUnderRules(command: MakeUnderRules, states: States): Decision<Facts, MadeUnderRules> {
  const made = makeProposal(command.proposal, states);
  if (!made.accepted || !made.reply.created) return made;
  const { proposal } = made.reply;
  for (const rule of rulesInForce(command, states)) {
    const applied = applyProposal(
      { ...settlementBy(rule, command), newRecordId: command.newRecordId, overwrite: false, seenRevision: null },
      { proposal, record: states.record },
    );
    if (!applied.accepted) continue;
    return accept(
      {
        quota: [...made.facts.quota, ...applied.facts.quota],
        externalId: [...made.facts.externalId, ...applied.facts.externalId],
        proposal: [...made.facts.proposal, ...applied.facts.proposal],
        record: applied.facts.record,
      },
      { created: true, proposal: applied.reply },
    );
  }
  return made;
}

/** Returns the matching rules whose author is an admin at this moment. */
function rulesInForce({ proposal }: MakeUnderRules, { organisation, ruleSet }: States): readonly Rule[] {
  switch (organisation.status) {
    case 'absent':
      return [];
    case 'active':
      return matchingRules(ruleSet, proposal).filter(({ createdBy }) => organisation.adminIds.includes(createdBy));
    default:
      return unreachable(organisation);
  }
}

function settlementBy({ ruleId, createdBy }: Rule, { proposal, month }: MakeUnderRules): Settlement {
  const { organisationId, at } = proposal;
  return { organisationId, person: { id: createdBy, role: 'admin' }, ruleId, month, at };
}
