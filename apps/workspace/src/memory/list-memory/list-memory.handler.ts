import { queryHandler, respond } from '@kushk/broker';
import { keyAfterCursor, pageOf, workspaceRecords } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { readerOf } from '../../platform-record/reader.js';
import { recordRowToWire } from '../../platform-record/record-row.js';
import { Memories } from '../memory.view.js';

export const ListMemoryHandler = queryHandler(
  workspaceRecords.listMemory,
  { memories: Memories },
  async (request, { memories }) => {
    const { max_bytes: maxBytes, limit } = request;
    const start = keyAfterCursor(request.cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const read = await memories.list(readerOf(request), request.query, { start, limit, maxBytes });
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: recordRowToWire }));
  },
);
