import { queryHandler, respond } from '@kushk/broker';
import { workspaceRecords } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { readerOf } from '../../platform-record/reader.js';
import { recordRowToWire } from '../../platform-record/record-row.js';
import { Memories } from '../memory.view.js';

export const GetMemoryHandler = queryHandler(
  workspaceRecords.getMemory,
  { rows: Memories },
  async (request, { rows }) => {
    const row = await rows.find(readerOf(request), request.record_id);
    return row === null ? refuse('memory.not_found') : respond(recordRowToWire(row));
  },
);
