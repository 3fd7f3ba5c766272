import { describe, expect, it } from '@jest/globals';
import type { FinishedAttempt } from '../delivery/delivery-queue.view.js';
import { AttemptRecorder } from './attempt-recorder.js';

const attempt = (deliveryId: string): FinishedAttempt => ({
  deliveryId,
  attempt: 1,
  installationId: 'ins_a',
  startedAt: new Date(0),
  durationMs: 1,
  status: 200,
  error: null,
  delivered: true,
  dueAt: new Date(0),
  failures: 0,
  deadAt: null,
});

/** A queue that stores the statements it receives and rejects the first `failures` of them. */
function recordingQueue(leased: readonly string[], failures = 0) {
  const statements: string[][] = [];
  let left = failures;
  const recordAttempts = async (_channel: unknown, attempts: readonly FinishedAttempt[]): Promise<Set<string>> => {
    statements.push(attempts.map(({ deliveryId }) => deliveryId));
    if (left-- > 0) throw new Error('database unavailable');
    return new Set(leased);
  };
  return { statements, recordAttempts };
}

describe('AttemptRecorder', () => {
  it('records all attempts since the last flush in one statement', async () => {
    const queue = recordingQueue(['evt_1', 'evt_2']);
    const recorder = new AttemptRecorder('event', queue);
    recorder.add(attempt('evt_1'));
    recorder.add(attempt('evt_2'));
    expect((await recorder.flush()).map(({ leaseHeld }) => leaseHeld)).toEqual([true, true]);
    expect(await recorder.flush()).toEqual([]);
    expect(queue.statements).toEqual([['evt_1', 'evt_2']]);
  });

  it('reports an attempt that ended after its lease had expired', async () => {
    const recorder = new AttemptRecorder('event', recordingQueue([]));
    recorder.add(attempt('evt_1'));
    expect(await recorder.flush()).toMatchObject([{ attempt: { deliveryId: 'evt_1' }, leaseHeld: false }]);
  });

  it('keeps its attempts in order when the database is unavailable', async () => {
    const queue = recordingQueue(['evt_1', 'evt_2'], 1);
    const recorder = new AttemptRecorder('event', queue);
    recorder.add(attempt('evt_1'));
    await expect(recorder.flush()).rejects.toThrow('database unavailable');
    recorder.add(attempt('evt_2'));
    await recorder.flush();
    expect(queue.statements).toEqual([['evt_1'], ['evt_1', 'evt_2']]);
  });
});
