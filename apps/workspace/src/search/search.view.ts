/** Searches the text of all types of records that a reader can see. */
import type { RowsOfPage, SearchedType } from '@kushk/contracts';
import { countWithin } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { People } from '../person/person.view.js';
import type { Reader } from '../platform-record/reader.js';
import type { Page, TextSearch } from '../platform-record/record-reader.view.js';
import { rowQuery } from '../platform-record/record-row.js';
import { TABLES_WITH_TERMS } from '../session/session.view.js';
import { EXCERPTED_BYTES, EXCERPTED_CHARACTERS } from '../text-search/excerpt.js';
import { amongNewest, fromIndex, type TermsTable } from '../text-search/match-conditions.js';

/**
 * A record that was found. `text` is the beginning of its text, or null when the title is the whole text. A memory has
 * no title.
 */
export interface FoundRow {
  readonly type: SearchedType;
  readonly id: string;
  readonly title: string | null;
  readonly text: string | null;
}
interface Found {
  readonly type: SearchedType;
  readonly stream_id: string;
  readonly bytes: number;
}
interface Searched {
  readonly table: string;
  /** The beginning of the ids of this type. */
  readonly idPrefix: string;
  /** Whether the reader sees a row: $2 is the person or null, $3 whether the person is an admin. */
  readonly isVisible: string;
  readonly title: string;
  readonly text: string;
  /** The size of the columns that a page reads. */
  readonly bytes: string;
  /** The tables in which a record of this type matches, when its own table is not the only one. */
  readonly matchesIn?: readonly TermsTable[];
}

const FOR_PEOPLE = `(r.visible_to is null or $2 = any(r.visible_to))`;
const FOR_PEOPLE_AND_ADMINS = `(r.visible_to is null or $3 or $2 = any(r.visible_to))`;
const beginningOf = (field: string) => `left(r.fields->>'${field}', ${EXCERPTED_CHARACTERS})`;
const LONG = `least(r.fields_bytes, ${EXCERPTED_BYTES})`;
const TITLE = `r.fields->>'title'`;

/** The parameters: $1 organisation, $2 person, $3 is admin, $4 start, $5 limit, $6 text search. */
const searched: Readonly<Record<SearchedType, Searched>> = {
  case: {
    table: 'cases',
    idPrefix: 'cas_',
    isVisible: FOR_PEOPLE_AND_ADMINS,
    title: TITLE,
    text: beginningOf('description'),
    bytes: LONG,
  },
  document: {
    table: 'documents',
    idPrefix: 'doc_',
    isVisible: FOR_PEOPLE_AND_ADMINS,
    title: TITLE,
    text: beginningOf('text'),
    bytes: LONG,
  },
  calendar_event: {
    table: 'calendar_events',
    idPrefix: 'cal_',
    isVisible: FOR_PEOPLE_AND_ADMINS,
    title: TITLE,
    text: 'null',
    bytes: '0',
  },
  session: {
    table: 'sessions',
    idPrefix: 'ses_',
    isVisible: FOR_PEOPLE,
    title: TITLE,
    text: `(select m.text from session_messages m where m.session_id = r.stream_id and m.terms @@ $6::tsquery
      order by m.message_id desc limit 1)`,
    bytes: String(EXCERPTED_BYTES),
    matchesIn: TABLES_WITH_TERMS,
  },
  memory: {
    table: 'memories',
    idPrefix: 'mem_',
    isVisible: FOR_PEOPLE,
    title: 'null',
    text: beginningOf('text'),
    bytes: LONG,
  },
  person: { table: 'people', idPrefix: 'per_', isVisible: 'true', title: 'r.name', text: 'null', bytes: '0' },
};
const MAX_COUNTED = 1_000;
/** Bounds the work when most records are for some people only. */
const MAX_READ = 10_000;
/** The part of an id after its prefix is a time and random digits, so ids of all types sort by their age. */
const AGE_CHARACTERS = 26;

@Injectable()
export class Search {
  constructor(
    private readonly dataSource: DataSource,
    private readonly people: People,
  ) {}

  /** Finds the newest records first, beginning after the record whose `keyOf` is `start`. */
  async find(
    { organisationId, personId }: Reader,
    { text, types }: Pick<TextSearch, 'text'> & { readonly types: readonly SearchedType[] },
    page: Page,
  ): Promise<RowsOfPage<FoundRow>> {
    const terms = rowQuery(organisationId, text);
    if (terms === null) return { rows: [], hasMore: false };
    const viewer = personId === null ? null : await this.people.find(organisationId, personId);
    const who = [organisationId, viewer?.id ?? null, viewer?.role === 'admin'];
    const found = await this.newest(types, [...who, page.start, page.limit + 1, terms]);
    const fitting = found.slice(0, countWithin(found, page));
    return {
      rows: await this.texts(fitting, [...who, null, page.limit, terms]),
      hasMore: found.length > fitting.length,
    };
  }

  /** The newest records of all types: at most as many as the limit of the parameters. */
  private async newest(types: readonly SearchedType[], parameters: readonly unknown[]): Promise<readonly Found[]> {
    const limit = parameters[4] as number;
    const recent = await this.query<Found>(types, parameters, (type) => {
      const { matchesIn } = searched[type];
      return matchesIn === undefined ? keysOf(type, amongNewest(searched[type].table, parametersOf(type))) : null;
    });
    const counts = new Map(types.map((type) => [type, recent.filter((each) => each.type === type).length]));
    const others = types.filter((type) => counts.get(type)! < limit);
    const indexed = await this.query<Found>(others, parameters, (type) => {
      const { table, matchesIn = [{ table, key: 'stream_id' }] } = searched[type];
      return keysOf(type, fromIndex(matchesIn, parametersOf(type)));
    });
    return [...recent.filter(({ type }) => !others.includes(type)), ...indexed]
      .toSorted((a, b) => (ageOf(a.stream_id) < ageOf(b.stream_id) ? 1 : -1))
      .slice(0, limit);
  }

  /** Reads titles and texts, in the order of `found`. */
  private async texts(found: readonly Found[], parameters: readonly unknown[]): Promise<readonly FoundRow[]> {
    const types = [...new Set(found.map(({ type }) => type))];
    const ids = found.map((each) => each.stream_id);
    const rows = await this.query<FoundRow>(types, [...parameters, ids], (type) => {
      const { table, isVisible, title, text } = searched[type];
      return `select '${type}' as type, r.stream_id as id, ${title} as title, ${text} as text from ${table} r
        where r.stream_id = any($7) and r.organisation_id = $1 and ${isVisible}`;
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
  }

  /** Counts the records of each type that everyone in the organisation sees. A count stops, so that it stays cheap. */
  async countSeenByAll(organisationId: string): Promise<Readonly<Record<SearchedType, number>>> {
    const counts = Object.entries(searched).map(([type, { table }]) => {
      const isSeen = type === 'person' ? 'true' : 'r.visible_to is null';
      return `(select count(*)::int from (
          select from (select * from ${table} where organisation_id = $1 order by stream_id desc limit ${MAX_READ}) r
          where ${isSeen} limit ${MAX_COUNTED}) counted) as ${type}`;
    });
    const [row] = await this.dataSource.query<Record<SearchedType, number>[]>(`select ${counts.join(', ')}`, [
      organisationId,
    ]);
    return row!;
  }

  /** Runs the queries of several types as one. A type without a query is left out. */
  private async query<Row>(
    types: readonly SearchedType[],
    parameters: readonly unknown[],
    queryOf: (type: SearchedType) => string | null,
  ): Promise<readonly Row[]> {
    const branches = types.map(queryOf).filter((branch) => branch !== null);
    if (branches.length === 0) return [];
    // PostgreSQL rejects a parameter that no branch uses and whose type it cannot know.
    const typed = ['text', 'text', 'boolean', 'text', 'int', 'text', 'text[]'].slice(0, parameters.length);
    const used = `select ${typed.map((type, at) => `$${at + 1}::${type}`).join(', ')}`;
    return await this.dataSource.query<Row[]>(
      `with parameters as (${used}) ${branches.map((branch) => `(${branch})`).join(' union all ')}`,
      [...parameters],
    );
  }
}

function keysOf(type: SearchedType, matches: string): string {
  const { table, idPrefix, isVisible, bytes } = searched[type];
  return `select '${type}' as type, r.stream_id, ${bytes} as bytes from ${table} r
    where r.organisation_id = $1 and ${isVisible} and ($4::text is null or r.stream_id < '${idPrefix}' || $4)
      and ${matches} order by r.stream_id desc limit $5`;
}

function parametersOf(type: SearchedType) {
  return { organisationId: '$1', start: `('${searched[type].idPrefix}' || $4)`, terms: '$6' };
}

function ageOf(id: string): string {
  return id.slice(-AGE_CHARACTERS);
}

/** The key of a found record in the order of the list. */
export function keyOf({ id }: Pick<FoundRow, 'id'>): string {
  return ageOf(id);
}
