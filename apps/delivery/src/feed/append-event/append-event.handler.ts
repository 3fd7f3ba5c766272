import { reactionHandler } from '@kushk/broker';
import type { PublicFactType } from '@kushk/contracts';
import { newId, now } from '@kushk/runtime';
import { DeliveryWorkers } from '../../sending/delivery-workers.worker.js';
import type { NewEvent } from '../feed.js';
import { appendEventCommand } from './append-event.js';

/** The type and the data of an event. */
type Content<Event = NewEvent> = Event extends NewEvent ? Pick<Event, 'eventType' | 'data'> : never;

/** A reaction that appends an event to the feed of the fact's installation and has it sent. */
export function feedHandler<Data extends { readonly installation_id: string }>(
  fact: PublicFactType<Data>,
  { reaction }: { readonly reaction: string },
  contentOf: (data: Data) => Content,
) {
  return reactionHandler(
    fact,
    { reaction, needs: { workers: DeliveryWorkers } },
    async (data, { workers }, { run }) => {
      const { installation_id: installationId } = data;
      const event = { eventId: newId('evt'), installationId, createdAt: now().toISOString(), ...contentOf(data) };
      await run(appendEventCommand(event));
      workers.notify(installationId);
    },
  );
}
