import type { JsonObject, Problem } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision, type Refused } from '@kushk/decider';
import { canSee, type Viewer } from '../../platform-record/visibility.js';
import type { ExternalId, ExternalIdFact } from '../external-id.js';
import { proposable, type PresentProposable, type ProposableRecord } from '../proposable-records.js';
import type { ProposalQuota, ProposalQuotaFact } from '../proposal-quota.js';
import { pendingProposal, type PendingProposal, type Proposal, type ProposalFact, type Proposed } from '../proposal.js';
import { assigneeCannotSee } from '../settle-access.js';
import { newerThanRecord } from './proposal-problems.js';

export interface MakeProposal extends Proposed {
  /** The person whose handle the plugin used; null when the plugin used no handle. */
  readonly viewer: Viewer | null;
  /** The person with the id `assigneeId`; null when the proposal is assigned to nobody. */
  readonly assignee: Viewer | null;
  readonly inputHash: string;
  /** How many proposals of the installation may be pending. */
  readonly maxPending: number;
  readonly at: string;
}
export interface MakeProposalStates {
  readonly quota: ProposalQuota;
  readonly externalId: ExternalId;
  readonly proposal: Proposal;
  readonly record: ProposableRecord;
}
interface Facts {
  readonly quota: readonly ProposalQuotaFact[];
  readonly externalId: readonly ExternalIdFact[];
  readonly proposal: readonly ProposalFact[];
}
/**
 * The new proposal, or the id of the pending proposal with the same external id. The pending proposal is in another
 * stream, so only its id is known.
 */
type MadeProposal =
  | { readonly created: true; readonly proposal: PendingProposal }
  | { readonly created: false; readonly proposalId: string };

/**
 * Makes a proposal that the people of the organisation can apply or reject. The same `external_id` with the same
 * content returns the pending proposal. Different content is rejected while the proposal is pending. After the
 * settlement or the withdrawal the `external_id` can be used again.
 */
export function makeProposal(command: MakeProposal, states: MakeProposalStates): Decision<Facts, MadeProposal> {
  const { externalId, proposal, record } = states;
  switch (externalId.status) {
    case 'taken': {
      const { proposalId, inputHash } = externalId;
      // Another person's handle may have made the proposal. A record that is not visible is like one that is absent.
      if (command.action === 'update' && !(record.status === 'present' && isVisible(command, record)))
        return notFound(command);
      return inputHash === command.inputHash
        ? accept({ quota: [], externalId: [], proposal: [] }, { created: false, proposalId })
        : refuse('proposal.external_id_exists', { proposal_id: proposalId });
    }
    case 'free':
      break;
    default:
      return unreachable(externalId);
  }
  switch (proposal.status) {
    case 'absent':
      return makeNewProposal(command, states);
    case 'pending':
    case 'applied':
    case 'rejected':
    case 'withdrawn':
      // Ids are random, so a duplicate id is a bug and not a reason to reject the command.
      throw new Error(`proposal ${proposal.proposalId} exists already`);
    default:
      return unreachable(proposal);
  }
}

function makeNewProposal(command: MakeProposal, { quota, record }: MakeProposalStates): Decision<Facts, MadeProposal> {
  const base = baseOf(command, record);
  if (!base.accepted) return base;
  const { viewer: _viewer, assignee: _assignee, inputHash, maxPending, ...proposed } = command;
  if (quota.pending >= maxPending)
    return refuse('quota.exceeded', { quota: 'pending_proposals', limit: maxPending, used: quota.pending });
  const data = { ...proposed, ...base.reply };
  const { proposalId } = proposed;
  return accept(
    {
      quota: [{ type: 'ProposalCounted', data: { proposalId } }],
      externalId: [{ type: 'ExternalIdTaken', data: { proposalId, inputHash } }],
      proposal: [{ type: 'ProposalMade', data }],
    },
    { created: true, proposal: pendingProposal(data) },
  );
}

/** What the changes are based on: the revision of the record, and the values of the fields that change. */
interface Base {
  readonly baseRevision: number | null;
  readonly baseValues: JsonObject;
  readonly editedFields: readonly string[];
}

/** Returns the base of the proposal, or a rejection when the plugin cannot propose this change. */
function baseOf(command: MakeProposal, record: ProposableRecord): Decision<null, Base> {
  const { type } = proposable(command.recordType);
  const { action, changes } = command;
  if (action === 'create') {
    const problems = problemsIn(command, { ...type.defaults, ...changes });
    return problems.length > 0
      ? refuse('proposal.invalid', { problems })
      : accept(null, { baseRevision: null, baseValues: {}, editedFields: [] });
  }
  switch (record.status) {
    case 'absent':
      return notFound(command);
    case 'present':
      return isVisible(command, record) ? baseInRecord(command, record) : notFound(command);
    default:
      return unreachable(record);
  }
}

/** Without a handle, a plugin may propose changes to every record of the organisation. */
function isVisible({ recordType, organisationId, viewer }: MakeProposal, record: PresentProposable): boolean {
  const { visibility } = proposable(recordType).type;
  return record.organisationId === organisationId && (viewer === null || canSee(viewer, visibility(record.fields)));
}

function notFound({ recordType, recordId }: MakeProposal): Refused {
  return refuse(`${proposable(recordType).type.stream.category}.not_found`, { id: recordId });
}

function baseInRecord(command: MakeProposal, record: PresentProposable): Decision<null, Base> {
  const { baseRevision, changes } = command;
  const { revision, fields, fieldRevisions } = record;
  const problems =
    baseRevision !== null && baseRevision > revision
      ? [newerThanRecord(revision)]
      : [...assigneeProblems(command, fields), ...problemsIn(command, { ...fields, ...changes })];
  if (problems.length > 0) return refuse('proposal.invalid', { problems });
  const changed = Object.keys(changes);
  const baseValues = Object.fromEntries(changed.map((field) => [field, fields[field] ?? null]));
  const editedFields = changed.filter((field) => (fieldRevisions[field] ?? 0) > (baseRevision ?? revision));
  return accept(null, { baseRevision: baseRevision ?? revision, baseValues, editedFields });
}

/** An assignee who does not see the record would not see the proposal either. */
function assigneeProblems({ recordType, assignee }: MakeProposal, fields: JsonObject): readonly Problem[] {
  const { visibility } = proposable(recordType).type;
  return assignee === null || canSee(assignee, visibility(fields)) ? [] : [assigneeCannotSee];
}

/** The problems that only the combination of the proposed values with the others shows. */
function problemsIn({ recordType }: MakeProposal, fields: JsonObject): readonly Problem[] {
  const problems = proposable(recordType).type.problems(fields);
  return problems.map((problem) => ({ ...problem, path: `/changes${problem.path}` }));
}
