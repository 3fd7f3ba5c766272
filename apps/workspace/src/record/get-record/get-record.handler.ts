import { queryHandler, respond } from '@kushk/broker';
import { workspace } from '@kushk/contracts';
import { refuse, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { installationStream, schemaOf, typeNotFound } from '../../installation/installation.js';
import { isExternalId } from '../record.js';
import { Records, recordRowToWire } from '../record.view.js';

export const GetRecordHandler = queryHandler(
  workspace.getRecord,
  { store: EventStore, records: Records },
  async (request, { store, records }) => {
    const { installation_id, type, external_id } = request;
    const { state: installation } = await store.load(streamRef(installationStream, installation_id));
    if (schemaOf(installation, type) === null) return typeNotFound(installation, type);
    if (!isExternalId(external_id)) return refuse('record.not_found');
    const row = await records.find(installation_id, type, external_id);
    return row === null ? refuse('record.not_found') : respond(recordRowToWire(row));
  },
);
