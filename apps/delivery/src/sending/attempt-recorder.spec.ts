import { describe, expect, it } from '@jest/globals';
import type { FinishedAttempt, RecordedAttempts } from '../delivery/attempt-log.view.js';
import { AttemptRecorder } from './attempt-recorder.js';

const attempt = (deliveryId: string): FinishedAttempt => ({
  deliveryId,
  attempt: 1,
  installationId: 'ins_a',
  version: '1.0.0',
  startedAt: new Date(0),
  endedAt: new Date(0),
  durationMs: 1,
  status: 200,
  error: null,
  response: null,
  outcome: null,
  delivered: true,
  dueAt: new Date(0),
  failures: 0,
  deadAt: null,
});

const policy = { attemptLimit: 4, failuresToOpen: 5 };

/** A log that stores the statements it receives and rejects the first `failures` of them. */
function recordingLog(leased: readonly string[], failures = 0) {
  const statements: string[][] = [];
  let left = failures;
  const record = async (_channel: unknown, attempts: readonly FinishedAttempt[]): Promise<RecordedAttempts> => {
    statements.push(attempts.map(({ deliveryId }) => deliveryId));
    if (left-- > 0) throw new Error('database unavailable');
    return { leased: new Set(leased), circuits: new Map() };
  };
  return { statements, record };
}

describe('AttemptRecorder', () => {
  it('records all attempts since the last flush in one statement', async () => {
    const attemptLog = recordingLog(['evt_1', 'evt_2']);
    const recorder = new AttemptRecorder('event', attemptLog, policy);
    recorder.add(attempt('evt_1'));
    recorder.add(attempt('evt_2'));
    expect((await recorder.flush()).attempts.map(({ leaseHeld }) => leaseHeld)).toEqual([true, true]);
    expect((await recorder.flush()).attempts).toEqual([]);
    expect(attemptLog.statements).toEqual([['evt_1', 'evt_2']]);
  });

  it('reports an attempt that ended after its lease had expired', async () => {
    const recorder = new AttemptRecorder('event', recordingLog([]), policy);
    recorder.add(attempt('evt_1'));
    expect((await recorder.flush()).attempts).toMatchObject([{ attempt: { deliveryId: 'evt_1' }, leaseHeld: false }]);
  });

  it('keeps its attempts in order when the database is unavailable', async () => {
    const attemptLog = recordingLog(['evt_1', 'evt_2'], 1);
    const recorder = new AttemptRecorder('event', attemptLog, policy);
    recorder.add(attempt('evt_1'));
    await expect(recorder.flush()).rejects.toThrow('database unavailable');
    recorder.add(attempt('evt_2'));
    await recorder.flush();
    expect(attemptLog.statements).toEqual([['evt_1'], ['evt_1', 'evt_2']]);
  });
});
