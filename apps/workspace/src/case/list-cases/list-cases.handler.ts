import { pageHandler, respond } from '@kushk/broker';
import { pageOf, workspaceRecords } from '@kushk/contracts';
import { readerOf } from '../../platform-record/reader.js';
import { recordRowToWire } from '../../platform-record/record-row.js';
import { Cases } from '../case.view.js';

export const ListCasesHandler = pageHandler(
  workspaceRecords.listCases,
  { cases: Cases },
  async (request, { cases }, start) => {
    const { max_bytes: maxBytes, limit } = request;
    const read = await cases.list(readerOf(request), request, { start, limit, maxBytes });
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: recordRowToWire }));
  },
);
