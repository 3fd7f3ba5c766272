import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { catalogueFacts, releasesStream } from '@kushk/contracts';
import { eventually, freshNats, type FreshNats } from '@kushk/testing';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { BrokerConnection, createStreams, JetStreamFactStream, resetStreams } from '../index.js';

const facts = Array.from({ length: 20 }, (_, n) => ({
  subject: `hub.${catalogueFacts.releaseStatusChanged.subject}.release-${n}`,
  eventId: `evt_${n}`,
  headers: {},
  body: '{}',
}));
let nats: FreshNats;
let connection: BrokerConnection;
let manager: JetStreamManager;
let hub: JetStreamFactStream;
beforeAll(async () => {
  nats = await freshNats();
  connection = await BrokerConnection.connect(nats.url, 'test');
  manager = await jetstreamManager(connection.nats, { checkAPI: false });
  hub = new JetStreamFactStream(connection, manager, { scope: 'hub', service: 'catalogue' });
  await createStreams({ url: nats.url, scope: 'hub' });
});
afterAll(async () => {
  await connection.close();
  await nats.stop();
});

it('lets the facts of the hub reach the stream of releases again after each of several resets', async () => {
  const replicated = async (): Promise<number> => (await manager.streams.info(releasesStream)).state.messages;
  for (const epoch of [0, 1, 2, 3]) {
    const { sequence } = await hub.end();
    // The relay repeats as well what the server still takes for a duplicate.
    const publish = () =>
      hub.publish(facts, sequence, epoch).then(
        () => true,
        () => false,
      );
    await eventually(publish);
    await eventually(async () => (await replicated()) === facts.length);
    await resetStreams({ scope: 'hub', url: nats.url });
    expect(await replicated()).toBe(0);
  }
});
