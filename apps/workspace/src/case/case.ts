/** A case: a record of the platform that plugins propose changes to. */
import { recordType, type PlatformRecord, type PlatformRecordFact } from '../platform-record/platform-record.js';
import { dateOrNull, idOrNull, peopleOrNull, recordSchemas, titleField } from '../platform-record/record-fields.js';
import { amountOrNull } from './case-amount.js';

/** A type and no interface: TypeScript then knows that it is a JSON object. */
export type CaseFields = {
  readonly title: string;
  readonly status: 'open' | 'closed';
  readonly description: string | null;
  /** The amount as the client sent it: a decimal string or an exact number. The currency is not stored. */
  readonly amount: string | number | null;
  readonly due_on: string | null;
  readonly assignee_id: string | null;
  /** The people who can see the case; null means the whole organisation. */
  readonly member_ids: readonly string[] | null;
};
export type CaseFact = PlatformRecordFact<'Case', CaseFields>;
export type Case = PlatformRecord<CaseFields>;

/** The fields of a new case that the request leaves out. */
export const NEW_CASE: CaseFields = {
  title: '',
  status: 'open',
  description: null,
  amount: null,
  due_on: null,
  assignee_id: null,
  member_ids: null,
};

export const caseType = recordType<'Case', CaseFields>({
  name: 'Case',
  category: 'case',
  defaults: NEW_CASE,
  visibility: ({ member_ids }) => ({ personIds: member_ids, admins: true }),
});

export const caseSchemas = recordSchemas(
  {
    title: titleField,
    status: { enum: ['open', 'closed'] },
    description: { type: ['string', 'null'], maxLength: 20_000 },
    amount: amountOrNull,
    due_on: dateOrNull,
    assignee_id: idOrNull,
    member_ids: peopleOrNull,
  },
  ['title'],
);
