/** The types of records that people create and edit: their fields in forms, and their routes. */
import { instanceApi, resultOf, type InstanceComponents } from '@kushk/api-client';

type Schemas = InstanceComponents['schemas'];
export type Case = Schemas['CaseResource'];
export type Document = Schemas['DocumentResource'];
export type CalendarEvent = Schemas['CalendarEventResource'];
export type SessionSummary = Schemas['SessionSummary'];
export type Memory = Schemas['MemoryResource'];

/** The values of fields as the API has them. */
export type Values = Readonly<Record<string, unknown>>;
/** A record as forms see it. */
export type Editable = Values & { readonly id: string; readonly revision: number };
export type RecordName = 'case' | 'document' | 'calendar_event' | 'session' | 'memory';

export interface FieldSpec {
  readonly field: string;
  readonly kind: 'text' | 'long' | 'amount' | 'date' | 'moment' | 'status' | 'person' | 'people' | 'case';
  readonly isRequired?: boolean;
  /** Left out when a record is created: the service has a default. */
  readonly editOnly?: boolean;
  readonly maxLength?: number;
  readonly rows?: number;
}

interface RecordSpec {
  /** The list that changes with it (`/instance/v1/changes`). */
  readonly list: 'cases' | 'documents' | 'calendar' | 'sessions' | 'memory';
  readonly fields: readonly FieldSpec[];
  readonly get: (id: string) => Promise<Editable>;
  readonly create: (values: Values) => Promise<Editable>;
  readonly edit: (id: string, changes: Values) => Promise<Editable>;
}

const TITLE_MAX = 500;
const TEXT_MAX = 20_000;
const DOCUMENT_MAX = 200_000;
const title: FieldSpec = { field: 'title', kind: 'text', isRequired: true, maxLength: TITLE_MAX };

// The values of a form are checked by the service; their type is known only field by field.
const body = (values: Values): never => values as never;
const editable = (record: unknown): Editable => record as Editable;
const path = (id: string) => ({ path: { id } });

export const recordSpecs: Readonly<Record<RecordName, RecordSpec>> = {
  case: {
    list: 'cases',
    fields: [
      title,
      { field: 'status', kind: 'status', editOnly: true },
      { field: 'description', kind: 'long', maxLength: TEXT_MAX, rows: 4 },
      { field: 'amount', kind: 'amount' },
      { field: 'due_on', kind: 'date' },
      { field: 'assignee_id', kind: 'person' },
      { field: 'member_ids', kind: 'people' },
    ],
    get: async (id) => editable(await resultOf(instanceApi.GET('/instance/v1/cases/{id}', { params: path(id) }))),
    create: async (values) => editable(await resultOf(instanceApi.POST('/instance/v1/cases', { body: body(values) }))),
    edit: async (id, changes) =>
      editable(await resultOf(instanceApi.PATCH('/instance/v1/cases/{id}', { params: path(id), body: body(changes) }))),
  },
  document: {
    list: 'documents',
    fields: [
      title,
      { field: 'text', kind: 'long', maxLength: DOCUMENT_MAX, rows: 10 },
      { field: 'case_id', kind: 'case' },
      { field: 'member_ids', kind: 'people' },
    ],
    get: async (id) => editable(await resultOf(instanceApi.GET('/instance/v1/documents/{id}', { params: path(id) }))),
    create: async (values) =>
      editable(await resultOf(instanceApi.POST('/instance/v1/documents', { body: body(values) }))),
    edit: async (id, changes) =>
      editable(
        await resultOf(instanceApi.PATCH('/instance/v1/documents/{id}', { params: path(id), body: body(changes) })),
      ),
  },
  calendar_event: {
    list: 'calendar',
    fields: [
      title,
      { field: 'starts_at', kind: 'moment', isRequired: true },
      { field: 'ends_at', kind: 'moment', isRequired: true },
      { field: 'attendee_ids', kind: 'people' },
      { field: 'case_id', kind: 'case' },
    ],
    get: async (id) => editable(await resultOf(instanceApi.GET('/instance/v1/calendar/{id}', { params: path(id) }))),
    create: async (values) =>
      editable(await resultOf(instanceApi.POST('/instance/v1/calendar', { body: body(values) }))),
    edit: async (id, changes) =>
      editable(
        await resultOf(instanceApi.PATCH('/instance/v1/calendar/{id}', { params: path(id), body: body(changes) })),
      ),
  },
  session: {
    list: 'sessions',
    fields: [title, { field: 'started_at', kind: 'moment' }, { field: 'participant_ids', kind: 'people' }],
    get: async (id) => editable(await resultOf(instanceApi.GET('/instance/v1/sessions/{id}', { params: path(id) }))),
    create: async (values) =>
      editable(await resultOf(instanceApi.POST('/instance/v1/sessions', { body: body(values) }))),
    edit: async (id, changes) =>
      editable(
        await resultOf(instanceApi.PATCH('/instance/v1/sessions/{id}', { params: path(id), body: body(changes) })),
      ),
  },
  memory: {
    list: 'memory',
    fields: [{ field: 'text', kind: 'long', isRequired: true, maxLength: TEXT_MAX, rows: 5 }],
    get: async (id) => editable(await resultOf(instanceApi.GET('/instance/v1/memory/{id}', { params: path(id) }))),
    create: async (values) => editable(await resultOf(instanceApi.POST('/instance/v1/memory', { body: body(values) }))),
    edit: async (id, changes) =>
      editable(
        await resultOf(instanceApi.PATCH('/instance/v1/memory/{id}', { params: path(id), body: body(changes) })),
      ),
  },
};
