import type { DocumentResource } from '@kushk/contracts';
import type { RecordApi } from '../platform-record/record-commands.js';
import { recordToWire } from '../platform-record/record-row.js';
import { documentSchemas, documentType, type DocumentFields } from './document.js';

export const documentApi: RecordApi<'Document', DocumentFields, DocumentResource> = {
  type: documentType,
  idPrefix: 'doc',
  schemas: documentSchemas,
  peopleFields: ['member_ids'],
  timeFields: [],
  toWire: recordToWire,
};
