import { pageHandler, respond } from '@kushk/broker';
import { catalogueMembers, pageOfRows } from '@kushk/contracts';
import { refuse, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { publisherStream } from '../../publisher/publisher.js';
import { PublisherMembers } from '../members.view.js';

export const ListMembersHandler = pageHandler(
  catalogueMembers.listMembers,
  { store: EventStore, members: PublisherMembers },
  async ({ publisher_id: publisherId, limit }, { store, members }, start) => {
    const { state } = await store.load(streamRef(publisherStream, publisherId));
    if (state.status === 'absent') return refuse('publisher.not_found', { id: publisherId });
    const rows = await members.list(publisherId, start, limit + 1);
    const { pageRows, next_cursor } = pageOfRows(rows, limit, ({ id }) => id);
    return respond({ items: pageRows, next_cursor });
  },
);
