/** Something that the assistant remembers about one person. Only this person can see it. */
import { recordType, type PlatformRecord } from '../platform-record/platform-record.js';
import { recordSchemas } from '../platform-record/record-fields.js';

export interface MemoryFields {
  readonly person_id: string;
  readonly text: string;
}
export type Memory = PlatformRecord<MemoryFields>;

export const memoryType = recordType<'Memory', MemoryFields>({
  name: 'Memory',
  category: 'memory',
  defaults: { person_id: '', text: '' },
  visibility: ({ person_id }) => ({ personIds: [person_id], admins: false }),
});

/** A person writes only the text: the memory belongs to the person who creates it. */
export const memorySchemas = recordSchemas({ text: { type: 'string', minLength: 1, maxLength: 20_000 } }, ['text']);
