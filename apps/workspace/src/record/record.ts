/** A plugin's own record: kept by the service, checked against the schema of its type, seen by nobody else. */
import type { JsonObject } from '@kushk/contracts';
import type { Fact, StreamType } from '@kushk/decider';

export type RecordFact =
  | Fact<
      'RecordWritten',
      { installationId: string; recordType: string; externalId: string; data: JsonObject; revision: number; at: string }
    >
  | Fact<'RecordDeleted', { at: string }>;
export interface Written {
  readonly installationId: string;
  readonly recordType: string;
  readonly externalId: string;
  readonly data: JsonObject;
  /** Goes on rising when a deleted record is written again: an old `If-Match` never fits by chance. */
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}
export type PluginRecord =
  { readonly status: 'absent'; readonly revision: number } | ({ readonly status: 'present' } & Written);

export const recordStream: StreamType<PluginRecord, RecordFact> = {
  category: 'record',
  initial: { status: 'absent', revision: 0 },
  stateVersion: 1,
  evolve,
};

/** Contract §8: compared exactly, never normalised. */
export const EXTERNAL_ID_MAX_CHARACTERS = 200;

export function recordKey(installationId: string, recordType: string, externalId: string): string {
  return `${installationId}/${recordType}/${externalId}`;
}

function evolve(record: PluginRecord, fact: RecordFact): PluginRecord {
  if (fact.type === 'RecordDeleted') return { status: 'absent', revision: record.revision };
  const { at, ...written } = fact.data;
  return {
    status: 'present',
    ...written,
    createdAt: record.status === 'present' ? record.createdAt : at,
    updatedAt: at,
  };
}
