import type {
  InboxSearch,
  RowsOfPage,
  SourceContentType,
  SourceForPeople,
  SourceKind,
  SourceResource,
  SourceStatus,
  SourceText,
} from '@kushk/contracts';
import { readPage, stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Brackets, Column, Entity, PrimaryColumn, Repository, type SelectQueryBuilder } from 'typeorm';
import { DocumentRow } from '../document/document.view.js';
import { People } from '../person/person.view.js';
import { isSearch, ofStatus, restrictToSearch, withinNewest } from '../platform-record/record-reader.view.js';
import { SessionRow } from '../session/session.view.js';
import { sourceStream, type ExistingSource } from './source.js';

@Entity('sources')
export class SourceRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') installation_id: string;
  @Column('text') organisation_id: string;
  @Column('text') plugin_id: string;
  @Column('text') external_id: string;
  @Column('text') status: SourceStatus;
  @Column('text') kind: SourceKind;
  @Column('text') title: string;
  @Column('text') content_type: SourceContentType;
  @Column('text') digest: string;
  @Column('int') size: number;
  @Column('timestamptz') occurred_at: Date;
  /** The person whose handle the plugin used. */
  @Column('text', { nullable: true }) on_behalf_of: string | null;
  @Column('timestamptz') created_at: Date;
  @Column('text', { nullable: true }) reviewed_by: string | null;
  @Column('timestamptz', { nullable: true }) reviewed_at: Date | null;
  @Column('text', { nullable: true }) record_id: string | null;
  @Column('text', { nullable: true }) session_id: string | null;
  @Column('text', { nullable: true }) text_status: SourceText | null;
  @Column('text', { nullable: true }) reason: string | null;
}

export const sources = stateView({
  entity: SourceRow,
  of: sourceStream,
  row: (source) => (source.status === 'absent' ? null : sourceRowOf(source)),
});

function sourceRowOf(source: ExistingSource): SourceRow {
  const review = source.status === 'pending' ? null : source;
  const accepted = source.status === 'accepted' ? source : null;
  return {
    stream_id: source.sourceId,
    installation_id: source.installationId,
    organisation_id: source.organisationId,
    plugin_id: source.pluginId,
    external_id: source.externalId,
    status: source.status,
    kind: source.kind,
    title: source.title,
    content_type: source.contentType,
    digest: source.digest,
    size: source.size,
    occurred_at: new Date(source.occurredAt),
    on_behalf_of: source.onBehalfOf,
    created_at: new Date(source.createdAt),
    reviewed_by: review?.reviewedBy ?? null,
    reviewed_at: review === null ? null : new Date(review.reviewedAt),
    record_id: accepted?.recordId ?? null,
    session_id: accepted?.sessionId ?? null,
    text_status: accepted?.text ?? null,
    reason: source.status === 'dismissed' ? source.reason : null,
  };
}

/** The filters of a list. */
interface SourceFilters {
  /** Only those of this plugin; null: all. */
  readonly pluginId?: string | null;
  readonly search?: InboxSearch;
}
/** A page of sources, beginning after the id `start`. */
interface SourcePage extends SourceFilters {
  readonly status: SourceStatus | null;
  readonly start: string | null;
  readonly limit: number;
}
/** The plugin that reads; `person_id` is the person whose handle it uses. */
export interface SourcesOfPlugin {
  readonly installation_id: string;
  readonly organisation_id: string;
  readonly person_id: string | null;
}

/**
 * Reads sources. A plugin reads its own. People see a source that nobody has accepted unless it came through the handle
 * of one person: then only this person and the admins see it. They see an accepted source when they see its record.
 */
@Injectable()
export class Sources {
  constructor(
    @InjectRepository(SourceRow) private readonly rows: Repository<SourceRow>,
    private readonly people: People,
  ) {}

  async ofPlugin(of: SourcesOfPlugin, page: SourcePage): Promise<RowsOfPage<SourceRow>> {
    return await readSources(await this.visibleToPlugin(of), page);
  }

  async findOfPlugin(of: SourcesOfPlugin, sourceId: string): Promise<SourceRow | null> {
    const query = await this.visibleToPlugin(of);
    return await query.andWhere('s.stream_id = :sourceId', { sourceId }).getOne();
  }

  async ofOrganisation(organisationId: string, personId: string, page: SourcePage): Promise<RowsOfPage<SourceRow>> {
    return await readSources(await this.visibleTo(organisationId, personId), page);
  }

  async find(organisationId: string, personId: string, sourceId: string): Promise<SourceRow | null> {
    const query = await this.visibleTo(organisationId, personId);
    return await query.andWhere('s.stream_id = :sourceId', { sourceId }).getOne();
  }

  /** The number of pending sources that a person can see and the list has for the filter, at most `max`. */
  async countPending(
    { organisationId, personId, max }: { organisationId: string; personId: string; max: number },
    filter: SourceFilters,
  ): Promise<number> {
    const query = await this.visibleTo(organisationId, personId);
    query.andWhere('s.status = :status', { status: 'pending' });
    restrict(query, filter, 'pending');
    return (await query.select('1').limit(max).getRawMany()).length;
  }

  private async visibleToPlugin({
    installation_id: installationId,
    organisation_id: organisationId,
    person_id: personId,
  }: SourcesOfPlugin): Promise<SelectQueryBuilder<SourceRow>> {
    const visible =
      personId === null ? this.inOrganisation(organisationId) : await this.visibleTo(organisationId, personId);
    return visible.andWhere('s.installation_id = :installationId', { installationId });
  }

  private inOrganisation(organisationId: string): SelectQueryBuilder<SourceRow> {
    return this.rows.createQueryBuilder('s').where('s.organisation_id = :organisationId', { organisationId });
  }

  private async visibleTo(organisationId: string, personId: string): Promise<SelectQueryBuilder<SourceRow>> {
    const person = await this.people.find(organisationId, personId);
    const query = this.inOrganisation(organisationId);
    const isVisible = 'r.visible_to is null or :viewer = any(r.visible_to)';
    const documents = query.subQuery().select('1').from(DocumentRow, 'r');
    const sessions = query.subQuery().select('1').from(SessionRow, 'r');
    documents.where('r.stream_id = s.record_id and (:isAdmin or ' + isVisible + ')');
    sessions.where('r.stream_id = s.session_id and (' + isVisible + ')');
    return query.andWhere(
      new Brackets((where) => {
        where
          .where("s.status <> 'accepted' and (s.on_behalf_of is null or s.on_behalf_of = :viewer or :isAdmin)")
          .orWhere(`s.status = 'accepted' and s.kind = 'document' and exists ${documents.getQuery()}`)
          .orWhere(`s.status = 'accepted' and s.kind = 'message' and exists ${sessions.getQuery()}`);
      }),
      { viewer: person?.id ?? null, isAdmin: person?.role === 'admin' },
    );
  }
}

/** The longest columns of a row. */
const BYTES = 'octet_length(s.title) + octet_length(s.external_id) + coalesce(octet_length(s.reason), 0)';

async function readSources(
  query: SelectQueryBuilder<SourceRow>,
  { status, start, limit, ...filter }: SourcePage,
): Promise<RowsOfPage<SourceRow>> {
  restrict(query, filter, status);
  ofStatus(query, { status, start, sort: filter.search?.sort ?? 'newest' });
  return await readPage(query, { limit, bytes: BYTES });
}

function restrict(
  query: SelectQueryBuilder<SourceRow>,
  { pluginId = null, search = {} }: SourceFilters,
  status: SourceStatus | null,
): void {
  if (pluginId !== null) query.andWhere('s.plugin_id = :pluginId', { pluginId });
  if (pluginId !== null || isSearch(search)) withinNewest(query, status);
  restrictToSearch(query, search, (hasWord) => ['s.title', 's.external_id'].map(hasWord));
}

/** Converts the state of a source to its API resource, so that commands and queries return the same format. */
export function sourceToWire(source: ExistingSource): SourceResource {
  return sourceRowToWire(sourceRowOf(source));
}

export function sourceForPeopleToWire(source: ExistingSource): SourceForPeople {
  return sourceRowForPeopleToWire(sourceRowOf(source));
}

export function sourceRowToWire(row: SourceRow): SourceResource {
  const { stream_id, status, external_id, kind, title, content_type, size, digest, record_id, reason } = row;
  return {
    id: stream_id,
    status,
    external_id,
    kind,
    title,
    content_type,
    size,
    digest,
    occurred_at: row.occurred_at.toISOString(),
    created_at: row.created_at.toISOString(),
    reviewed_at: row.reviewed_at?.toISOString() ?? null,
    record_id,
    reason,
  };
}

export function sourceRowForPeopleToWire(row: SourceRow): SourceForPeople {
  const { installation_id, plugin_id, reviewed_by, session_id, text_status } = row;
  return { ...sourceRowToWire(row), installation_id, plugin_id, reviewed_by, session_id, text: text_status };
}
