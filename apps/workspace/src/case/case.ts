/** A case: the platform's own record that plugins propose changes to (contract §10, Fields). */
import type { JsonObject } from '@kushk/contracts';
import type { Fact, StreamType } from '@kushk/decider';

export interface CaseFields {
  readonly title: string;
  readonly status: 'open' | 'closed';
  readonly description: string | null;
  /** As it was given: a decimal string, or a number. No currency is kept. */
  readonly amount: string | number | null;
  readonly due_on: string | null;
  readonly assignee_id: string | null;
  /** Who sees it; null is the whole organisation. */
  readonly member_ids: readonly string[] | null;
}
export type CaseField = keyof CaseFields;
/** A change of some fields; the names are those of the wire. */
export type CaseChanges = Partial<CaseFields>;

/** Who changed it: a person directly, or a proposal that a person applied. */
export type ChangedBy = { readonly personId: string; readonly proposalId: string | null };
export type CaseFact =
  | Fact<'CaseCreated', { caseId: string; organisationId: string; fields: CaseFields; by: ChangedBy; at: string }>
  | Fact<'CaseEdited', { changes: CaseChanges; revision: number; by: ChangedBy; at: string }>;

export type Case =
  | { readonly status: 'absent' }
  | {
      readonly status: 'present';
      readonly caseId: string;
      readonly organisationId: string;
      readonly fields: CaseFields;
      readonly revision: number;
      /** The revision at which each field last changed: tells whether a proposal is older than an edit of its fields. */
      readonly fieldRevisions: Readonly<Partial<Record<CaseField, number>>>;
      readonly createdAt: string;
      readonly updatedAt: string;
    };
export type PresentCase = Exclude<Case, { status: 'absent' }>;

export const caseStream: StreamType<Case, CaseFact> = {
  category: 'case',
  initial: { status: 'absent' },
  stateVersion: 1,
  evolve,
};

function evolve(current: Case, fact: CaseFact): Case {
  if (fact.type === 'CaseCreated') {
    const { caseId, organisationId, fields, at } = fact.data;
    return {
      status: 'present',
      caseId,
      organisationId,
      fields,
      revision: 1,
      fieldRevisions: {},
      createdAt: at,
      updatedAt: at,
    };
  }
  if (current.status === 'absent') return current;
  const { changes, revision, at } = fact.data;
  const changed = Object.fromEntries(Object.keys(changes).map((field) => [field, revision]));
  return {
    ...current,
    fields: { ...current.fields, ...changes },
    revision,
    fieldRevisions: { ...current.fieldRevisions, ...changed },
    updatedAt: at,
  };
}

/** Whether a person sees a case: everybody, where it names no members; else its members and the admins. */
export function sees(
  person: { readonly id: string; readonly role: 'admin' | 'member' },
  fields: Pick<CaseFields, 'member_ids'>,
): boolean {
  return fields.member_ids === null || person.role === 'admin' || fields.member_ids.includes(person.id);
}

export const NEW_CASE: CaseFields = {
  title: '',
  status: 'open',
  description: null,
  amount: null,
  due_on: null,
  assignee_id: null,
  member_ids: null,
};

const fields: JsonObject = {
  title: { type: 'string', minLength: 1, maxLength: 500 },
  status: { enum: ['open', 'closed'] },
  description: { type: ['string', 'null'], maxLength: 20_000 },
  amount: {
    anyOf: [{ type: 'null' }, { type: 'number' }, { type: 'string', pattern: '^-?[0-9]{1,18}(\\.[0-9]{1,6})?$' }],
  },
  due_on: { anyOf: [{ type: 'null' }, { type: 'string', format: 'date' }] },
  assignee_id: { type: ['string', 'null'], maxLength: 64 },
  member_ids: {
    anyOf: [
      { type: 'null' },
      { type: 'array', items: { type: 'string', maxLength: 64 }, maxItems: 1000, uniqueItems: true },
    ],
  },
};
/** What a change of a case may hold. */
export const caseChangesSchema: JsonObject = {
  type: 'object',
  properties: fields,
  additionalProperties: false,
  minProperties: 1,
};
/** What a new case must hold. */
export const newCaseSchema: JsonObject = {
  type: 'object',
  properties: fields,
  additionalProperties: false,
  required: ['title'],
};
