import { pageHandler, respond } from '@kushk/broker';
import { pageOf, workspaceRecords } from '@kushk/contracts';
import { readerOf } from '../../platform-record/reader.js';
import { recordRowToWire } from '../../platform-record/record-row.js';
import { Documents } from '../document.view.js';

export const ListDocumentsHandler = pageHandler(
  workspaceRecords.listDocuments,
  { documents: Documents },
  async (request, { documents }, start) => {
    const { max_bytes: maxBytes, limit } = request;
    const read = await documents.list(readerOf(request), request, { start, limit, maxBytes });
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: recordRowToWire }));
  },
);
