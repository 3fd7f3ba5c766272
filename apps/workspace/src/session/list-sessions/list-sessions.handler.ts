import { pageHandler, respond } from '@kushk/broker';
import { pageOf, workspaceRecords } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { readerOf } from '../../platform-record/reader.js';
import { dateOrNull, isTimeKey, timeKey } from '../../platform-record/record-reader.view.js';
import { recordRowToWire } from '../../platform-record/record-row.js';
import { Sessions } from '../session.view.js';

export const ListSessionsHandler = pageHandler(
  workspaceRecords.listSessions,
  { sessions: Sessions },
  async (request, { sessions }, start) => {
    const { max_bytes: maxBytes, limit, since, until, query } = request;
    if (start !== null && !isTimeKey(start)) return refuse('cursor.invalid');
    const filter = { since: dateOrNull(since), until: dateOrNull(until), query };
    const read = await sessions.list(readerOf(request), filter, { start, limit, maxBytes });
    return respond(pageOf(read, { keyOf: (row) => timeKey(row.started_at, row.stream_id), itemOf: recordRowToWire }));
  },
);
