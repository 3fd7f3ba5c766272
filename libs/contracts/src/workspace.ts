/**
 * Requests, replies and public facts of the workspace service: organisations, people, cases, plugin records and
 * proposals.
 */
import type { RevisionCondition } from './revision-condition.js';
import { decisionRequires } from './caller-policy.js';
import type { InboxCountRequest, InboxCounts, InboxSearch } from './inbox-search.js';
import {
  command,
  publicFact,
  query,
  type JsonObject,
  type Page,
  type PageRequest,
  type RequestIdempotency,
} from './messages.js';
import { staffRequests, type InstanceRole, type InstanceStaff } from './staff.js';

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
/** A case of an organisation. With `member_ids` null every member of the organisation sees the case. */
export interface CaseResource {
  readonly id: string;
  readonly title: string;
  readonly status: 'open' | 'closed';
  readonly description: string | null;
  /**
   * The amount as it was sent, in the organisation's own currency: a decimal string (exact) or a number. The currency
   * is not stored.
   */
  readonly amount: string | number | null;
  /** `YYYY-MM-DD`. */
  readonly due_on: string | null;
  readonly assignee_id: string | null;
  readonly member_ids: readonly string[] | null;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
}
/** A record of a plugin. `revision` starts at 1 and increases with every change. */
export interface RecordResource {
  readonly type: string;
  readonly external_id: string;
  readonly data: JsonObject;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
}
/** `withdrawn`: the plugin took it back while it was pending, so nobody settled it. */
export type ProposalStatus = 'pending' | 'applied' | 'rejected' | 'withdrawn';
/** A change of a record that a plugin proposes. A person or a rule applies or rejects it. */
export interface ProposalResource {
  readonly id: string;
  readonly status: ProposalStatus;
  readonly external_id: string;
  readonly record_type: string;
  readonly action: 'create' | 'update';
  readonly record_id: string | null;
  /** The revision of the record on which the changes are based; null when the proposal creates a record. */
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
  /** The person who settled it, or the admin whose rights the rule had; null while nobody has. */
  readonly settler_id: string | null;
  /** The rule that applied it; null when a person settled it, and while it is pending. */
  readonly rule_id: string | null;
  readonly installation_id: string;
  readonly plugin_id: string;
}
/** A proposal in a list: what it changes is named, and whether that was edited since. */
export interface ListedProposal extends UndoneProposal {
  /** The current title of the record; null when the proposal creates one that does not exist yet. */
  readonly record_title: string | null;
  /** Whether a field is stale. Always false when it is not pending. */
  readonly stale: boolean;
}
/** A field that a proposal changes. */
export interface ProposedField {
  readonly field: string;
  /** Its value when the proposal was made. */
  readonly base: unknown;
  /** Its value now; null when the record does not exist. */
  readonly current: unknown;
  readonly proposed: unknown;
  /**
   * Whether applying would replace the value of an edit that the plugin had not read, or that came after the proposal.
   * Then `apply` conflicts.
   */
  readonly stale: boolean;
}
/** A field of a proposal, with what an undo writes back. */
export interface DetailedField extends ProposedField {
  /** Its value just before the proposal was applied; null when it was not applied. */
  readonly former: unknown;
}
/** An applied proposal whose change of the record was taken back. It stays applied: that was the verdict. */
export interface UndoneProposal extends ProposalForPeople {
  /** When the person who applied it undid it; null when it was not undone. */
  readonly undone_at: string | null;
}
export interface DetailedProposal extends ListedProposal {
  /** The current revision of the record; null when it does not exist. `apply` takes it as `seen_revision`. */
  readonly record_revision: number | null;
  readonly fields: readonly DetailedField[];
}
interface OfInstallation {
  installation_id: string;
  organisation_id: string;
}
/** When `person_id` is set, the plugin acts with that person's handle and sees only what the person sees. */
interface VisibleTo {
  person_id: string | null;
}

export const workspace = {
  ...staffRequests<InstanceRole, InstanceStaff>('workspace'),
  /** For platform administrators: creates the organisation and its first administrator. */
  /** All organisations of the instance, the newest first, for its platform staff. */
  listOrganisations: query<PageRequest, Page<OrganisationResource>>('workspace', 'organisation.list'),
  createOrganisation: command<
    {
      name: string;
      locale: OrganisationResource['locale'];
      admin: { issuer: string; subject: string; name: string };
      idempotency?: RequestIdempotency;
    },
    { organisation: OrganisationResource; admin: PersonResource }
  >('workspace', 'organisation.create', decisionRequires('platform_admin')),
  /**
   * Finds the person of a sign-in identity in one organisation. With `organisation_id` null it is the person's only
   * organisation. `session_key` identifies the sign-in (`SignIn`). Rejects with `auth.token_invalid` (the sign-in was
   * ended), `auth.role_missing` (member of none) or `organisation.required` {organisations} (member of several).
   * `session_id` is the session of the sign-in; null when `useSession` must start one or record a use.
   */
  authenticatePerson: query<
    { issuer: string; subject: string; organisation_id: string | null; session_key?: string; issued_at?: string },
    { organisation: OrganisationResource; person: PersonResource; session_id?: string | null }
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
      idempotency?: RequestIdempotency;
    },
    PersonResource
  >('workspace', 'person.add', decisionRequires('admin')),
  /**
   * Changes the name or the role; null leaves a field as it is. Rejects with `person.not_found` or
   * `person.last_admin`.
   */
  changePerson: command<
    {
      organisation_id: string;
      person_id: string;
      name: string | null;
      role: PersonResource['role'] | null;
      by: string;
      idempotency?: RequestIdempotency;
    },
    PersonResource
  >('workspace', 'person.change', decisionRequires('admin')),
  removePerson: command<
    { organisation_id: string; person_id: string; by: string; idempotency?: RequestIdempotency },
    null
  >('workspace', 'person.remove', decisionRequires('admin')),
  /** In the order of their ids. `query` is a text search over the names; with `ids` only these people are listed. */
  listPeople: query<
    { organisation_id: string; query?: string | null; ids?: readonly string[] } & PageRequest,
    Page<PersonResource>
  >('workspace', 'person.list'),
  /** In the byte order of their external ids. */
  listRecords: query<OfInstallation & { type: string } & PageRequest, Page<RecordResource>>('workspace', 'record.list'),
  /**
   * A text search over all texts of the data, in the order of `listRecords`. One call searches a bounded number of
   * records, so a page may have few items, or none, although `next_cursor` is not null.
   */
  searchRecords: query<OfInstallation & { type: string; query: string } & PageRequest, Page<RecordResource>>(
    'workspace',
    'record.search-own',
  ),
  getRecord: query<OfInstallation & { type: string; external_id: string }, RecordResource>('workspace', 'record.get'),
  /**
   * `if_match` is the revision that the write needs. Rejects with `record.type_not_found` {type, types},
   * `record.invalid` {problems}, `record.revision_conflict`, `record.external_id_invalid` or `quota.exceeded` {quota,
   * limit, used}.
   * The reply lacks the data: it is the data of the request.
   */
  putRecord: command<
    OfInstallation & {
      type: string;
      external_id: string;
      data: JsonObject;
      if_match: RevisionCondition;
      idempotency?: RequestIdempotency;
    },
    Omit<RecordResource, 'data'> & { created: boolean }
  >('workspace', 'record.put'),
  deleteRecord: command<
    OfInstallation & {
      type: string;
      external_id: string;
      if_match: RevisionCondition;
      idempotency?: RequestIdempotency;
    },
    null
  >('workspace', 'record.delete'),

  makeProposal: command<
    OfInstallation &
      VisibleTo & {
        external_id: string;
        record_type: string;
        action: 'create' | 'update';
        record_id: string | null;
        base_revision: number | null;
        changes: JsonObject;
        summary: string;
        assignee_id: string | null;
        idempotency?: RequestIdempotency;
      },
    { proposal: ProposalResource; created: boolean }
  >('workspace', 'proposal.make'),
  listProposalsOfPlugin: query<
    OfInstallation & VisibleTo & { status: ProposalStatus | null } & PageRequest,
    Page<ProposalResource>
  >('workspace', 'proposal.list-of-plugin'),
  getProposalOfPlugin: query<OfInstallation & VisibleTo & { proposal_id: string }, ProposalResource>(
    'workspace',
    'proposal.get-of-plugin',
  ),
  /** Takes a pending proposal back. Rejects with `proposal.not_found` or `proposal.settled`. */
  withdrawProposal: command<
    OfInstallation & VisibleTo & { proposal_id: string; idempotency?: RequestIdempotency },
    ProposalResource
  >('workspace', 'proposal.withdraw'),
  /** What waits in the inbox of a person. Each number stops at `MAX_COUNTED`. */
  countInbox: query<InboxCountRequest, InboxCounts>('workspace', 'inbox.count'),
  listProposals: query<
    {
      organisation_id: string;
      person_id: string;
      status: ProposalStatus | null;
      /** Only those assigned to this person. */
      assignee_id?: string | null;
      /** Only those that change this record. */
      record_id?: string | null;
      /** Only those of this plugin. */
      plugin_id?: string | null;
      /** Only those that change or create a record of this type. */
      record_type?: string | null;
      /** Only pending ones of which a field was edited since. */
      stale?: boolean;
    } & InboxSearch &
      PageRequest,
    Page<ListedProposal>
  >('workspace', 'proposal.list'),
  getProposal: query<{ organisation_id: string; person_id: string; proposal_id: string }, DetailedProposal>(
    'workspace',
    'proposal.get',
  ),
  /**
   * Assigns a pending proposal to a person of the organisation who can see its record; null takes the assignment back.
   * Rejects with `proposal.not_found`, `proposal.settled` or `request.invalid`.
   */
  assignProposal: command<
    {
      organisation_id: string;
      person_id: string;
      proposal_id: string;
      assignee_id: string | null;
      idempotency?: RequestIdempotency;
    },
    ProposalForPeople
  >('workspace', 'proposal.assign', decisionRequires('admin', 'member')),
  /**
   * Commits the proposal and the change of the record together. Rejects with `proposal.not_found`, `proposal.settled`
   * or `proposal.stale` {conflicts:[{field, base, current, proposed}], revision}. With `overwrite` the proposed values
   * win over newer edits; with `seen_revision` as well, only over edits up to this revision of the record.
   */
  applyProposal: command<
    {
      organisation_id: string;
      person_id: string;
      proposal_id: string;
      overwrite?: boolean;
      seen_revision?: number | null;
      idempotency?: RequestIdempotency;
    },
    ProposalForPeople
  >('workspace', 'proposal.apply', decisionRequires('admin', 'member')),
  rejectProposal: command<
    {
      organisation_id: string;
      person_id: string;
      proposal_id: string;
      reason: string | null;
      idempotency?: RequestIdempotency;
    },
    ProposalForPeople
  >('workspace', 'proposal.reject', decisionRequires('admin', 'member')),
  /** Adds the reason after the rejection. The outcome stays the same. */
  explainRejection: command<
    {
      organisation_id: string;
      person_id: string;
      proposal_id: string;
      reason: string;
      idempotency?: RequestIdempotency;
    },
    ProposalForPeople
  >('workspace', 'proposal.explain-rejection', decisionRequires('admin', 'member')),
  /** Counts of applied and rejected proposals in a usage month (`YYYY-MM`, Tehran time) by installation. */
  monthlyProposals: query<
    { month: string; installation_ids: readonly string[] },
    { items: readonly { installation_id: string; applied: number; rejected: number }[] }
  >('workspace', 'usage.monthly'),
};

export interface ProposalSettledV1 {
  readonly installation_id: string;
  readonly organisation_id: string;
  readonly at: string;
  /** The fields from here on are the `data` of the event `plugin.proposal.settled`. */
  readonly proposal_id: string;
  readonly external_id: string;
  readonly record_type: string;
  /** The changed or created record; null when a proposal that creates a record is rejected. */
  readonly record_id: string | null;
  readonly outcome: 'applied' | 'rejected';
  readonly reason: string | null;
  readonly settled_by: 'person' | 'rule';
  readonly revision: number;
}
/** The person who applied a proposal took the change of the record back. Its outcome stands. */
export interface ProposalUndoneV1 {
  readonly installation_id: string;
  readonly organisation_id: string;
  readonly at: string;
  /** The fields from here on are the `data` of the event `plugin.proposal.undone`. */
  readonly proposal_id: string;
  readonly external_id: string;
  readonly record_type: string;
  /** The record with its former values; the deleted one when the proposal created it. */
  readonly record_id: string;
}
export const workspaceFacts = {
  /** The workspace is ready for this installation: its record types and proposals can be used. */
  installationReady: publicFact<{ readonly installation_id: string; readonly at: string }>(
    'workspace',
    'installation.ready',
  ),
  proposalSettled: publicFact<ProposalSettledV1>('workspace', 'proposal.settled'),
  proposalUndone: publicFact<ProposalUndoneV1>('workspace', 'proposal.undone'),
};
