import { pageHandler, respond } from '@kushk/broker';
import { pageOf, workspaceRecords } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { readerOf } from '../../platform-record/reader.js';
import { recordRowToWire } from '../../platform-record/record-row.js';
import { Cases, statusKey } from '../case.view.js';

export const ListOpenCasesFirstHandler = pageHandler(
  workspaceRecords.listOpenCasesFirst,
  { cases: Cases },
  async (request, { cases }, key) => {
    const start = key === null ? null : statusKey.parse(key);
    if (start === undefined) return refuse('cursor.invalid');
    const { max_bytes: maxBytes, limit } = request;
    const reader = readerOf(request);
    const read = await cases.listOpenFirst(reader, request, { start, limit, maxBytes });
    const page = pageOf(read, { keyOf: statusKey.of, itemOf: recordRowToWire });
    const total = start === null ? await cases.total(reader, request, read) : null;
    return respond(total === null ? page : { ...page, total });
  },
);
