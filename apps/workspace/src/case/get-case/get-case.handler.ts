import { queryHandler, respond } from '@kushk/broker';
import { workspaceRecords } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { readerOf } from '../../platform-record/reader.js';
import { recordRowToWire } from '../../platform-record/record-row.js';
import { Cases } from '../case.view.js';

export const GetCaseHandler = queryHandler(workspaceRecords.getCase, { rows: Cases }, async (request, { rows }) => {
  const row = await rows.find(readerOf(request), request.record_id);
  return row === null ? refuse('case.not_found') : respond(recordRowToWire(row));
});
