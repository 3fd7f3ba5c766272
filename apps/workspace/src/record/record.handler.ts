/** A plugin's own records: written, read, listed, deleted. */
import { answer, metaOf, no, onceOf, type RequestContext } from '@kushk/broker';
import {
  codePoints,
  isStorableText,
  pageOfRows,
  startOf,
  workspace,
  type Page,
  type RecordResource,
  type ReplyOf,
  type RequestOf,
} from '@kushk/contracts';
import { mapReply, streamRef, under, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { installationStream, schemaOf } from '../installation/installation.js';
import { deleteRecord } from './delete-record/delete-record.js';
import { putRecord } from './put-record/put-record.js';
import { EXTERNAL_ID_MAX_CHARACTERS, recordKey, recordStream } from './record.js';
import { Records, recordRowOf, type RecordRow } from './record.view.js';

interface Target {
  readonly installation_id: string;
  readonly type: string;
  readonly external_id: string;
}

@Controller()
export class RecordHandler {
  constructor(
    private readonly store: EventStore,
    private readonly records: Records,
  ) {}

  @MessagePattern(workspace.putRecord.subject)
  async put(
    request: RequestOf<typeof workspace.putRecord>,
    context: RequestContext,
  ): Promise<Outcome<ReplyOf<typeof workspace.putRecord>>> {
    const {
      installation_id: installationId,
      type: recordType,
      external_id: externalId,
      data,
      if_match: ifMatch,
    } = request;
    const before = await this.store.answered<ReplyOf<typeof workspace.putRecord>>(onceOf(request.once));
    if (before !== null) return before;
    if (!isExternalId(externalId)) return no('record.external_id_invalid', { max: EXTERNAL_ID_MAX_CHARACTERS });
    const command = {
      installationId,
      recordType,
      externalId,
      data,
      schema: await this.schemaOf(request),
      ifMatch,
      at: now().toISOString(),
    };
    const id = recordKey(installationId, recordType, externalId);
    return await this.store.run({
      name: 'PutRecord',
      streams: { record: streamRef(recordStream, id) },
      decide: ({ record }) =>
        under(
          'record',
          mapReply(putRecord(command, record), ({ record: written, created }) => ({
            ...recordToWire(recordRowOf(written, id)),
            created,
          })),
        ),
      once: onceOf(request.once),
      meta: metaOf(context),
    });
  }

  @MessagePattern(workspace.deleteRecord.subject)
  async delete(request: RequestOf<typeof workspace.deleteRecord>, context: RequestContext): Promise<Outcome<null>> {
    const before = await this.store.answered<null>(onceOf(request.once));
    if (before !== null) return before;
    if ((await this.schemaOf(request)) === null) return no('record.type_not_found', { type: request.type });
    if (!isExternalId(request.external_id)) return no('record.not_found');
    const command = { ifMatch: request.if_match, at: now().toISOString() };
    return await this.store.run({
      name: 'DeleteRecord',
      streams: {
        record: streamRef(recordStream, recordKey(request.installation_id, request.type, request.external_id)),
      },
      decide: ({ record }) => under('record', deleteRecord(command, record)),
      once: onceOf(request.once),
      meta: metaOf(context),
    });
  }

  @MessagePattern(workspace.getRecord.subject)
  async get(request: RequestOf<typeof workspace.getRecord>): Promise<Outcome<RecordResource>> {
    if ((await this.schemaOf(request)) === null) return no('record.type_not_found', { type: request.type });
    const { installation_id, type, external_id } = request;
    if (!isExternalId(external_id)) return no('record.not_found');
    const row = await this.records.find(installation_id, type, external_id);
    return row === null ? no('record.not_found') : answer(recordToWire(row));
  }

  @MessagePattern(workspace.listRecords.subject)
  async list(request: RequestOf<typeof workspace.listRecords>): Promise<Outcome<Page<RecordResource>>> {
    if ((await this.schemaOf(request)) === null) return no('record.type_not_found', { type: request.type });
    const start = startOf(request.cursor);
    if (start === undefined) return no('cursor.invalid');
    const { installation_id, type, limit } = request;
    const rows = await this.records.list(installation_id, type, { start, limit: limit + 1 });
    const { shown, next_cursor } = pageOfRows(rows, limit, (row) => row.external_id);
    return answer({ items: shown.map(recordToWire), next_cursor });
  }

  /** Schemas change only with the plugin's version, so they are read beside the decision, not locked with it. */
  private async schemaOf({ installation_id, type }: Pick<Target, 'installation_id' | 'type'>) {
    const { state } = await this.store.load(streamRef(installationStream, installation_id));
    return schemaOf(state, type);
  }
}

/** What is none cannot have been written; and PostgreSQL takes no NUL, not even in a question. */
function isExternalId(text: string): boolean {
  return text !== '' && isStorableText(text) && codePoints(text) <= EXTERNAL_ID_MAX_CHARACTERS;
}

function recordToWire({ type, external_id, data, revision, created_at, updated_at }: RecordRow): RecordResource {
  return {
    type,
    external_id,
    data,
    revision,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}
