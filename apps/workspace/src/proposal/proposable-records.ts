/** The types of records that plugins can propose changes to. */
import type { JsonObject } from '@kushk/contracts';
import { calendarEventApi } from '../calendar-event/calendar-event-api.js';
import { caseApi } from '../case/case-api.js';
import { documentApi } from '../document/document-api.js';
import type { PlatformRecord, PlatformRecordFact, PresentRecord } from '../platform-record/platform-record.js';
import type { RecordApi } from '../platform-record/record-commands.js';

/** A record of any of these types. Its fields are JSON, as in the changes of a proposal. */
export type ProposableRecord = PlatformRecord<JsonObject>;
export type PresentProposable = PresentRecord<JsonObject>;
export type ProposableFact = PlatformRecordFact<string, JsonObject>;
type ProposableApi = RecordApi<string, JsonObject, object>;

/** By the `record_type` of the manifest. The fields of every type are JSON objects, which TypeScript cannot infer. */
const types: Readonly<Record<string, ProposableApi>> = {
  case: caseApi as unknown as ProposableApi,
  document: documentApi as unknown as ProposableApi,
  calendar_event: calendarEventApi as unknown as ProposableApi,
};

export const PROPOSABLE_TYPES: readonly string[] = Object.keys(types);

/** Returns null for a type that plugins cannot propose changes to. */
export function findProposable(recordType: string): ProposableApi | null {
  return Object.hasOwn(types, recordType) ? types[recordType]! : null;
}

/** The type of a proposal that was made, whose type therefore exists. */
export function proposable(recordType: string): ProposableApi {
  const found = findProposable(recordType);
  if (found === null) throw new Error(`no record type ${recordType}`);
  return found;
}
