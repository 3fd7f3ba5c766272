import { pageHandler, respond } from '@kushk/broker';
import { pageOf, workspaceRecords } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { readerOf } from '../../platform-record/reader.js';
import { recordRowToWire } from '../../platform-record/record-row.js';
import { Cases, dueKey } from '../case.view.js';

export const ListCasesHandler = pageHandler(
  workspaceRecords.listCases,
  { cases: Cases },
  async (request, { cases }, start) => {
    const { max_bytes: maxBytes, limit, sort } = request;
    const page = { limit, maxBytes };
    if (sort === 'due') {
      const after = start === null ? null : dueKey.parse(start);
      if (after === undefined) return refuse('cursor.invalid');
      const read = await cases.listByDueDate(readerOf(request), request, { ...page, start: after });
      return respond(pageOf(read, { keyOf: dueKey.of, itemOf: recordRowToWire }));
    }
    if (start !== null && dueKey.parse(start) !== undefined) return refuse('cursor.invalid');
    const read = await cases.list(readerOf(request), { ...request, sort: sort ?? 'newest' }, { ...page, start });
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: recordRowToWire }));
  },
);
