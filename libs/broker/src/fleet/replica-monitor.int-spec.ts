import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { factsForInstances, releasesStream } from '@kushk/contracts';
import { newId, readiness } from '@kushk/runtime';
import { eventually, freshNats, type FreshNats } from '@kushk/testing';
import { jetstream, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { ReplicaMonitor } from './replica-monitor.js';
import { BrokerConnection } from '../connection/broker-connection.js';
import { createStreams } from '../streams/create-streams.js';
import { releasesConfig } from '../streams/streams.js';

let nats: FreshNats;
let connection: BrokerConnection;
let manager: JetStreamManager;
let monitor: ReplicaMonitor;
beforeAll(async () => {
  nats = await freshNats();
  connection = await BrokerConnection.connect(nats.url, 'test');
  manager = await jetstreamManager(connection.nats);
  await create();
  monitor = new ReplicaMonitor(connection, { replicaStaleAfterMs: 1_500 });
  monitor.start();
});
afterAll(async () => {
  await monitor?.stop();
  await connection?.close();
  await nats?.stop();
});

const create = () => createStreams({ url: nats.url, scope: 'hub', services: ['catalogue'] });
const publish = (release: string) =>
  jetstream(connection.nats).publish(`hub.${factsForInstances[0]!.subject}.${release}`, release, {
    msgID: newId('evt'),
  });
const state = async () => (await readiness()).details['releases stream'];
const becomes = (expected: RegExp) => eventually(async () => expected.test((await state()) ?? ''));
async function copied(): Promise<string[]> {
  const { state } = await manager.streams.info(releasesStream);
  const found = await Promise.all(
    Array.from({ length: state.last_seq }, (_, index) =>
      manager.streams.getMessage(releasesStream, { seq: index + 1 }),
    ),
  );
  return found.map((message) => message?.string() ?? '');
}

describe("ReplicaMonitor for the hub's stream of releases", () => {
  it('reports the stream as current when it contains every fact of the catalogue', async () => {
    await becomes(/^current$/);
    await publish('one');
    await becomes(/^current$/);
    await eventually(async () => (await copied()).length === 1);
  });

  it('reports stalled replication, which resumes without losing or repeating a fact when the streams are created again', async () => {
    const { config } = await manager.streams.info(releasesStream);
    await manager.streams.update(releasesStream, { ...config, sources: [] });
    await publish('two');
    await publish('three');
    await becomes(/^stalled: no progress for/);
    await create();
    await becomes(/^current$/);
    expect(await copied()).toEqual(['one', 'two', 'three']);
    const repaired = (await manager.streams.info(releasesStream)).config;
    expect([repaired.sources?.length, repaired.subjects ?? []]).toEqual([factsForInstances.length, []]);
    await publish('four');
    await eventually(async () => (await copied()).length === 4);
  });

  it('keeps the sources of a newer version when an older one creates the streams again', async () => {
    const newer = { ...factsForInstances[0]!, subject: 'evt.catalogue.plugin.renamed.v1' };
    await manager.streams.update(releasesStream, releasesConfig([...factsForInstances, newer]));
    await create();
    const { sources = [] } = (await manager.streams.info(releasesStream)).config;
    expect(sources.map(({ filter_subject }) => filter_subject)).toContain(`hub.${newer.subject}.>`);
  });
});
