import { queryHandler, respond } from '@kushk/broker';
import { catalogue } from '@kushk/contracts';
import { streamRef, refuse } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { publisherStream } from '../../publisher/publisher.js';
import { Keys } from '../keys.view.js';

export const ListKeysHandler = queryHandler(
  catalogue.listKeys,
  { store: EventStore, keys: Keys },
  async ({ publisher_id: id }, { store, keys }) => {
    const { state } = await store.load(streamRef(publisherStream, id));
    if (state.status === 'absent') return refuse('publisher.not_found', { id });
    return respond({ items: await keys.ofPublisher(id) });
  },
);
