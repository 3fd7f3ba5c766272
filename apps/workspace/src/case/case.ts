/** A case: a record of the platform that plugins propose changes to. */
import type { JsonObject } from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

export interface CaseFields {
  readonly title: string;
  readonly status: 'open' | 'closed';
  readonly description: string | null;
  /** The amount as the client sent it: a decimal string (exact) or a number. The currency is not stored. */
  readonly amount: string | number | null;
  readonly due_on: string | null;
  readonly assignee_id: string | null;
  /** The people who can see the case; null means the whole organisation. */
  readonly member_ids: readonly string[] | null;
}
export type CaseField = keyof CaseFields;
/** New values of some fields, with the field names of the API. */
export type CaseChanges = Partial<CaseFields>;

/** The properties of a person that decide which cases the person can see. */
export interface Viewer {
  readonly id: string;
  readonly role: 'admin' | 'member';
}
/** The author of a change: a person who edited the case directly, or who applied a proposal. */
export type ChangedBy = { readonly personId: string; readonly proposalId: string | null };
interface CaseCreatedData {
  readonly caseId: string;
  readonly organisationId: string;
  readonly fields: CaseFields;
  readonly by: ChangedBy;
  readonly at: string;
}
interface CaseEditedData {
  readonly changes: CaseChanges;
  readonly revision: number;
  readonly by: ChangedBy;
  readonly at: string;
}
export type CaseFact = Fact<'CaseCreated', CaseCreatedData> | Fact<'CaseEdited', CaseEditedData>;

export type Case =
  | { readonly status: 'absent' }
  | {
      readonly status: 'present';
      readonly caseId: string;
      readonly organisationId: string;
      readonly fields: CaseFields;
      readonly revision: number;
      /**
       * The revision in which each field last changed. It shows whether a field was edited after the base revision of
       * a proposal.
       */
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
  switch (fact.type) {
    case 'CaseCreated':
      return newCase(fact.data);
    case 'CaseEdited':
      return current.status === 'absent' ? current : editedCase(current, fact.data);
    default:
      return unreachable(fact);
  }
}

/** Returns the state of a case at its first revision. */
export function newCase({ caseId, organisationId, fields, at }: CaseCreatedData): PresentCase {
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

/** Returns the state of a case after an edit. */
export function editedCase(current: PresentCase, { changes, revision, at }: CaseEditedData): PresentCase {
  const editedFields = Object.fromEntries(Object.keys(changes).map((field) => [field, revision]));
  return {
    ...current,
    fields: { ...current.fields, ...changes },
    revision,
    fieldRevisions: { ...current.fieldRevisions, ...editedFields },
    updatedAt: at,
  };
}

/**
 * Returns true when the person can see the case: everyone in the organisation can see a case without members;
 * otherwise only its members and admins can.
 */
export function canSee(viewer: Viewer, { member_ids }: Pick<CaseFields, 'member_ids'>): boolean {
  return member_ids === null || viewer.role === 'admin' || member_ids.includes(viewer.id);
}

/** The default values of the fields that a request to create a case leaves out. */
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
/** The JSON Schema of the changes to a case. */
export const caseChangesSchema: JsonObject = {
  type: 'object',
  properties: fields,
  additionalProperties: false,
  minProperties: 1,
};
/** The JSON Schema of a new case. */
export const newCaseSchema: JsonObject = {
  type: 'object',
  properties: fields,
  additionalProperties: false,
  required: ['title'],
};
