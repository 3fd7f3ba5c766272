import { queryHandler, respond } from '@kushk/broker';
import { workspaceRecords } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { readerOf } from '../../platform-record/reader.js';
import { recordRowToWire } from '../../platform-record/record-row.js';
import { Documents } from '../document.view.js';

export const GetDocumentHandler = queryHandler(
  workspaceRecords.getDocument,
  { rows: Documents },
  async (request, { rows }) => {
    const row = await rows.find(readerOf(request), request.record_id);
    return row === null ? refuse('document.not_found') : respond(recordRowToWire(row));
  },
);
