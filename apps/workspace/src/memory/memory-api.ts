import type { MemoryResource } from '@kushk/contracts';
import type { RecordApi } from '../platform-record/record-commands.js';
import { recordToWire } from '../platform-record/record-row.js';
import { memorySchemas, memoryType, type MemoryFields } from './memory.js';

export const memoryApi: RecordApi<'Memory', MemoryFields, MemoryResource> = {
  type: memoryType,
  idPrefix: 'mem',
  schemas: memorySchemas,
  peopleFields: [],
  timeFields: [],
  toWire: recordToWire,
};
