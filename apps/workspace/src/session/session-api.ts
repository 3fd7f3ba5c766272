import type { SessionSummary } from '@kushk/contracts';
import type { RecordApi } from '../platform-record/record-commands.js';
import { recordToWire } from '../platform-record/record-row.js';
import { sessionSchemas, sessionType, type SessionFields } from './session.js';

export const sessionApi: RecordApi<'Session', SessionFields, SessionSummary> = {
  type: sessionType,
  idPrefix: 'ses',
  schemas: sessionSchemas,
  peopleFields: ['participant_ids'],
  timeFields: ['started_at'],
  toWire: recordToWire,
};
