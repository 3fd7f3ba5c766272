import { factStreamName } from '@kushk/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { factHeaders, FactStreamConflict, type OutgoingFact } from '@kushk/event-store/fact-stream';
import { newId } from '@kushk/runtime';
import { eventually, publishFacts } from '@kushk/testing';
import { jetstream, jetstreamManager, type JetStreamManager, type StoredMsg } from '@nats-io/jetstream';
import { BrokerConnection, createStreams, JetStreamFactStream, resetStreams } from '../index.js';
import type { DeliveredFact } from '../reactions/fact.js';
import { ParkedFactStream } from '../reactions/parked-fact-stream.js';

describe('JetStreamFactStream', () => {
  let connection: BrokerConnection;
  let manager: JetStreamManager;
  let scope: string;
  let stream: JetStreamFactStream;

  beforeAll(async () => {
    connection = await BrokerConnection.connect(String(process.env['KUSHK_TEST_NATS_URL']), 'test');
    manager = await jetstreamManager(connection.nats, { checkAPI: false });
  });
  afterAll(() => connection.close());
  beforeEach(newStream);

  async function newStream(): Promise<void> {
    scope = `f${newId('ins').slice(-14)}`;
    stream = new JetStreamFactStream(connection, manager, { scope, service: 'wallet' });
    await createStreams({ url: String(process.env['KUSHK_TEST_NATS_URL']), scope, services: ['wallet'] });
  }

  const facts = (from: number, to: number): OutgoingFact[] =>
    Array.from({ length: to - from + 1 }, (_, index) => ({
      subject: `${scope}.evt.wallet.hold.settled.v1.h${(from + index) % 7}`,
      eventId: `evt_${scope}_${from + index}`,
      body: JSON.stringify({ n: from + index }),
      headers: { [factHeaders.cursor]: `7:${from + index}`, [factHeaders.stream]: 'hold-h' },
    }));
  const read = async (sequence: number) =>
    (await manager.streams.getMessage(factStreamName(scope, 'wallet'), { seq: sequence }))?.json<{ n: number }>().n;

  it('is unchanged when the streams are created again', async () => {
    await createStreams({ url: String(process.env['KUSHK_TEST_NATS_URL']), scope, services: ['wallet'] });
    expect(await stream.end()).toEqual({ sequence: 0, requestedEpoch: 0, last: null });
  });

  it('stores thousands of facts in order and returns the end of the stream', async () => {
    // Not continued, but repeated on a new stream when a busy server acknowledged nothing for a while.
    const publishOnNewStream = () => newStream().then(() => stream.publish(facts(1, 3_000), 0));
    expect(await eventually(publishOnNewStream)).toBe(3_000);
    expect(await stream.publish(facts(3_001, 3_010), 3_000)).toBe(3_010);
    expect(await stream.end()).toMatchObject({ sequence: 3_010, last: { sequence: 3_010, cursor: '7:3010' } });
    expect(await read(1)).toBe(1);
    expect(await read(2_345)).toBe(2_345);
  });

  it('accepts no fact that is too large to be parked', async () => {
    const [fact] = facts(1, 1) as [OutgoingFact];
    const body = 'x'.repeat(stream.maxMessageBytes() - 1_024);
    await publishFacts(stream, [{ ...fact, body }], 0);
    const stored = await manager.streams.getMessage(factStreamName(scope, 'wallet'), { seq: 1 });
    const parked = new ParkedFactStream(jetstream(connection.nats), manager, { scope, service: 'wallet' });
    const { subject, header, data } = stored as StoredMsg;
    const delivered = { subject, headers: header, data } as DeliveredFact;
    const reason = new Error('a'.repeat(1_000));
    await parked.park(delivered, { reaction: 'on-hold-settled', reason, attempts: 6 });
    await expect(parked.messages().next()).resolves.toMatchObject({ done: false });
  });

  it('does not take a stream for empty that a reset empties while its end is read', async () => {
    await publishFacts(stream, facts(1, 3), 0);
    const { streams } = manager;
    const info: typeof streams.info = async (name) => {
      const before = await streams.info(name);
      await resetStreams({ url: String(process.env['KUSHK_TEST_NATS_URL']), scope, services: ['wallet'] });
      return before;
    };
    const getMessage: typeof streams.getMessage = (name, query) => streams.getMessage(name, query);
    const meanwhile = { streams: { info, getMessage } } as JetStreamManager;
    const reader = new JetStreamFactStream(connection, meanwhile, { scope, service: 'wallet' });
    await expect(reader.end()).rejects.toThrow('messages were deleted meanwhile');
    expect(await stream.end()).toMatchObject({ sequence: 3, requestedEpoch: expect.any(Number), last: null });
  });

  it('stores no facts of a publisher that expects an outdated sequence', async () => {
    await publishFacts(stream, facts(1, 10), 0);
    const outdated = new JetStreamFactStream(connection, manager, { scope, service: 'wallet' });
    await expect(outdated.publish(facts(5, 1_500), 4)).rejects.toThrow(FactStreamConflict);
    expect(await stream.end()).toMatchObject({ sequence: 10 });
    expect(await stream.publish(facts(11, 20), 10)).toBe(20);
  });

  it('stores the missing facts again after the stream lost messages at its end', async () => {
    await publishFacts(stream, facts(1, 10), 0);
    for (const sequence of [9, 10]) await manager.streams.deleteMessage(factStreamName(scope, 'wallet'), sequence);
    const { sequence, last } = await stream.end();
    expect({ sequence, last }).toMatchObject({ sequence: 10, last: { sequence: 8, cursor: '7:8' } });
    const refill = async (): Promise<number> => {
      try {
        return await stream.publish(facts(9, 10), sequence);
      } catch (error) {
        // For a short time the server drops the missing facts as duplicates, because it still remembers their message
        // ids. The relay retries in the same way.
        if (!(error instanceof FactStreamConflict)) throw error;
        return refill();
      }
    };
    expect(await refill()).toBe(12);
    expect(await read(12)).toBe(10);
  });
});
