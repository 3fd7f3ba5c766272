import type { JsonObject, Problem } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import { sameJson } from '@kushk/manifest';
import { schemaOf, type Installation } from '../../installation/installation.js';
import type { PluginRecord, RecordContent, RecordFact } from '../record.js';

export interface PutRecord {
  readonly installationId: string;
  readonly recordType: string;
  readonly externalId: string;
  readonly data: JsonObject;
  /** The hash of the data as JSON. */
  readonly dataHash: string;
  /** What an evaluator has found, before the command: the plugin's schema is never evaluated in a decision. */
  readonly checked: CheckedData;
  /** The revision that the plugin has read, or 0 for a record that must not exist; null writes at any revision. */
  readonly ifMatch: number | null;
  readonly at: string;
}
export interface CheckedData {
  /** The JSON Schema of the record type; null when the plugin does not declare the type. */
  readonly schema: JsonObject | null;
  readonly problems: readonly Problem[];
}
interface RecordAndInstallation {
  readonly record: PluginRecord;
  readonly installation: Installation;
}
interface RecordFacts {
  readonly record: readonly RecordFact[];
}
interface PutResult {
  readonly record: Omit<RecordContent, 'data'>;
  readonly created: boolean;
}

/**
 * The plugin was updated after its data was checked, so that another schema holds. The handler then checks the data
 * again. This code never leaves the service.
 */
export const SCHEMA_CHANGED = 'record.schema_changed';

/** Writes a whole record. Writing the same data again changes nothing. */
export function putRecord(
  command: PutRecord,
  { record, installation }: RecordAndInstallation,
): Decision<RecordFacts, PutResult> {
  const { recordType, dataHash, checked, ifMatch } = command;
  const schema = schemaOf(installation, recordType);
  if (schema === null) return refuse('record.type_not_found', { type: recordType });
  if (!sameJson(schema, checked.schema)) return refuse(SCHEMA_CHANGED);
  if (checked.problems.length > 0) return refuse('record.invalid', { problems: checked.problems });
  switch (record.status) {
    case 'absent':
    case 'deleted':
      if (ifMatch !== null && ifMatch !== 0) return refuse('record.revision_conflict', { revision: null });
      return write(command, { revision: record.status === 'deleted' ? record.revision + 1 : 1, createdAt: null });
    case 'present':
      if (ifMatch !== null && ifMatch !== record.revision)
        return refuse('record.revision_conflict', { revision: record.revision });
      if (record.dataHash === dataHash) return accept({ record: [] }, { record, created: false });
      return write(command, { revision: record.revision + 1, createdAt: record.createdAt });
    default:
      return unreachable(record);
  }
}

function write(
  { installationId, recordType, externalId, data, dataHash, at }: PutRecord,
  { revision, createdAt }: { readonly revision: number; readonly createdAt: string | null },
): Decision<RecordFacts, PutResult> {
  const content = { installationId, recordType, externalId, dataHash, revision };
  return accept(
    { record: [{ type: 'RecordWritten', data: { ...content, data, at } }] },
    {
      record: { ...content, createdAt: createdAt ?? at, updatedAt: at },
      created: createdAt === null,
    },
  );
}
