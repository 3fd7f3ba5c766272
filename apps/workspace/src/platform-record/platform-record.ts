/**
 * A record of the platform that people edit and plugins propose changes to: a case, a document, a calendar event. Its
 * streams have the same facts and the same state; they differ in their fields and in who can see them.
 */
import { meetsCondition, type Problem, type RevisionCondition } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision, type Fact, type StreamType } from '@kushk/decider';
import { canSee, type Viewer, type Visibility } from './visibility.js';

/** The author of a change: a person who edited the record directly, or who applied a proposal. */
export interface ChangedBy {
  readonly personId: string;
  readonly proposalId: string | null;
  /** The rule that applied the proposal; absent when a person did. */
  readonly ruleId?: string;
  /** The proposal whose change the person took back with this one. */
  readonly undoneProposalId?: string;
}

export interface RecordCreated<Fields> {
  readonly recordId: string;
  readonly organisationId: string;
  readonly fields: Fields;
  readonly by: ChangedBy;
  readonly at: string;
}
export interface RecordEdited<Fields> {
  readonly changes: Partial<Fields>;
  readonly revision: number;
  readonly by: ChangedBy;
  readonly at: string;
}
/** The record is gone, and so is its state: what others need to know about it is in the fact. */
export interface RecordDeleted {
  readonly recordId: string;
  readonly organisationId: string;
  readonly title: string | null;
  /** Who could see it. */
  readonly visibility: Visibility;
  readonly by: ChangedBy;
  readonly at: string;
}
export type PlatformRecordFact<Name extends string, Fields> =
  | Fact<`${Name}Created`, RecordCreated<Fields>>
  | Fact<`${Name}Edited`, RecordEdited<Fields>>
  | Fact<`${Name}Deleted`, RecordDeleted>;

export type PlatformRecord<Fields> =
  | { readonly status: 'absent' }
  | {
      readonly status: 'present';
      readonly recordId: string;
      readonly organisationId: string;
      readonly fields: Fields;
      readonly revision: number;
      /**
       * The revision in which each field last changed. It shows whether a field was edited after the base revision of
       * a proposal.
       */
      readonly fieldRevisions: Readonly<Partial<Record<keyof Fields, number>>>;
      readonly createdAt: string;
      readonly updatedAt: string;
    };
export type PresentRecord<Fields> = Extract<PlatformRecord<Fields>, { status: 'present' }>;

/** What a type of record defines: the prefix of its facts, the defaults of its fields, and who can see it. */
export interface RecordType<Name extends string, Fields> {
  readonly name: Name;
  readonly stream: StreamType<PlatformRecord<Fields>, PlatformRecordFact<Name, Fields>>;
  /** The values of the fields that a new record leaves out. */
  readonly defaults: Fields;
  readonly visibility: (fields: Fields) => Visibility;
  /** Returns the problems that only the combination of several fields shows. */
  readonly problems: (fields: Fields) => readonly Problem[];
}

/** Defines a type of record, e.g. `recordType({ name: 'Document', category: 'document', … })`. */
export function recordType<Name extends string, Fields extends object>({
  name,
  category,
  defaults,
  visibility,
  problems = () => [],
}: {
  readonly name: Name;
  readonly category: string;
  readonly defaults: Fields;
  readonly visibility: (fields: Fields) => Visibility;
  readonly problems?: (fields: Fields) => readonly Problem[];
}): RecordType<Name, Fields> {
  const created = `${name}Created`;
  const deleted = `${name}Deleted`;
  const evolve = (current: PlatformRecord<Fields>, fact: PlatformRecordFact<Name, Fields>): PlatformRecord<Fields> => {
    if (fact.type === created) return newRecord(fact.data as RecordCreated<Fields>);
    // Ids are never used again, so a deleted record is one that does not exist.
    if (fact.type === deleted) return { status: 'absent' };
    return current.status === 'absent' ? current : editedRecord(current, fact.data as RecordEdited<Fields>);
  };
  const factTypes = { [created]: true, [`${name}Edited`]: true, [deleted]: true } as Readonly<
    Record<PlatformRecordFact<Name, Fields>['type'], true>
  >;
  const stream = { category, factTypes, initial: { status: 'absent' }, stateVersion: 1, evolve } as const;
  return { name, stream, defaults, visibility, problems };
}

/** Returns the state of a record at its first revision. */
export function newRecord<Fields>({
  recordId,
  organisationId,
  fields,
  at,
}: RecordCreated<Fields>): PresentRecord<Fields> {
  return {
    status: 'present',
    recordId,
    organisationId,
    fields,
    revision: 1,
    fieldRevisions: {} as PresentRecord<Fields>['fieldRevisions'],
    createdAt: at,
    updatedAt: at,
  };
}

/** Returns the state of a record after an edit. */
function editedRecord<Fields>(
  current: PresentRecord<Fields>,
  { changes, revision, at }: RecordEdited<Fields>,
): PresentRecord<Fields> {
  const editedFields = Object.fromEntries(Object.keys(changes).map((field) => [field, revision]));
  return {
    ...current,
    fields: { ...current.fields, ...changes },
    revision,
    fieldRevisions: { ...current.fieldRevisions, ...editedFields },
    updatedAt: at,
  };
}

export interface CreateRecord<Fields> {
  readonly recordId: string;
  readonly organisationId: string;
  /** Already validated against the schema of the type. */
  readonly fields: Partial<Fields>;
  readonly by: ChangedBy;
  readonly at: string;
}

/** Creates a record with default values for the fields that the command leaves out. */
export function createRecord<Name extends string, Fields>(
  type: RecordType<Name, Fields>,
  command: CreateRecord<Fields>,
  current: PlatformRecord<Fields>,
): Decision<PlatformRecordFact<Name, Fields>[], PresentRecord<Fields>> {
  switch (current.status) {
    case 'absent': {
      const data = { ...command, fields: { ...type.defaults, ...command.fields } };
      const problems = type.problems(data.fields);
      if (problems.length > 0) return refuse(`${type.stream.category}.invalid`, { problems });
      return accept([{ type: `${type.name}Created`, data }], newRecord(data));
    }
    case 'present':
      // Ids are random, so a duplicate id is a bug and not a reason to reject the command.
      throw new Error(`${type.stream.category} ${current.recordId} exists already`);
    default:
      return unreachable(current);
  }
}

export interface EditRecord<Fields> {
  readonly organisationId: string;
  readonly viewer: Viewer;
  /** Already validated against the schema of the type. */
  readonly changes: Partial<Fields>;
  readonly revision: RevisionCondition;
  readonly by: ChangedBy;
  readonly at: string;
}

/** Edits a record that the author can see. Refuses with `record.not_found` or `record.revision_conflict`. */
export function editRecord<Name extends string, Fields extends object>(
  type: RecordType<Name, Fields>,
  command: EditRecord<Fields>,
  current: PlatformRecord<Fields>,
): Decision<PlatformRecordFact<Name, Fields>[], PresentRecord<Fields>> {
  const notFound = `${type.stream.category}.not_found`;
  switch (current.status) {
    case 'absent':
      return refuse(notFound);
    case 'present': {
      const { organisationId, viewer, revision } = command;
      if (current.organisationId !== organisationId || !canSee(viewer, type.visibility(current.fields)))
        return refuse(notFound);
      if (!meetsCondition(revision, current.revision))
        return refuse(`${type.stream.category}.revision_conflict`, { revision: current.revision });
      return changeRecord(type, command, current);
    }
    default:
      return unreachable(current);
  }
}

/** Returns the changed values and the record after the edit. Values equal to the current ones create no fact. */
export function changeRecord<Name extends string, Fields extends object>(
  type: RecordType<Name, Fields>,
  { changes, by, at }: Pick<EditRecord<Fields>, 'changes' | 'by' | 'at'>,
  current: PresentRecord<Fields>,
): Decision<PlatformRecordFact<Name, Fields>[], PresentRecord<Fields>> {
  const fields = Object.keys(changes) as (keyof Fields)[];
  const different = fields.filter((field) => !isSame(changes[field], current.fields[field]));
  if (different.length === 0) return accept([], current);
  const data: RecordEdited<Fields> = {
    changes: Object.fromEntries(different.map((field) => [field, changes[field]])) as Partial<Fields>,
    revision: current.revision + 1,
    by,
    at,
  };
  const edited = editedRecord(current, data);
  const problems = type.problems(edited.fields);
  if (problems.length > 0) return refuse(`${type.stream.category}.invalid`, { problems });
  return accept([{ type: `${type.name}Edited`, data }], edited);
}

/** Deletes a record. Only the undo of the proposal that created it does that. */
export function deleteRecord<Name extends string, Fields extends { readonly title?: unknown }>(
  type: RecordType<Name, Fields>,
  { by, at }: Pick<EditRecord<Fields>, 'by' | 'at'>,
  { recordId, organisationId, fields }: PresentRecord<Fields>,
): PlatformRecordFact<Name, Fields> {
  const title = typeof fields.title === 'string' ? fields.title : null;
  const data: RecordDeleted = { recordId, organisationId, title, visibility: type.visibility(fields), by, at };
  return { type: `${type.name}Deleted`, data };
}

/** Whether two JSON values of a field are the same. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
