import { queryHandler, respond } from '@kushk/broker';
import { keyAfterCursor, pageOf, workspaceRecords } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { readerOf } from '../../platform-record/reader.js';
import { messageRowToWire, Sessions } from '../session.view.js';

export const ListMessagesHandler = queryHandler(
  workspaceRecords.listMessages,
  { sessions: Sessions },
  async (request, { sessions }) => {
    const { max_bytes: maxBytes, limit, record_id } = request;
    const start = keyAfterCursor(request.cursor);
    if (start === undefined) return refuse('cursor.invalid');
    if ((await sessions.find(readerOf(request), record_id)) === null) return refuse('session.not_found');
    const read = await sessions.messages(record_id, { start, limit, maxBytes });
    return respond(pageOf(read, { keyOf: (row) => row.message_id, itemOf: messageRowToWire }));
  },
);
