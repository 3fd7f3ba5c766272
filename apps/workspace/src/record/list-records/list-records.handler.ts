import { pageHandler, respond } from '@kushk/broker';
import { pageOf, workspace } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { installationStream, schemaOf, typeNotFound } from '../../installation/installation.js';
import { Records, recordRowToWire } from '../record.view.js';

export const ListRecordsHandler = pageHandler(
  workspace.listRecords,
  { store: EventStore, records: Records },
  async (request, { store, records }, start) => {
    const { installation_id, type, limit, max_bytes: maxBytes } = request;
    const { state: installation } = await store.load(streamRef(installationStream, installation_id));
    if (schemaOf(installation, type) === null) return typeNotFound(installation, type);
    const read = await records.list(installation_id, type, { start, limit, maxBytes });
    return respond(pageOf(read, { keyOf: (row) => row.external_id, itemOf: recordRowToWire }));
  },
);
