import { requestProblem, type JsonObject, type Problem } from '@kushk/contracts';
import { accept, fold, refuse, type Decision } from '@kushk/decider';
import { validateAgainst } from '@kushk/manifest';
import { caseChangesSchema, newCaseSchema, sees, type Case } from '../../case/case.js';
import type { Capabilities } from '../../installation/installation.js';
import {
  proposalStream,
  type ExistingProposal,
  type ExternalId,
  type ExternalIdFact,
  type Proposal,
  type ProposalFact,
  type Proposed,
} from '../proposal.js';

/** `seenBy`: the person through whose handle it is made; null for the plugin itself. */
export interface MakeProposal extends Proposed {
  readonly seenBy: { readonly id: string; readonly role: 'admin' | 'member' } | null;
  readonly inputHash: string;
  readonly at: string;
}
type States = { externalId: ExternalId; proposal: Proposal; record: Case };
/** The new proposal, or the id of the one that stands already: that is another stream. */
type Made =
  | { readonly created: true; readonly proposal: ExistingProposal }
  | { readonly created: false; readonly proposalId: string };
type Facts = { externalId: ExternalIdFact[]; proposal: ProposalFact[] };

/**
 * Puts a change before the people of the organisation. The same `external_id` and content again is the same
 * proposal; other content while it is pending is refused; once it is settled the id is free (contract §8).
 */
export function makeProposal(command: MakeProposal, { externalId, record }: States): Decision<Facts, Made> {
  const { seenBy, inputHash, at, ...proposed } = command;
  if (externalId.pending !== null) {
    const { proposalId } = externalId.pending;
    if (externalId.pending.inputHash === inputHash)
      return accept({ externalId: [], proposal: [] }, { created: false, proposalId });
    return refuse('proposal.external_id_exists', { proposal_id: proposalId });
  }
  let baseRevision: number | null = null;
  if (proposed.action === 'update') {
    const hidden =
      record.status === 'absent' ||
      record.organisationId !== proposed.organisationId ||
      (seenBy !== null && !sees(seenBy, record.fields));
    if (hidden) return refuse('case.not_found', { id: proposed.recordId });
    if (proposed.baseRevision !== null && proposed.baseRevision > record.revision)
      return refuse('proposal.invalid', { problems: [notYet(record.revision)] });
    baseRevision = proposed.baseRevision ?? record.revision;
  }
  const { proposalId } = proposed;
  const made: ProposalFact = { type: 'ProposalMade', data: { ...proposed, baseRevision, at } };
  const proposal = fold(proposalStream, [made]);
  if (proposal.status === 'absent') throw new Error('a proposal that was made is there');
  return accept(
    { externalId: [{ type: 'ExternalIdTaken', data: { proposalId, inputHash } }], proposal: [made] },
    { created: true, proposal },
  );
}

/** What is wrong with a proposal before anything is looked up. `null`: the plugin may not propose this at all. */
export function proposalProblems(
  proposed: Pick<Proposed, 'recordType' | 'action' | 'recordId' | 'changes'>,
  capabilities: Capabilities,
): Problem[] | null {
  const declared = capabilities.proposals.find(({ record_type }) => record_type === proposed.recordType);
  if (declared === undefined) return null;
  if (proposed.recordType !== 'case')
    return [
      wrong('unsupported', '/record_type', 'is not kept by this platform yet', 'هنوز در این سکو نگهداری نمی‌شود'),
    ];
  if (!declared.actions.includes(proposed.action))
    return [wrong('not_declared', '/action', 'is not declared in the manifest', 'در مانیفست اعلام نشده است')];
  if (proposed.action === 'update' && proposed.recordId === null)
    return [wrong('required', '/record_id', 'is required to update a record', 'برای ویرایش رکورد لازم است')];
  if (proposed.action === 'create' && proposed.recordId !== null)
    return [wrong('not_allowed', '/record_id', 'must be absent for a new record', 'برای رکورد تازه نباید بیاید')];
  return validateAgainst(schemaFor(proposed.action), proposed.changes, '/changes');
}

function schemaFor(action: 'create' | 'update'): JsonObject {
  return action === 'create' ? newCaseSchema : caseChangesSchema;
}
function notYet(revision: number): Problem {
  return wrong(
    'out_of_range',
    '/base_revision',
    `is newer than the record, which has revision ${revision}`,
    `از ویرایش کنونی رکورد (${revision}) جلوتر است`,
  );
}
function wrong(code: string, path: string, message: string, message_fa: string): Problem {
  return requestProblem(code, path, { message, message_fa });
}
