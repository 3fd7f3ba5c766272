import type { FactStream, OutgoingFact } from '@kushk/event-store/fact-stream';
import { eventually } from './eventually.js';

/**
 * Publishes facts after this sequence and returns the sequence of the last one. Goes on at the end of the stream when
 * a busy JetStream acknowledged nothing for a while, as the relay does.
 */
export async function publishFacts(
  stream: Pick<FactStream, 'publish' | 'end'>,
  facts: readonly OutgoingFact[],
  after: number,
): Promise<number> {
  let sequence = after;
  return await eventually(async () => {
    try {
      return await stream.publish(facts.slice(sequence - after), sequence);
    } catch (error) {
      ({ sequence } = await stream.end());
      throw error;
    }
  });
}
