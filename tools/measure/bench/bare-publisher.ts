/** The limit of the relay: a publisher that keeps many messages unacknowledged and does nothing else. */
import { jetstreamManager } from '@nats-io/jetstream';
import { createInbox, type NatsConnection } from '@nats-io/nats-core';

const maxUnacknowledged = 512;
/** The usual size of a public fact. */
const payload = Buffer.alloc(360, 'x');
const stream = 'BARE';
const subject = 'bare.fact';

/** Publishes to a stream of its own and returns how many messages JetStream acknowledged per second. */
export async function publishBare(nats: NatsConnection, messages: number): Promise<number> {
  const manager = await jetstreamManager(nats);
  await manager.streams.add({ name: stream, subjects: [subject], storage: 'file' });
  const inbox = createInbox();
  let [sent, acknowledged] = [0, 0];
  const done = Promise.withResolvers<void>();
  const send = (): void => {
    for (; sent < messages && sent - acknowledged < maxUnacknowledged; sent += 1)
      nats.publish(subject, payload, { reply: `${inbox}.a` });
  };
  const subscription = nats.subscribe(`${inbox}.*`, {
    callback: () => {
      acknowledged += 1;
      if (acknowledged === messages) done.resolve();
      else send();
    },
  });
  const startedAt = performance.now();
  send();
  await done.promise;
  const perSecond = messages / ((performance.now() - startedAt) / 1_000);
  subscription.unsubscribe();
  await manager.streams.delete(stream);
  return perSecond;
}
