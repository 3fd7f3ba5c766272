import { expect, it } from '@jest/globals';
import { FactPublisher } from './fact-publisher.js';
import { FactRejected, FactStreamUnavailable, type FactStream, type OutgoingFact } from './fact-stream.js';

const factOf = (body: string): OutgoingFact => ({
  subject: 'hub.evt.wallet.purse.v1.p',
  eventId: body,
  headers: {},
  body,
});

/** A stream that accepts no fact with the body `large`. */
class MemoryStream implements FactStream {
  readonly stored: string[] = [];
  isAvailable = true;
  end = () => Promise.resolve({ sequence: this.stored.length, requestedEpoch: 0, last: null });
  maxMessageBytes = (): number => 1_000;

  async publish(batch: readonly OutgoingFact[], after: number): Promise<number> {
    expect(after).toBe(this.stored.length);
    for (const [index, { body }] of batch.entries()) {
      if (!this.isAvailable) throw new FactStreamUnavailable('no connection');
      if (body === 'large') throw new FactRejected(index, 'message size exceeds maximum allowed');
      this.stored.push(body);
    }
    return Promise.resolve(this.stored.length);
  }
}

it('reports a rejected fact before it publishes the next one, also when publishing the next one fails', async () => {
  const stream = new MemoryStream();
  const ignore = (): void => undefined;
  const relayed = { factsRelayed: ignore, relayLagMs: ignore, factsUnpublished: ignore, logBehindStream: ignore };
  const measure = { ...relayed, commandDecided: ignore, clockOffsetMs: ignore };
  const publisher = new FactPublisher(stream, { ...measure, maintained: ignore, storedBytes: ignore });
  await publisher.open();
  const rejected: [string, number][] = [];
  const onRejected = ({ fact }: { readonly fact: OutgoingFact }): Promise<void> => {
    rejected.push([fact.body, stream.stored.length]);
    stream.isAvailable = rejected.length < 2;
    return Promise.resolve();
  };
  const published = publisher.publish(['a', 'large', 'b', 'large', 'c'].map(factOf), onRejected);
  await expect(published).rejects.toThrow(FactStreamUnavailable);
  expect(rejected).toEqual([
    ['large', 1],
    ['large', 2],
  ]);
  expect(stream.stored).toEqual(['a', 'b']);
});
