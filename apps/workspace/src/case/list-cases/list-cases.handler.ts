import { queryHandler, respond } from '@kushk/broker';
import { keyAfterCursor, pageOf, workspaceRecords } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { readerOf } from '../../platform-record/reader.js';
import { recordRowToWire } from '../../platform-record/record-row.js';
import { Cases } from '../case.view.js';

export const ListCasesHandler = queryHandler(
  workspaceRecords.listCases,
  { cases: Cases },
  async (request, { cases }) => {
    const { max_bytes: maxBytes, limit } = request;
    const start = keyAfterCursor(request.cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const read = await cases.list(readerOf(request), request, { start, limit, maxBytes });
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: recordRowToWire }));
  },
);
