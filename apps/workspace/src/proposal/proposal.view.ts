import type {
  InboxSearch,
  JsonObject,
  ProposalForPeople,
  ProposalResource,
  ProposalStatus,
  RowsOfPage,
  UndoneProposal,
} from '@kushk/contracts';
import { counterView, readPage, stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, Brackets, Column, Entity, PrimaryColumn, Repository, type SelectQueryBuilder } from 'typeorm';
import { CalendarEventRow } from '../calendar-event/calendar-event.view.js';
import { CaseRow } from '../case/case.view.js';
import { DocumentRow } from '../document/document.view.js';
import { People } from '../person/person.view.js';
import { isSearch, ofStatus, restrictToSearch, withinNewest } from '../platform-record/record-reader.view.js';
import { proposalStream, type ExistingProposal } from './proposal.js';

@Entity('proposals')
export class ProposalRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') installation_id: string;
  @Column('text') organisation_id: string;
  @Column('text') plugin_id: string;
  @Column('text') external_id: string;
  @Column('text') status: ProposalStatus;
  @Column('text') record_type: string;
  @Column('text') action: 'create' | 'update';
  @Column('text', { nullable: true }) record_id: string | null;
  @Column('int', { nullable: true }) base_revision: number | null;
  @Column('json') changes: JsonObject;
  /** The values of the changed fields when it was made. A page of a list does not read it. */
  @Column('json', { select: false }) base_values?: JsonObject;
  /** The changed fields of which the plugin had not read the value. Null in rows of 0.1.0. */
  @Column('text', { array: true, nullable: true, select: false }) edited_fields?: readonly string[] | null;
  @Column('text') summary: string;
  @Column('text', { nullable: true }) assignee_id: string | null;
  @Column('text', { nullable: true }) reason: string | null;
  @Column('text', { nullable: true }) rule_id: string | null;
  @Column('text', { nullable: true }) settler_id: string | null;
  @Column('int') revision: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz', { nullable: true }) settled_at: Date | null;
  /** When its change was taken back. */
  @Column('timestamptz', { nullable: true }) undone_at: Date | null;
}

/**
 * The number of proposals that were settled in a month of the Tehran (Persian) calendar, by installation
 * (docs/reference/usage.md). The counters only increase.
 */
@Entity('monthly_proposals')
export class MonthlyProposalsRow {
  @PrimaryColumn('text') installation_id: string;
  @PrimaryColumn('text') month: string;
  @Column('bigint') applied: string;
  @Column('bigint') rejected: string;
}

export const proposals = stateView({
  entity: ProposalRow,
  of: proposalStream,
  row: (proposal) => (proposal.status === 'absent' ? null : proposalRowOf(proposal)),
});

/** Counts settlements. A reason that is added later is not counted, because the proposal was already settled. */
export const monthlyProposals = counterView({
  entity: MonthlyProposalsRow,
  of: proposalStream,
  keys: ['installation_id', 'month'],
  counters: ['applied', 'rejected'],
  rows: (fact) => {
    if (fact.type !== 'ProposalApplied' && fact.type !== 'ProposalRejected') return [];
    const { installationId, month } = fact.data;
    const applied = fact.type === 'ProposalApplied';
    return [{ installation_id: installationId, month, applied: applied ? 1 : 0, rejected: applied ? 0 : 1 }];
  },
});

function proposalRowOf(proposal: ExistingProposal): ProposalRow {
  return {
    stream_id: proposal.proposalId,
    installation_id: proposal.installationId,
    organisation_id: proposal.organisationId,
    plugin_id: proposal.pluginId,
    external_id: proposal.externalId,
    status: proposal.status,
    record_type: proposal.recordType,
    action: proposal.action,
    record_id: proposal.recordId,
    base_revision: proposal.baseRevision,
    changes: proposal.changes,
    base_values: proposal.baseValues,
    edited_fields: proposal.editedFields ?? null,
    summary: proposal.summary,
    assignee_id: proposal.assigneeId,
    reason: proposal.reason,
    rule_id: proposal.status === 'applied' ? proposal.ruleId : null,
    settler_id: proposal.status === 'applied' || proposal.status === 'rejected' ? proposal.settlerId : null,
    revision: proposal.revision,
    created_at: new Date(proposal.createdAt),
    settled_at: proposal.settledAt === null ? null : new Date(proposal.settledAt),
    undone_at: proposal.status === 'applied' && proposal.undoneAt !== undefined ? new Date(proposal.undoneAt) : null,
  };
}

/** The filters of a list; null: all. */
interface ProposalFilters {
  /** Only those assigned to this person. */
  readonly assigneeId?: string | null;
  /** Only those that change this record. */
  readonly recordId?: string | null;
  /** Only those of this plugin. */
  readonly pluginId?: string | null;
  /** Only those that change or create a record of this type. */
  readonly recordType?: string | null;
  /** Only pending ones of which a field was edited since. */
  readonly isStale?: boolean;
  readonly search?: InboxSearch;
}
/** A page of proposals, beginning after the id `start`. */
interface ProposalPage extends ProposalFilters {
  readonly status: ProposalStatus | null;
  readonly start: string | null;
  readonly limit: number;
  readonly maxBytes?: number | undefined;
}

/** The plugin that reads; `person_id` is the person whose handle it uses. */
interface OfPlugin {
  readonly installation_id: string;
  readonly organisation_id: string;
  readonly person_id: string | null;
}

/**
 * Reads proposals. A plugin can read its own proposals; a person can read the proposals whose record the person can
 * see.
 */
@Injectable()
export class Proposals {
  constructor(
    @InjectRepository(ProposalRow) private readonly rows: Repository<ProposalRow>,
    @InjectRepository(MonthlyProposalsRow) private readonly months: Repository<MonthlyProposalsRow>,
    private readonly people: People,
  ) {}

  /**
   * Lists the proposals of a plugin. With a person's handle, the plugin gets only the proposals that this person can
   * see.
   */
  async ofPlugin(of: OfPlugin, page: ProposalPage): Promise<RowsOfPage<ProposalRow>> {
    return await this.read(await this.visibleToPlugin(of), page);
  }

  /** Returns a proposal of the plugin, or null when it does not exist or the person with the handle cannot see it. */
  async findOfPlugin(of: OfPlugin, proposalId: string): Promise<ProposalRow | null> {
    const query = await this.visibleToPlugin(of);
    return await this.one(query, proposalId);
  }

  async ofOrganisation(organisationId: string, personId: string, page: ProposalPage): Promise<RowsOfPage<ProposalRow>> {
    return await this.read(await this.visibleTo(organisationId, personId), page);
  }

  async find(organisationId: string, personId: string, proposalId: string): Promise<ProposalRow | null> {
    const query = await this.visibleTo(organisationId, personId);
    return await this.one(query, proposalId);
  }

  /** The ids of the pending proposals that a person can see and the list has for the filter, at most `max`. */
  async pendingIds(
    organisationId: string,
    personId: string,
    { filter, before, max }: { readonly filter: ProposalFilters; readonly before: Date; readonly max: number },
  ): Promise<readonly string[]> {
    const query = await this.visibleTo(organisationId, personId);
    this.restrict(query, filter, 'pending');
    query.andWhere('p.created_at <= :before', { before });
    ofStatus(query, { status: 'pending', start: null, sort: 'newest' });
    const rows = await query.select('p.stream_id', 'id').limit(max).getRawMany<{ id: string }>();
    return rows.map(({ id }) => id);
  }

  /** The number of pending proposals that a person can see and the list has for the filter, at most `max`. */
  async countPending(
    { organisationId, personId, max }: { organisationId: string; personId: string; max: number },
    filter: ProposalFilters,
  ): Promise<number> {
    const query = await this.visibleTo(organisationId, personId);
    query.andWhere('p.status = :status', { status: 'pending' });
    this.restrict(query, filter, 'pending');
    return (await query.select('1').limit(max).getRawMany()).length;
  }

  async settledIn(month: string, installationIds: readonly string[]): Promise<MonthlyProposalsRow[]> {
    return await this.months.findBy({ month, installation_id: Any([...installationIds]) });
  }

  private async one(query: SelectQueryBuilder<ProposalRow>, proposalId: string): Promise<ProposalRow | null> {
    const rows = await query.andWhere('p.stream_id = :proposalId', { proposalId }).getMany();
    const [row = null] = await this.withMembersOnly(rows);
    return row;
  }

  private async read(
    query: SelectQueryBuilder<ProposalRow>,
    { status, search = {}, start, ...page }: ProposalPage,
  ): Promise<RowsOfPage<ProposalRow>> {
    this.restrict(query, { ...page, search }, status);
    ofStatus(query, { status, start, sort: search.sort ?? 'newest' });
    const { rows, hasMore } = await readPage(query, { ...page, bytes: BYTES });
    return { rows: await this.withMembersOnly(rows), hasMore };
  }

  private restrict(
    query: SelectQueryBuilder<ProposalRow>,
    { search = {}, ...filters }: ProposalFilters,
    status: ProposalStatus | null,
  ): void {
    const { assigneeId = null, recordId = null, pluginId = null, recordType = null, isStale = false } = filters;
    if (assigneeId !== null) query.andWhere('p.assignee_id = :assigneeId', { assigneeId });
    if (recordId !== null) query.andWhere('p.record_id = :recordId', { recordId });
    if (pluginId !== null) query.andWhere('p.plugin_id = :pluginId', { pluginId });
    if (recordType !== null) query.andWhere('p.record_type = :recordType', { recordType });
    const stale = `p.record_id is not null and ${this.ofRecord(IS_STALE)}`;
    if (isStale) query.andWhere(stale);
    if (recordType !== null || isStale || isSearch(search)) withinNewest(query, status);
    restrictToSearch(query, search, (words) => {
      const found = ['p.summary', 'p.external_id', this.ofRecord(TITLE)].map(words);
      // Without `case` PostgreSQL searches the words first: by its estimate the comparison of fields costs more, and in
      // fact it takes a third of the time.
      return isStale ? [`case when ${stale} then ${found.join(' or ')} else false end`] : found;
    });
  }

  /** An SQL expression about the record `r` that a proposal changes; null where there is none. */
  private ofRecord(expression: string): string {
    const branches = Object.entries(recordEntities).map(([recordType, entity]) => {
      const { tableName } = this.rows.manager.connection.getMetadata(entity);
      return `when '${recordType}' then (select ${expression} from ${tableName} r where r.stream_id = p.record_id)`;
    });
    return `case p.record_type ${branches.join(' ')} end`;
  }

  /**
   * A person who left the organisation settles no proposal any more, so a pending one is assigned to nobody. Settled
   * ones keep their history.
   */
  private async withMembersOnly(rows: readonly ProposalRow[]): Promise<ProposalRow[]> {
    const isAssigned = ({ status, assignee_id }: ProposalRow): boolean => status === 'pending' && assignee_id !== null;
    const assigned = rows.filter(isAssigned);
    const [first] = assigned;
    if (first === undefined) return [...rows];
    const ids = [...new Set(assigned.map(({ assignee_id }) => assignee_id!))];
    const members = await this.people.known(first.organisation_id, ids);
    return rows.map((row) =>
      isAssigned(row) && !members.has(row.assignee_id!) ? Object.assign(row, { assignee_id: null }) : row,
    );
  }

  private async visibleToPlugin({
    installation_id: installationId,
    organisation_id: organisationId,
    person_id: personId,
  }: OfPlugin): Promise<SelectQueryBuilder<ProposalRow>> {
    const visible =
      personId === null ? this.inOrganisation(organisationId) : await this.visibleTo(organisationId, personId);
    return visible.andWhere('p.installation_id = :installationId', { installationId });
  }

  private inOrganisation(organisationId: string): SelectQueryBuilder<ProposalRow> {
    return this.rows.createQueryBuilder('p').where('p.organisation_id = :organisationId', { organisationId });
  }

  /** The proposals of the organisation that the person can see, as `p`. */
  async visibleTo(organisationId: string, personId: string): Promise<SelectQueryBuilder<ProposalRow>> {
    const person = await this.people.find(organisationId, personId);
    const query = this.inOrganisation(organisationId);
    if (person?.role === 'admin') return query;
    const viewer = person?.id ?? null;
    return query.andWhere(
      new Brackets((where) => {
        where.where('p.record_id is null');
        for (const [recordType, entity] of Object.entries(recordEntities)) {
          const visible = query
            .subQuery()
            .select('1')
            .from(entity, 'r')
            .where('r.stream_id = p.record_id and (r.visible_to is null or :viewer = any(r.visible_to))');
          where.orWhere(`(p.record_type = '${recordType}' and exists ${visible.getQuery()})`, { viewer });
        }
      }),
    );
  }
}

/** The tables of the records that plugins can propose changes to, by record type. */
export const recordEntities = { case: CaseRow, document: DocumentRow, calendar_event: CalendarEventRow } as const;
/** Whether the pending proposal `p` is stale in the record `r`, as `proposedFields` says it. */
export const IS_STALE = `p.status = 'pending' and exists (
  select from json_object_keys(p.changes) as field
  where ((r.fields->field)::text is distinct from coalesce(p.base_values->field, 'null')::text
      or field = any(p.edited_fields))
    and (r.fields->field)::text is distinct from (p.changes->field)::text)`;
const TITLE = `r.fields->>'title'`;
const BYTES = 'p.changes_bytes + octet_length(p.summary) + coalesce(octet_length(p.reason), 0)';

/** Converts the state of a proposal to its API resource, so that commands and queries return the same format. */
export function proposalToWire(proposal: ExistingProposal): ProposalResource {
  return proposalRowToWire(proposalRowOf(proposal));
}

export function proposalForPeopleToWire(proposal: ExistingProposal): ProposalForPeople {
  return proposalRowForPeopleToWire(proposalRowOf(proposal));
}

/** From the state: a process of the last release writes rows without the time of the undo. */
export function undoneProposalToWire(proposal: ExistingProposal): UndoneProposal {
  return proposalRowWithUndoToWire(proposalRowOf(proposal));
}

export function proposalRowWithUndoToWire(row: ProposalRow): UndoneProposal {
  return { ...proposalRowForPeopleToWire(row), undone_at: row.undone_at?.toISOString() ?? null };
}

export function proposalRowToWire(row: ProposalRow): ProposalResource {
  const {
    stream_id,
    status,
    external_id,
    record_type,
    action,
    record_id,
    base_revision,
    changes,
    summary,
    assignee_id,
    reason,
    rule_id,
    revision,
    created_at,
    settled_at,
  } = row;
  return {
    id: stream_id,
    status,
    external_id,
    record_type,
    action,
    record_id,
    base_revision,
    changes,
    summary,
    assignee_id,
    reason,
    settled_by: rule_id !== null ? 'rule' : status === 'applied' || status === 'rejected' ? 'person' : null,
    revision,
    created_at: created_at.toISOString(),
    settled_at: settled_at?.toISOString() ?? null,
  };
}

export function proposalRowForPeopleToWire(row: ProposalRow): ProposalForPeople {
  const { installation_id, plugin_id, rule_id, settler_id } = row;
  return { ...proposalRowToWire(row), installation_id, plugin_id, rule_id, settler_id };
}
