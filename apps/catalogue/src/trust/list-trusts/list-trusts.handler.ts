import { queryHandler, respond } from '@kushk/broker';
import { catalogueTrusts } from '@kushk/contracts';
import { streamRef, refuse } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { publisherStream } from '../../publisher/publisher.js';
import { Trusts } from '../trusts.view.js';

export const ListTrustsHandler = queryHandler(
  catalogueTrusts.listTrusts,
  { store: EventStore, trusts: Trusts },
  async ({ publisher_id: id }, { store, trusts }) => {
    const { state } = await store.load(streamRef(publisherStream, id));
    if (state.status === 'absent') return refuse('publisher.not_found', { id });
    return respond({ items: await trusts.ofPublisher(id) });
  },
);
