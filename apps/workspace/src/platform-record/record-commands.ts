/** Runs the commands that create and edit records of the platform, for every type of record in the same way. */
import type { CommandContext } from '@kushk/broker';
import type { JsonObject, RevisionCondition } from '@kushk/contracts';
import { mapReply, streamRef, type Outcome } from '@kushk/decider';
import type { EventStore } from '@kushk/event-store';
import type { IdPrefix } from '@kushk/runtime';
import { createRecord, editRecord, type PresentRecord, type RecordType } from './platform-record.js';
import { inUtc, type FieldsSchema } from './record-fields.js';
import type { RecordValidator } from './record-validator.js';

/** A type of record with its API: how requests are validated and what they return. */
export interface RecordApi<Name extends string, Fields, Resource> {
  readonly type: RecordType<Name, Fields>;
  /** The prefix of new ids, e.g. `doc`. */
  readonly idPrefix: IdPrefix;
  readonly schemas: { readonly newRecord: FieldsSchema; readonly changes: FieldsSchema };
  readonly peopleFields: readonly (keyof Fields & string)[];
  /** The fields that hold a time. They are stored in UTC. */
  readonly timeFields: readonly (keyof Fields & string)[];
  readonly toWire: (record: PresentRecord<Fields>) => Resource;
}
interface CreateRequest {
  readonly organisation_id: string;
  readonly by: string;
  readonly fields: JsonObject;
}
interface EditRequest {
  readonly organisation_id: string;
  readonly by: string;
  readonly record_id: string;
  readonly revision: RevisionCondition;
  readonly changes: JsonObject;
}
/** A request of a command, and the context in which it arrived. */
interface Received<Request> {
  readonly request: Request;
  readonly context: CommandContext;
}

interface RecordCommandsDependencies {
  readonly store: Pick<EventStore, 'findReply'>;
  readonly validator: RecordValidator;
  readonly newId: (prefix: IdPrefix) => string;
  readonly now: () => Date;
}

export class RecordCommands {
  constructor(private readonly dependencies: RecordCommandsDependencies) {}

  /**
   * Creates a record. `computed` are fields that the request must not contain, because the service sets them. Refuses
   * with `<type>.invalid` {problems}.
   */
  async create<Name extends string, Fields extends object, Resource>(
    api: RecordApi<Name, Fields, Resource>,
    { request, context }: Received<CreateRequest>,
    computed: Partial<Fields> = {},
  ): Promise<Outcome<Resource>> {
    const { newId, now } = this.dependencies;
    const { organisation_id: organisationId, by, fields } = request;
    const outcome = await this.replyWithout(api, { request, context }, { schema: api.schemas.newRecord, fields });
    if (outcome !== null) return outcome;
    const command = {
      recordId: newId(api.idPrefix),
      organisationId,
      fields: { ...inUtc(fields, api.timeFields), ...computed } as Partial<Fields>,
      by: { personId: by, proposalId: null },
      at: now().toISOString(),
    };
    return await context.run({
      name: `Create${api.type.name}`,
      stream: streamRef(api.type.stream, command.recordId),
      command,
      decide: (created, record) => mapReply(createRecord(api.type, created, record), api.toWire),
    });
  }

  /** Edits a record. Refuses with `<type>.not_found`, `<type>.invalid` or `<type>.revision_conflict`. */
  async edit<Name extends string, Fields extends object, Resource>(
    api: RecordApi<Name, Fields, Resource>,
    { request, context }: Received<EditRequest>,
  ): Promise<Outcome<Resource>> {
    const { now } = this.dependencies;
    const { organisation_id: organisationId, by, record_id, revision, changes } = request;
    const sent = { schema: api.schemas.changes, fields: changes };
    const outcome = await this.replyWithout(api, { request, context }, sent);
    if (outcome !== null) return outcome;
    const { actor } = context;
    const command = {
      organisationId,
      viewer: { id: by, role: actor.kind === 'person' ? actor.role : 'member' } as const,
      changes: inUtc(changes, api.timeFields) as Partial<Fields>,
      revision,
      by: { personId: by, proposalId: null },
      at: now().toISOString(),
    };
    return await context.run({
      name: `Edit${api.type.name}`,
      stream: streamRef(api.type.stream, record_id),
      command,
      decide: (edit, record) => mapReply(editRecord(api.type, edit, record), api.toWire),
    });
  }

  /** Returns the outcome when the command must not run: the stored reply of a repeated request, or a refusal. */
  private async replyWithout<Name extends string, Fields, Resource>(
    { type, peopleFields }: RecordApi<Name, Fields, Resource>,
    { request, context }: Received<CreateRequest | EditRequest>,
    sent: { readonly schema: FieldsSchema; readonly fields: JsonObject },
  ): Promise<Outcome<Resource> | null> {
    const { store, validator } = this.dependencies;
    // A repeated request gets the stored reply without validation, because people may have left since the first
    // attempt.
    const stored = await store.findReply<Resource>(context.idempotency);
    if (stored !== null) return stored;
    const author = { organisationId: request.organisation_id, personId: request.by };
    return await validator.refusal(type.stream.category, { ...author, ...sent, peopleFields, path: '' });
  }
}
