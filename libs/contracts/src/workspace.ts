/** The platform's side that a plugin works in: organisations, people, cases, plugin records, proposals. */
import { command, publicFact, query, type JsonObject, type Once } from './language.js';

export interface OrganisationResource {
  readonly id: string;
  readonly name: string;
  readonly locale: {
    readonly language: string;
    readonly direction: 'rtl' | 'ltr';
    readonly calendar: string;
    readonly timezone: string;
  };
  readonly created_at: string;
}
export interface PersonResource {
  readonly id: string;
  readonly name: string;
  readonly role: 'admin' | 'member';
}
export interface CaseResource {
  readonly id: string;
  readonly title: string;
  readonly status: 'open' | 'closed';
  readonly description: string | null;
  /** In the organisation's own money, as it was given: a decimal string (exact) or a number. No currency is kept. */
  readonly amount: string | number | null;
  readonly due_on: string | null;
  readonly assignee_id: string | null;
  readonly member_ids: readonly string[] | null;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
}
export interface RecordResource {
  readonly type: string;
  readonly external_id: string;
  readonly data: JsonObject;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
}
export type ProposalStatus = 'pending' | 'applied' | 'rejected';
export interface ProposalResource {
  readonly id: string;
  readonly status: ProposalStatus;
  readonly external_id: string;
  readonly record_type: string;
  readonly action: 'create' | 'update';
  readonly record_id: string | null;
  readonly base_revision: number | null;
  readonly changes: JsonObject;
  readonly summary: string;
  readonly assignee_id: string | null;
  readonly reason: string | null;
  readonly settled_by: 'person' | 'rule' | null;
  readonly revision: number;
  readonly created_at: string;
  readonly settled_at: string | null;
}
export interface ProposalForPeople extends ProposalResource {
  readonly installation_id: string;
  readonly plugin_id: string;
}
interface InInstallation {
  installation_id: string;
  organisation_id: string;
}
/** `person_id` set: seen through a handle, so only what that person sees. */
interface Seen {
  person_id: string | null;
}

export const workspace = {
  /** By the platform's own administrator (configuration `KUSHK_PLATFORM_ADMINS`); makes the organisation and its first admin. */
  createOrganisation: command<
    {
      name: string;
      locale: OrganisationResource['locale'];
      admin: { issuer: string; subject: string; name: string };
      once?: Once;
    },
    { organisation: OrganisationResource; admin: PersonResource }
  >('workspace', 'organisation.create'),
  /** The person behind a sign-in, in one organisation; `organisation_id` null: the only one they belong to. Refusals `auth.role_missing` where they belong to none, `organisation.required` {organisations}. */
  authenticatePerson: query<
    { issuer: string; subject: string; organisation_id: string | null },
    { organisation: OrganisationResource; person: PersonResource }
  >('workspace', 'person.authenticate'),
  getPerson: query<{ organisation_id: string; person_id: string }, PersonResource>('workspace', 'person.get'),
  addPerson: command<
    {
      organisation_id: string;
      issuer: string;
      subject: string;
      name: string;
      role: 'admin' | 'member';
      by: string;
      once?: Once;
    },
    PersonResource
  >('workspace', 'person.add'),
  removePerson: command<{ organisation_id: string; person_id: string; by: string; once?: Once }, null>(
    'workspace',
    'person.remove',
  ),
  listPeople: query<
    { organisation_id: string; limit: number; cursor: string | null },
    { items: readonly PersonResource[]; next_cursor: string | null }
  >('workspace', 'person.list'),
  createCase: command<
    {
      organisation_id: string;
      by: string;
      title: string;
      description: string | null;
      amount: string | number | null;
      due_on: string | null;
      assignee_id: string | null;
      member_ids: readonly string[] | null;
      once?: Once;
    },
    CaseResource
  >('workspace', 'case.create'),
  editCase: command<
    { organisation_id: string; by: string; case_id: string; revision: number | null; changes: JsonObject; once?: Once },
    CaseResource
  >('workspace', 'case.edit'),
  /** Only what the person sees: `member_ids` null, or the person among them, or an admin. */
  listCases: query<
    { organisation_id: string; limit: number; cursor: string | null } & Seen,
    { items: readonly CaseResource[]; next_cursor: string | null }
  >('workspace', 'case.list'),
  getCase: query<{ organisation_id: string; case_id: string } & Seen, CaseResource>('workspace', 'case.get'),

  listRecords: query<
    InInstallation & { type: string; limit: number; cursor: string | null },
    { items: readonly RecordResource[]; next_cursor: string | null }
  >('workspace', 'record.list'),
  getRecord: query<InInstallation & { type: string; external_id: string }, RecordResource>('workspace', 'record.get'),
  /** Refusals `record.type_not_found`, `record.invalid` {problems}, `record.revision_conflict` (412), `record.external_id_invalid`. `if_match` 0: only where there is none. */
  putRecord: command<
    InInstallation & { type: string; external_id: string; data: JsonObject; if_match: number | null; once?: Once },
    RecordResource & { created: boolean }
  >('workspace', 'record.put'),
  deleteRecord: command<
    InInstallation & { type: string; external_id: string; if_match: number | null; once?: Once },
    null
  >('workspace', 'record.delete'),

  makeProposal: command<
    InInstallation &
      Seen & {
        external_id: string;
        record_type: string;
        action: 'create' | 'update';
        record_id: string | null;
        base_revision: number | null;
        changes: JsonObject;
        summary: string;
        assignee_id: string | null;
        once?: Once;
      },
    { proposal: ProposalResource; created: boolean }
  >('workspace', 'proposal.make'),
  listProposalsOfPlugin: query<
    InInstallation & Seen & { status: ProposalStatus | null; limit: number; cursor: string | null },
    { items: readonly ProposalResource[]; next_cursor: string | null }
  >('workspace', 'proposal.list-of-plugin'),
  listProposals: query<
    { organisation_id: string; person_id: string; status: ProposalStatus | null; limit: number; cursor: string | null },
    { items: readonly ProposalForPeople[]; next_cursor: string | null }
  >('workspace', 'proposal.list'),
  getProposal: query<{ organisation_id: string; person_id: string; proposal_id: string }, ProposalForPeople>(
    'workspace',
    'proposal.get',
  ),
  /** Proposal and record change in one commit. Refusals `proposal.not_found`, `proposal.settled`, `proposal.stale` {conflicts:[{field, proposed, current}]}. */
  applyProposal: command<
    { organisation_id: string; person_id: string; proposal_id: string; once?: Once },
    ProposalForPeople
  >('workspace', 'proposal.apply'),
  rejectProposal: command<
    { organisation_id: string; person_id: string; proposal_id: string; reason: string | null; once?: Once },
    ProposalForPeople
  >('workspace', 'proposal.reject'),
  /** A reason written after the rejection: an update, not a new verdict (seed: Events 4). */
  giveReason: command<
    { organisation_id: string; person_id: string; proposal_id: string; reason: string; once?: Once },
    ProposalForPeople
  >('workspace', 'proposal.give-reason'),
  /** Counts of a Tehran month by installation. */
  monthlyProposals: query<
    { month: string; installation_ids: readonly string[] },
    { items: readonly { installation_id: string; applied: number; rejected: number }[] }
  >('workspace', 'usage.monthly'),
};

export interface ProposalSettledV1 {
  readonly installation_id: string;
  readonly organisation_id: string;
  readonly at: string;
  /** The `data` of `plugin.proposal.settled`. */
  readonly proposal_id: string;
  readonly external_id: string;
  readonly record_type: string;
  readonly outcome: 'applied' | 'rejected';
  readonly reason: string | null;
  readonly settled_by: 'person' | 'rule';
  readonly revision: number;
}
export const workspaceFacts = {
  /** This installation's record types, proposals and people are ready to be used. */
  installationReady: publicFact<{ readonly installation_id: string; readonly at: string }>(
    'workspace',
    'installation.ready',
  ),
  proposalSettled: publicFact<ProposalSettledV1>('workspace', 'proposal.settled'),
};
