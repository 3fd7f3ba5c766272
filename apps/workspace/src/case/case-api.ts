import type { CaseResource } from '@kushk/contracts';
import type { RecordApi } from '../platform-record/record-commands.js';
import { recordToWire } from '../platform-record/record-row.js';
import { caseSchemas, caseType, type CaseFields } from './case.js';

export const caseApi: RecordApi<'Case', CaseFields, CaseResource> = {
  type: caseType,
  idPrefix: 'cas',
  schemas: caseSchemas,
  peopleFields: ['assignee_id', 'member_ids'],
  timeFields: [],
  toWire: recordToWire,
};
