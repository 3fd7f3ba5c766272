/**
 * The entries of a service's audit. They are written in the transaction of their facts, so that the audit has neither a
 * gap nor a duplicate, and a rebuild from the log gives the same entries.
 */
import type { AuditActorKind, AuditEntry, AuditReply, AuditRequest, JsonObject } from '@kushk/contracts';
import type { AnyStreamType } from '@kushk/decider';
import { factView, type View } from '@kushk/event-store';
import { normalisedSql, normalisedWords } from '@kushk/text-search';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import type { AnyAudit } from './audited.js';
import { firstIdAt } from './entry-id.js';
import { entryOf } from './entry.js';

@Entity('audit_entries')
export class AuditEntryRow {
  @PrimaryColumn('text') organisation_id: string;
  @PrimaryColumn('text') entry_id: string;
  @Column('timestamptz') at: Date;
  @Column('text') actor_kind: AuditActorKind;
  @Column('text') actor_id: string;
  @Column('text', { nullable: true }) actor_name: string | null;
  @Column('text', { nullable: true }) on_behalf_of: string | null;
  @Column('text') action: string;
  @Column('text') subject_type: string;
  @Column('text') subject_id: string;
  @Column('text', { nullable: true }) subject_name: string | null;
  @Column('text', { nullable: true }) installation_id: string | null;
  @Column('json') details: JsonObject;
}

/**
 * The table of the entries, for the migration of each service. A later change needs a migration of its own. Every index
 * begins with the organisation: an index on the id alone would let PostgreSQL search the entries of all others.
 */
export const auditEntriesTable = `
  create table audit_entries (
    organisation_id text not null, entry_id text collate "C" not null, at timestamptz not null,
    actor_kind text not null, actor_id text not null, actor_name text, on_behalf_of text, action text not null,
    subject_type text not null, subject_id text not null, subject_name text, installation_id text, details json not null,
    primary key (organisation_id, entry_id));
  create index audit_entries_by_actor on audit_entries (organisation_id, actor_id, entry_id);
  create index audit_entries_by_subject on audit_entries (organisation_id, subject_id, entry_id);
  create index audit_entries_by_action on audit_entries (organisation_id, action, entry_id);
  create index audit_entries_by_person on audit_entries (organisation_id, on_behalf_of, entry_id)
    where on_behalf_of is not null`;

/**
 * The views that write the entries. Throws when a stream of the service has no audit: whether its facts are audited
 * must be decided.
 */
export function auditViews(streams: readonly AnyStreamType[], audits: readonly AnyAudit[]): readonly View[] {
  const missing = streams.filter((stream) => !audits.some((audit) => audit.of === stream));
  if (missing.length > 0)
    throw new TypeError(`no audit for the streams ${missing.map(({ category }) => category).join(', ')}`);
  return audits
    .filter((audit) => Object.values(audit.facts).some(({ kind }) => kind === 'audited'))
    .map((audit) =>
      factView({
        entity: AuditEntryRow,
        of: audit.of as AnyStreamType,
        rows: (fact, state: unknown) => {
          const entry = entryOf(audit, fact, state);
          if (entry === null) return [];
          const { entryId, organisationId, at, actor, onBehalfOf, action, subject, installationId, details } = entry;
          return [
            {
              entry_id: entryId,
              organisation_id: organisationId,
              at,
              actor_kind: actor.kind,
              actor_id: actor.id,
              actor_name: actor.name,
              on_behalf_of: onBehalfOf,
              action,
              subject_type: subject.type,
              subject_id: subject.id,
              subject_name: subject.name,
              installation_id: installationId,
              details,
            },
          ];
        },
      }),
    );
}

/** Maximum number of entries that one page examines. A page that finds fewer than its limit has a cursor. */
export const MAX_EXAMINED = 5_000;

/** The filters that have an index. The first one that is given selects the entries that a page examines. */
const INDEXED = ['subject', 'on_behalf_of', 'actor', 'action'] as const;
const NAMES = normalisedSql(`concat_ws(' ', subject_name, subject_id, actor_name, actor_id, action)`);
const COLUMNS = { subject: 'subject_id', on_behalf_of: 'on_behalf_of', actor: 'actor_id', action: 'action' } as const;

/** What is beyond a position in each order, its direction, and which of the ids comes last. */
const ORDERS = {
  newest: { beyond: '<', direction: 'desc', last: 'min' },
  oldest: { beyond: '>', direction: 'asc', last: 'max' },
} as const;

/** An examined entry. `examined` is their number, `searched_to` the id of the last one. */
interface ExaminedRow extends AuditEntryRow {
  readonly examined: number;
  readonly searched_to: string;
}

/** Without a match the only row has nothing but the bounds. */
type JoinedRow = ExaminedRow | (Omit<ExaminedRow, 'entry_id'> & { readonly entry_id: null });

@Injectable()
export class AuditEntries {
  constructor(@InjectRepository(AuditEntryRow) private readonly rows: Repository<AuditEntryRow>) {}

  /** Reads a page in the order of the request. It examines at most `maxExamined` entries. */
  async list(request: AuditRequest, maxExamined = MAX_EXAMINED): Promise<AuditReply> {
    const { limit, before, from, to } = request;
    const { beyond, direction, last } = ORDERS[request.sort ?? 'newest'];
    const parameters: unknown[] = [];
    const parameter = (value: unknown): string => `$${parameters.push(value)}`;
    const [first, ...others] = INDEXED.filter((name) => request[name] !== null);
    const select = [`organisation_id = ${parameter(request.organisation_id ?? '')}`];
    if (first !== undefined) select.push(`${COLUMNS[first]} = ${parameter(request[first])}`);
    if (before !== null) select.push(`entry_id ${beyond} ${parameter(before)}`);
    if (from !== null) select.push(`entry_id >= ${parameter(firstIdAt(new Date(from)))}`);
    if (to !== null) select.push(`entry_id < ${parameter(firstIdAt(new Date(to)))}`);
    const filter = others.map((name) => `${COLUMNS[name]} = ${parameter(request[name])}`);
    for (const word of normalisedWords(request.q ?? '')) filter.push(`strpos(${NAMES}, ${parameter(word)}) > 0`);
    // Without a further filter every examined entry is on the page.
    const examined = filter.length === 0 ? limit + 1 : maxExamined;
    const rows = await this.rows.query<JoinedRow[]>(
      `with examined as materialized (
         select * from audit_entries where ${select.join(' and ')} order by entry_id ${direction} limit ${examined})
       select matching.*, bounds.* from
         (select count(*)::int as examined, ${last}(entry_id) as searched_to from examined) bounds
         left join (select * from examined ${filter.length === 0 ? '' : `where ${filter.join(' and ')}`}
           order by entry_id ${direction} limit ${limit + 1}) matching on true
       order by matching.entry_id ${direction}`,
      parameters,
    );
    return replyOf(rows, { limit, isEnd: (rows[0]?.examined ?? 0) < examined });
  }
}

function replyOf(
  rows: readonly JoinedRow[],
  { limit, isEnd }: { readonly limit: number; readonly isEnd: boolean },
): AuditReply {
  const matching = rows.filter((row): row is ExaminedRow => row.entry_id !== null);
  const items = matching.slice(0, limit).map(entryToWire);
  if (matching.length > limit) return { items, searched_to: items.at(-1)?.id ?? null };
  return { items, searched_to: isEnd ? null : (rows[0]?.searched_to ?? null) };
}

function entryToWire(row: AuditEntryRow): AuditEntry {
  return {
    id: row.entry_id,
    at: row.at.toISOString(),
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    action: row.action,
    subject: { type: row.subject_type, id: row.subject_id, name: row.subject_name },
    installation_id: row.installation_id,
    details: row.details,
  };
}
