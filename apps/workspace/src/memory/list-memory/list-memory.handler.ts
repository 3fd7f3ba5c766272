import { pageHandler, respond } from '@kushk/broker';
import { pageOf, workspaceRecords } from '@kushk/contracts';
import { readerOf } from '../../platform-record/reader.js';
import { recordRowToWire } from '../../platform-record/record-row.js';
import { Memories } from '../memory.view.js';

export const ListMemoryHandler = pageHandler(
  workspaceRecords.listMemory,
  { memories: Memories },
  async (request, { memories }, start) => {
    const { max_bytes: maxBytes, limit } = request;
    const read = await memories.list(readerOf(request), request.query, { start, limit, maxBytes });
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: recordRowToWire }));
  },
);
