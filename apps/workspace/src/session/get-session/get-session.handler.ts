import { queryHandler, respond } from '@kushk/broker';
import { pageOf, workspaceRecords } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { readerOf } from '../../platform-record/reader.js';
import { recordRowToWire } from '../../platform-record/record-row.js';
import { messageRowToWire, Sessions } from '../session.view.js';

/** The number of messages that come with a session. Earlier ones are read in pages. */
const MESSAGES = 50;

export const GetSessionHandler = queryHandler(
  workspaceRecords.getSession,
  { sessions: Sessions },
  async (request, { sessions }) => {
    const row = await sessions.find(readerOf(request), request.record_id);
    if (row === null) return refuse('session.not_found');
    const newestFirst = await sessions.messages(row.stream_id, {
      start: null,
      limit: MESSAGES,
      maxBytes: request.max_bytes,
    });
    const { items, next_cursor } = pageOf(newestFirst, { keyOf: (each) => each.message_id, itemOf: messageRowToWire });
    return respond({ ...recordRowToWire(row), messages: items.toReversed(), earlier_messages: next_cursor });
  },
);
