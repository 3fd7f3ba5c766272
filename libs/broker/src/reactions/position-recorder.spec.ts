import { beforeEach, describe, expect, it } from '@jest/globals';
import { metrics } from '@kushk/runtime';
import { MemoryPositions } from '../../test/memory-positions.js';
import { PositionRecorder, type ConsumerProgress } from './position-recorder.js';

const progress = (changes: Partial<ConsumerProgress> = {}): ConsumerProgress => ({
  stream: 'a',
  first: 1,
  last: 100,
  ackFloor: 60,
  outstanding: 3,
  ...changes,
});

let positions: MemoryPositions;
let recorder: PositionRecorder;
beforeEach(() => {
  positions = new MemoryPositions();
  recorder = new PositionRecorder('c', positions);
});

/** The removed messages that were reported. */
async function removed(): Promise<number> {
  const [value] = (await metrics.getSingleMetric('kushk_facts_removed_unread_total')?.get())?.values ?? [];
  return value?.value ?? 0;
}

describe('the position of a consumer', () => {
  it('is the acknowledgement floor, and the end of the stream when nothing is outstanding', async () => {
    expect(await recorder.follow(progress())).toBeNull();
    expect(positions.saved).toEqual({ stream: 'a', sequence: 60 });
    expect(await recorder.follow(progress({ outstanding: 0 }))).toBeNull();
    expect(positions.saved).toEqual({ stream: 'a', sequence: 100 });
  });

  it('says where to deliver from when another run of the server has stored it', async () => {
    await recorder.follow(progress({ ackFloor: 40 }));
    positions.serverRestarted();
    const lost = await recorder.follow(progress());
    expect(lost).toEqual({ stream: 'a', sequence: 40 });
    // Nothing is stored before the facts are delivered again.
    expect(await recorder.follow(progress({ ackFloor: 70 }))).toEqual(lost);
    await recorder.restart(lost!);
    expect(await recorder.follow(progress({ ackFloor: 45 }))).toBeNull();
    expect(positions.saved).toEqual({ stream: 'a', sequence: 45 });
  });

  it('is the start of the stream when the database knows another stream or epoch and the server has another run', async () => {
    await recorder.follow(progress({ ackFloor: 40 }));
    expect(await recorder.follow(progress({ stream: 'b', ackFloor: 5 }))).toBeNull();
    expect(positions.saved).toEqual({ stream: 'b', sequence: 5 });
    positions.serverRestarted();
    expect(await recorder.follow(progress({ stream: 'c' }))).toEqual({ stream: 'c', sequence: 0 });
  });

  it('is before the first message of a new epoch, and reports nothing as removed', async () => {
    await recorder.follow(progress({ ackFloor: 40 }));
    positions.serverRestarted();
    const before = await removed();
    const reset = progress({ stream: 'b', first: 101, last: 200, ackFloor: 150 });
    const from = await recorder.follow(reset);
    expect(from).toEqual({ stream: 'b', sequence: 100 });
    await recorder.restart(from!);
    expect(await recorder.follow(reset)).toBeNull();
    expect(await removed()).toBe(before);
  });

  it('does not deliver again when nothing after it is acknowledged', async () => {
    await recorder.follow(progress({ ackFloor: 60, outstanding: 0 }));
    positions.serverRestarted();
    expect(await recorder.follow(progress({ ackFloor: 60, outstanding: 0 }))).toBeNull();
    expect(positions.isCurrent).toBe(true);
  });

  it('shows once that retention removed messages that the consumer had not passed', async () => {
    await recorder.follow(progress({ ackFloor: 40 }));
    const before = await removed();
    await recorder.follow(progress({ first: 51, ackFloor: 40 }));
    expect((await removed()) - before).toBe(10);
    await recorder.follow(progress({ first: 51, ackFloor: 40 }));
    expect((await removed()) - before).toBe(10);
  });

  it('reports nothing when a new epoch removed the messages', async () => {
    await recorder.follow(progress({ ackFloor: 40 }));
    const before = await removed();
    await recorder.follow(progress({ stream: 'a 2', first: 101, ackFloor: 100 }));
    expect(await removed()).toBe(before);
  });
});
