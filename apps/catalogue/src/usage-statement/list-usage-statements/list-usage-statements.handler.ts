import { pageHandler, respond } from '@kushk/broker';
import { catalogueStatements, encodeCursor } from '@kushk/contracts';
import { refuse, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { publisherStream } from '../../publisher/publisher.js';
import { UsageStatementRows } from '../usage-statements.view.js';

export const ListUsageStatementsHandler = pageHandler(
  catalogueStatements.list,
  { store: EventStore, statements: UsageStatementRows },
  async ({ publisher_id, limit }, { store, statements }, before) => {
    const { state } = await store.load(streamRef(publisherStream, publisher_id));
    if (state.status === 'absent') return refuse('publisher.not_found', { id: publisher_id });
    const found = await statements.list(publisher_id, before, limit + 1);
    const items = found.slice(0, limit);
    const last = items.at(-1);
    return respond({
      items,
      next_cursor: found.length > limit && last !== undefined ? encodeCursor(last.month) : null,
    });
  },
);
