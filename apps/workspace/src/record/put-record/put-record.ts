import type { JsonObject } from '@kushk/contracts';
import { accept, refuse, type Decision } from '@kushk/decider';
import { validateAgainst } from '@kushk/manifest';
import type { PluginRecord, RecordFact, Written } from '../record.js';

export interface PutRecord {
  readonly installationId: string;
  readonly recordType: string;
  readonly externalId: string;
  readonly data: JsonObject;
  /** Of the record type; null where the plugin declares no such type. */
  readonly schema: JsonObject | null;
  /** The revision that the writer has seen: 0 where they saw none, null where they do not care. */
  readonly ifMatch: number | null;
  readonly at: string;
}

/** Writes a record whole. The same data again is accepted and changes nothing. */
export function putRecord(
  command: PutRecord,
  record: PluginRecord,
): Decision<RecordFact[], { record: Written; created: boolean }> {
  const { installationId, recordType, externalId, data, schema, ifMatch, at } = command;
  if (schema === null) return refuse('record.type_not_found', { type: recordType });
  const problems = validateAgainst(schema, data, '/data');
  if (problems.length > 0) return refuse('record.invalid', { problems });
  // A record that was deleted goes on counting, but whoever looks sees none.
  const seen = record.status === 'present' ? record.revision : null;
  if (ifMatch !== null && ifMatch !== (seen ?? 0)) return refuse('record.revision_conflict', { revision: seen });
  if (record.status === 'present' && JSON.stringify(record.data) === JSON.stringify(data))
    return accept([], { record, created: false });
  const revision = record.revision + 1;
  const created = record.status === 'absent';
  const written: Written = {
    installationId,
    recordType,
    externalId,
    data,
    revision,
    createdAt: created ? at : record.createdAt,
    updatedAt: at,
  };
  return accept([{ type: 'RecordWritten', data: { installationId, recordType, externalId, data, revision, at } }], {
    record: written,
    created,
  });
}
