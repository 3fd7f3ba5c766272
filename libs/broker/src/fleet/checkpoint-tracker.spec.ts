import { describe, expect, it } from '@jest/globals';
import type { ConsumerCheckpoint, ConsumerCheckpoints } from '@kushk/event-store/fact-stream';
import { CheckpointTracker } from './checkpoint-tracker.js';

/** Checkpoints in memory. */
class MemoryCheckpoints implements ConsumerCheckpoints {
  saved: ConsumerCheckpoint | null = null;
  load = (): Promise<ConsumerCheckpoint | null> => Promise.resolve(this.saved);
  save = (_consumer: string, checkpoint: ConsumerCheckpoint): Promise<boolean> => {
    this.saved = checkpoint;
    return Promise.resolve(true);
  };
  isCurrent = (): Promise<boolean> => Promise.resolve(true);
}

describe('a checkpoint tracker', () => {
  it('never advances the checkpoint past an unprocessed fact', async () => {
    const store = new MemoryCheckpoints();
    const tracker = new CheckpointTracker('consumer', store);
    const [first, second, third] = [1, 2, 3].map((sequence) => tracker.begin(sequence, `evt_${sequence}`));
    tracker.complete(second!);
    expect([tracker.checkpoint.sequence, tracker.inFlight]).toEqual([0, 3]);
    tracker.complete(first!);
    expect([tracker.checkpoint.sequence, tracker.inFlight]).toEqual([2, 1]);
    tracker.complete(third!);
    await tracker.stop();
    expect(store.saved).toEqual({ sequence: 3, eventId: 'evt_3' });
  });

  it('continues at the saved checkpoint after a restart', async () => {
    const store = new MemoryCheckpoints();
    store.saved = { sequence: 7, eventId: 'evt_7' };
    const tracker = new CheckpointTracker('consumer', store);
    await tracker.load();
    expect(tracker.checkpoint).toEqual(store.saved);
  });

  it('discards facts in flight when the stream starts over', () => {
    const tracker = new CheckpointTracker('consumer', new MemoryCheckpoints());
    const old = tracker.begin(9, 'evt_9');
    tracker.restart();
    tracker.begin(1, 'evt_1');
    tracker.complete(old);
    expect([tracker.checkpoint.sequence, tracker.inFlight]).toEqual([0, 1]);
  });
});
