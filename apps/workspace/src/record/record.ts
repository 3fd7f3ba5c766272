/** A record of a plugin, checked against the schema of its type. Nobody but the plugin sees it. */
import { countCodePoints, isStorableText, type JsonObject } from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

export type RecordFact =
  | Fact<
      'RecordWritten',
      { installationId: string; recordType: string; externalId: string; data: JsonObject; revision: number; at: string }
    >
  | Fact<'RecordDeleted', { at: string }>;
export interface RecordContent {
  readonly installationId: string;
  readonly recordType: string;
  readonly externalId: string;
  readonly data: JsonObject;
  /** Continues when a deleted record is written again, so that an old `If-Match` never matches by chance. */
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}
export type PluginRecord =
  | { readonly status: 'absent' }
  | ({ readonly status: 'present' } & RecordContent)
  | { readonly status: 'deleted'; readonly revision: number };

export const recordStream: StreamType<PluginRecord, RecordFact> = {
  category: 'record',
  initial: { status: 'absent' },
  stateVersion: 1,
  evolve,
};

export const EXTERNAL_ID_MAX_CHARACTERS = 200;

/** External ids are compared exactly, without any normalisation. PostgreSQL cannot store or look up a NUL character. */
export function isExternalId(text: string): boolean {
  return text !== '' && isStorableText(text) && countCodePoints(text) <= EXTERNAL_ID_MAX_CHARACTERS;
}

/** The id of a record's stream. */
export function recordKey(installationId: string, recordType: string, externalId: string): string {
  return `${installationId}/${recordType}/${externalId}`;
}

function evolve(record: PluginRecord, fact: RecordFact): PluginRecord {
  switch (fact.type) {
    case 'RecordWritten': {
      const { at, ...content } = fact.data;
      const createdAt = record.status === 'present' ? record.createdAt : at;
      return { status: 'present', ...content, createdAt, updatedAt: at };
    }
    case 'RecordDeleted':
      return record.status === 'present' ? { status: 'deleted', revision: record.revision } : record;
    default:
      return unreachable(fact);
  }
}
