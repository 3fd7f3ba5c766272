/** A record of a plugin, validated against the schema of its type. Only the plugin can read it. */
import { countCodePoints, isStorableText, type JsonObject } from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

export type RecordFact =
  | Fact<
      'RecordWritten',
      {
        installationId: string;
        recordType: string;
        externalId: string;
        /** Null in the log, which has only its hash and size. */
        data: JsonObject | null;
        dataHash: string;
        /** Bytes of the data as JSON. Absent in facts of 0.1.0, which have the data. */
        dataBytes?: number;
        revision: number;
        at: string;
      }
    >
  | Fact<'RecordDeleted', { at: string }>;
export interface RecordContent {
  readonly installationId: string;
  readonly recordType: string;
  readonly externalId: string;
  /** Null in a state that was stored: the data, of up to a megabyte, is in the table `record_contents`. */
  readonly data: JsonObject | null;
  /** The SHA-256 of the data as JSON in base64url, by which a write of the same data is recognised. */
  readonly dataHash: string;
  readonly dataBytes: number;
  /**
   * The revision continues after a deletion, so that an old `If-Match` never matches a recreated record by accident.
   */
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
  factTypes: { RecordWritten: true, RecordDeleted: true },
  initial: { status: 'absent' },
  stateVersion: 2,
  evolve,
  stateToStore: (record) => (record.status === 'present' ? { ...record, data: null } : record),
  contentField: 'data',
};

export const EXTERNAL_ID_MAX_CHARACTERS = 200;

/** Segments that clients remove from a path (RFC 3986, section 5.2.4), so no URL could name such an id. */
const DOT_SEGMENTS = ['.', '..'];

/** Checks an external id. Ids are compared exactly, without normalisation. PostgreSQL cannot store a NUL character. */
export function isExternalId(text: string): boolean {
  return (
    text !== '' &&
    !DOT_SEGMENTS.includes(text) &&
    isStorableText(text) &&
    countCodePoints(text) <= EXTERNAL_ID_MAX_CHARACTERS
  );
}

/** Returns the stream id of a record. */
export function recordKey(installationId: string, recordType: string, externalId: string): string {
  return `${installationId}/${recordType}/${externalId}`;
}

function evolve(record: PluginRecord, fact: RecordFact): PluginRecord {
  switch (fact.type) {
    case 'RecordWritten': {
      const { at, ...content } = withSize(fact.data);
      const createdAt = record.status === 'present' ? record.createdAt : at;
      return { status: 'present', ...content, createdAt, updatedAt: at };
    }
    case 'RecordDeleted':
      return record.status === 'present' ? { status: 'deleted', revision: record.revision } : record;
    default:
      return unreachable(fact);
  }
}

type Written = Extract<RecordFact, { readonly type: 'RecordWritten' }>['data'];

function withSize(written: Written): Written & { readonly dataBytes: number } {
  const dataBytes = written.dataBytes ?? new TextEncoder().encode(JSON.stringify(written.data)).length;
  return { ...written, dataBytes };
}
