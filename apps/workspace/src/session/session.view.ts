import type { RowsOfPage, SessionMessageResource } from '@kushk/contracts';
import { factView, readPage, stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { People } from '../person/person.view.js';
import type { Reader } from '../platform-record/reader.js';
import { MATCH_PARAMETERS, RecordReader, type Page } from '../platform-record/record-reader.view.js';
import { fromIndex, type TermsTable } from '../text-search/match-conditions.js';
import { recordRow, rowQuery, rowTerms, type RecordRow } from '../platform-record/record-row.js';
import { sessionType, type SessionFields, type SessionMessage } from './session.js';

@Entity('sessions')
export class SessionRow implements RecordRow<SessionFields> {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') organisation_id: string;
  /** The participants; null means the whole organisation. */
  @Column('text', { array: true, nullable: true }) visible_to: string[] | null;
  @Column('json') fields: SessionFields;
  @Column('timestamptz') started_at: Date;
  @Column('tsvector', { select: false }) terms?: string;
  @Column('int') revision: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}
@Entity('session_messages')
export class SessionMessageRow {
  @PrimaryColumn('text') message_id: string;
  @Column('text') session_id: string;
  @Column('text', { nullable: true }) author_id: string | null;
  @Column('text') text: string;
  @Column('timestamptz') at: Date;
  @Column('tsvector', { select: false }) terms?: string;
}

export const sessions = stateView({
  entity: SessionRow,
  of: sessionType.stream,
  row: (session) => {
    if (session.status === 'absent') return null;
    const columns = recordRow(sessionType, session, ({ title }) => [title]);
    return { ...columns, started_at: new Date(session.fields.started_at) };
  },
});
export const sessionMessages = factView({
  entity: SessionMessageRow,
  of: sessionType.stream,
  rows: (fact) => {
    if (fact.type !== 'SessionMessageAdded') return [];
    const { messageId, sessionId, organisationId, authorId, text, at } = fact.data;
    const terms = rowTerms(organisationId, [text]);
    return [{ message_id: messageId, session_id: sessionId, author_id: authorId, text, at: new Date(at), terms }];
  },
});

/** A search finds a session by its title or by one of its messages. */
export const TABLES_WITH_TERMS: readonly TermsTable[] = [
  { table: 'sessions', key: 'stream_id' },
  { table: 'session_messages', key: 'session_id' },
];

export interface SessionFilter {
  readonly since: Date | null;
  readonly until: Date | null;
  readonly query: string | null;
}

/** Reads sessions and their messages. Only their participants see them, and no other admin. */
@Injectable()
export class Sessions {
  private readonly reader: RecordReader<SessionRow>;

  constructor(
    @InjectRepository(SessionRow) rows: Repository<SessionRow>,
    @InjectRepository(SessionMessageRow) private readonly messageRows: Repository<SessionMessageRow>,
    people: People,
  ) {
    this.reader = new RecordReader(rows, people, { admins: false });
  }

  async find(reader: Reader, sessionId: string): Promise<SessionRow | null> {
    return await this.reader.find(reader, sessionId);
  }

  /** Lists the sessions that started last first. A text search finds sessions by their title or by one message. */
  async list(
    reader: Reader,
    { since, until, query: text }: SessionFilter,
    page: Page,
  ): Promise<RowsOfPage<SessionRow>> {
    const query = await this.reader.visibleTo(reader);
    if (since !== null) query.andWhere('r.started_at >= :since', { since });
    if (until !== null) query.andWhere('r.started_at < :until', { until });
    if (text !== null) {
      const terms = rowQuery(reader.organisationId, text);
      if (terms === null) return { rows: [], hasMore: false };
      query.andWhere(fromIndex(TABLES_WITH_TERMS, MATCH_PARAMETERS), { terms });
    }
    return await this.reader.byTime(query, { column: 'started_at', direction: 'DESC' }, page);
  }

  /** Lists the newest messages of a session first, beginning after the message id `start`. */
  async messages(sessionId: string, { start, ...page }: Page): Promise<RowsOfPage<SessionMessageRow>> {
    const query = this.messageRows.createQueryBuilder('m').where('m.session_id = :sessionId', { sessionId });
    if (start !== null) query.andWhere('m.message_id < :start', { start });
    return await readPage(query.orderBy('m.message_id', 'DESC'), { ...page, bytes: 'octet_length(m.text)' });
  }
}

/** Converts a message to its API resource. */
export function messageToWire({ messageId, at, authorId, text }: SessionMessage): SessionMessageResource {
  return { id: messageId, at, author_id: authorId, text };
}

export function messageRowToWire({ message_id, at, author_id, text }: SessionMessageRow): SessionMessageResource {
  return { id: message_id, at: at.toISOString(), author_id, text };
}
