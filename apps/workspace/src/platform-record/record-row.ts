/** The columns that the tables of all types of records have. */
import { searchQuery, searchVector } from '@kushk/text-search';
import type { PresentRecord, RecordType } from './platform-record.js';

/** How much of the id of an organisation its terms begin with: random digits at the end of the id. */
const PREFIX_CHARACTERS = 10;

export interface RecordRow<Fields> {
  stream_id: string;
  organisation_id: string;
  /** The people who can see the record, and with some types the admins; null: the whole organisation. */
  visible_to: string[] | null;
  fields: Fields;
  /** What a text search finds. A query does not select it. */
  terms?: string;
  revision: number;
  created_at: Date;
  updated_at: Date;
}

/** Converts the state of a record to its columns. `textsOf` returns the texts that a search finds. */
export function recordRow<Name extends string, Fields>(
  type: RecordType<Name, Fields>,
  record: PresentRecord<Fields>,
  textsOf: (fields: Fields) => readonly (string | null)[],
): RecordRow<Fields> {
  const { recordId, organisationId, fields, revision, createdAt, updatedAt } = record;
  const { personIds } = type.visibility(fields);
  return {
    stream_id: recordId,
    organisation_id: organisationId,
    visible_to: personIds === null ? null : [...personIds],
    fields,
    terms: rowTerms(organisationId, textsOf(fields)),
    revision,
    created_at: new Date(createdAt),
    updated_at: new Date(updatedAt),
  };
}

/** The terms of a row, as a literal of PostgreSQL's type `tsvector`. */
export function rowTerms(organisationId: string, texts: readonly (string | null)[]): string {
  return searchVector(texts, organisationPrefix(organisationId));
}

/**
 * Returns a text search as a literal of type `tsquery` that finds rows of one organisation. Null when the text contains
 * no letter and no digit; nothing matches it then.
 */
export function rowQuery(organisationId: string, text: string): string | null {
  return searchQuery(text, organisationPrefix(organisationId));
}

/**
 * The beginning of every term of an organisation, so that a search reads no index entries of other organisations. Two
 * organisations may have the same one: queries also compare the organisation of a row.
 */
function organisationPrefix(organisationId: string): string {
  return organisationId.replaceAll(/[^A-Za-z0-9]/g, '').slice(-PREFIX_CHARACTERS);
}

export type RecordResource<Fields> = Fields & {
  readonly id: string;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
};

/** Converts a row to the resource of the API. */
export function recordRowToWire<Fields>(row: RecordRow<Fields>): RecordResource<Fields> {
  const { stream_id, fields, revision, created_at, updated_at } = row;
  return {
    id: stream_id,
    ...fields,
    revision,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

/** Converts the state of a record to the resource of the API, so that commands and queries return the same format. */
export function recordToWire<Fields>(record: PresentRecord<Fields>): RecordResource<Fields> {
  const { recordId, fields, revision, createdAt, updatedAt } = record;
  return { id: recordId, ...fields, revision, created_at: createdAt, updated_at: updatedAt };
}
