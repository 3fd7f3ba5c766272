import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { factsForInstances, releasesStream } from '@kushk/contracts';
import { newId, readiness } from '@kushk/runtime';
import { eventually, freshNats, type FreshNats } from '@kushk/testing';
import { jetstream, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { ReplicaMonitor } from './replica-monitor.js';
import { BrokerConnection } from './broker-connection.js';
import { ensureFactStream, ensureReleasesStream } from './streams.js';

let nats: FreshNats;
let link: BrokerConnection;
let manager: JetStreamManager;
let watch: ReplicaMonitor;
beforeAll(async () => {
  nats = await freshNats();
  link = await BrokerConnection.connect(nats.url, 'test');
  manager = await jetstreamManager(link.connection);
  await ensureFactStream(manager, 'hub', 'catalogue', 1);
  await ensureReleasesStream(manager, factsForInstances, 1);
  watch = new ReplicaMonitor(link, { feedPatienceMs: 1_500 }, 1);
  watch.start();
});
afterAll(async () => {
  await watch?.stop();
  await link?.close();
  await nats?.stop();
});

const publish = (release: string) =>
  jetstream(link.connection).publish(`hub.${factsForInstances[0]!.subject}.${release}`, release, {
    msgID: newId('evt'),
  });
const state = async () => (await readiness()).details['copy of releases'];
const becomes = (wanted: RegExp) => eventually(async () => wanted.test((await state()) ?? ''), 20_000);
async function copied(): Promise<string[]> {
  const { state } = await manager.streams.info(releasesStream);
  const found = await Promise.all(
    Array.from({ length: state.last_seq }, (_, index) =>
      manager.streams.getMessage(releasesStream, { seq: index + 1 }),
    ),
  );
  return found.map((message) => message?.string() ?? '');
}

describe("the hub's copy of releases", () => {
  it('is level when everything that the catalogue has said is in it', async () => {
    await becomes(/^level$/);
    await publish('one');
    await becomes(/^level$/);
    await eventually(async () => (await copied()).length === 1);
  });

  it('is told when it stands still, and started anew where it stopped, without a fact lost or twice', async () => {
    const { config } = await manager.streams.info(releasesStream);
    await manager.streams.update(releasesStream, { ...config, sources: [] });
    await publish('two');
    await publish('three');
    await becomes(/^(behind|stalled): nothing more for/);
    await becomes(/^level$/);
    expect(await copied()).toEqual(['one', 'two', 'three']);
    const healed = (await manager.streams.info(releasesStream)).config;
    expect([healed.sources?.length, healed.subjects ?? []]).toEqual([1, []]);
    await publish('four');
    await eventually(async () => (await copied()).length === 4);
  });
});
