import { pageHandler, respond } from '@kushk/broker';
import { pageOf, workspaceRecords } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { readerOf } from '../../platform-record/reader.js';
import { messageRowToWire, Sessions } from '../session.view.js';

export const ListMessagesHandler = pageHandler(
  workspaceRecords.listMessages,
  { sessions: Sessions },
  async (request, { sessions }, start) => {
    const { max_bytes: maxBytes, limit, record_id } = request;
    if ((await sessions.find(readerOf(request), record_id)) === null) return refuse('session.not_found');
    const read = await sessions.messages(record_id, { start, limit, maxBytes });
    return respond(pageOf(read, { keyOf: (row) => row.message_id, itemOf: messageRowToWire }));
  },
);
