/** Searches the text of all types of records that a reader can see. */
import type { SearchedType } from '@kushk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { People } from '../person/person.view.js';
import type { Reader } from '../platform-record/reader.js';
import { termsOfQuery } from '../platform-record/record-reader.view.js';

/** A record that was found. `text` is the beginning of its text, or null when the title is the whole text. */
export interface FoundRow {
  readonly type: SearchedType;
  readonly id: string;
  readonly title: string;
  readonly text: string | null;
}
/** The part of a text from which an excerpt is taken. A longer text would make a page large. */
const TEXT_CHARACTERS = 20_000;

/** Whether the reader sees a row of the table `r`: $2 is the person or null, $3 whether the person is an admin. */
const FOR_PEOPLE = `(r.visible_to is null or $2 = any(r.visible_to))`;
const FOR_PEOPLE_AND_ADMINS = `(r.visible_to is null or $3 or $2 = any(r.visible_to))`;
/** Ids end with a UUIDv7 in base32, so ids of all types sort by the time at which the records were created. */
const AGE = 'right(r.stream_id, 26)';
const NEWEST = `($4::text is null or ${AGE} < $4) order by ${AGE} desc limit $5`;

const title = (text: string) => `r.fields->>'title' as title, ${text} as text`;
/** The query of each type. $1 is the text search. */
const queries: Readonly<Record<SearchedType, string>> = {
  case: `select ${title(`left(r.fields->>'description', ${TEXT_CHARACTERS})`)}, r.stream_id from cases r
    where r.terms @@ $1::tsquery and ${FOR_PEOPLE_AND_ADMINS} and ${NEWEST}`,
  document: `select ${title(`left(r.fields->>'text', ${TEXT_CHARACTERS})`)}, r.stream_id from documents r
    where r.terms @@ $1::tsquery and ${FOR_PEOPLE_AND_ADMINS} and ${NEWEST}`,
  calendar_event: `select ${title('null')}, r.stream_id from calendar_events r
    where r.terms @@ $1::tsquery and ${FOR_PEOPLE_AND_ADMINS} and ${NEWEST}`,
  session: `select r.fields->>'title' as title,
      (select m.text from session_messages m where m.session_id = r.stream_id and m.terms @@ $1::tsquery
        order by m.message_id desc limit 1) as text, r.stream_id
    from sessions r
    where (r.terms @@ $1::tsquery or r.stream_id in
        (select m.session_id from session_messages m where m.terms @@ $1::tsquery))
      and ${FOR_PEOPLE} and ${NEWEST}`,
  memory: `select left(r.fields->>'text', 100) as title, left(r.fields->>'text', ${TEXT_CHARACTERS}) as text, r.stream_id
    from memories r where r.terms @@ $1::tsquery and ${FOR_PEOPLE} and ${NEWEST}`,
  person: `select r.name as title, null as text, r.stream_id from people r where r.terms @@ $1::tsquery and ${NEWEST}`,
};

@Injectable()
export class Search {
  constructor(
    private readonly dataSource: DataSource,
    private readonly people: People,
  ) {}

  /** Finds the newest records first, beginning after the record whose `keyOf` is `start`. */
  async find(
    reader: Reader,
    text: string,
    { types, start, limit }: { types: readonly SearchedType[]; start: string | null; limit: number },
  ): Promise<FoundRow[]> {
    const { organisationId, personId } = reader;
    const viewer = personId === null ? null : await this.people.find(organisationId, personId);
    const branches = types.map((type) => `(select '${type}' as type, f.* from (${queries[type]}) f)`);
    const rows = await this.dataSource.query<(Omit<FoundRow, 'id'> & { stream_id: string })[]>(
      `select * from (${branches.join(' union all ')}) r order by ${AGE} desc limit $5`,
      [termsOfQuery(organisationId, text), viewer?.id ?? null, viewer?.role === 'admin', start, limit],
    );
    return rows.map(({ stream_id, ...row }) => ({ ...row, id: stream_id }));
  }
}

/** The key of a found record in the order of the list. */
export function keyOf({ id }: FoundRow): string {
  return id.slice(-26);
}
