import { describe, expect, it } from '@jest/globals';
import type { Circuit } from '../../sending/circuit.js';
import { channelHealth, toolHealth, waitOf } from './channel-health.js';

const at = (ms: number): string => new Date(ms).toISOString();
const none = { lastSuccessAt: null, lastError: null };
const empty = { nextDueAt: null, endedAt: null };
const open: Circuit = { state: 'open', openedAtMs: 1, failedProbes: 0, nextProbeAtMs: 5_001, permits: [] };

describe('channelHealth', () => {
  it('is ok without a circuit, and shows the newest results', () => {
    const lastError = { at: new Date(1), status: 500, error: 'status' };
    expect(channelHealth(null, empty, { lastSuccessAt: new Date(2), lastError })).toEqual({
      state: 'ok',
      since: null,
      last_success_at: at(2),
      last_error: { at: at(1), status: 500, error: 'status' },
      next_attempt_at: null,
      ended_by: null,
    });
  });

  it('is failing since the first of the last failures', () => {
    const failing: Circuit = {
      state: 'closed',
      failures: 2,
      sinceMs: 7,
      lastFailedDelivery: 'evt_1',
      pausedUntilMs: 0,
    };
    expect(channelHealth(failing, { ...empty, nextDueAt: new Date(9) }, none)).toMatchObject({
      state: 'failing',
      since: at(7),
      next_attempt_at: at(9),
      ended_by: null,
    });
  });

  it('is open until a probe succeeds, and shows when the next probe is sent if something waits', () => {
    const expected = { state: 'open', since: at(1), ended_by: 'success' };
    expect(channelHealth(open, { ...empty, nextDueAt: new Date(9) }, none)).toMatchObject({
      ...expected,
      next_attempt_at: at(5_001),
    });
    expect(channelHealth(open, empty, none)).toMatchObject({ ...expected, next_attempt_at: null });
  });

  it('is failing since the circuit opened while the endpoint recovers', () => {
    const recovering: Circuit = { state: 'recovering', openedAtMs: 1, attemptLimit: 2, pausedUntilMs: 0, permits: [] };
    expect(channelHealth(recovering, empty, none)).toMatchObject({ state: 'failing', since: at(1) });
  });

  it.each([
    ['a 410 response', { state: 'stopped', sinceMs: 3 } as const, empty],
    ['the last retry of a lifecycle call', null, { nextDueAt: null, endedAt: new Date(3) }],
  ])('is stopped after %s until an admin resumes the deliveries', (_name, circuit, queue) => {
    expect(channelHealth(circuit, queue, none)).toMatchObject({
      state: 'stopped',
      since: at(3),
      next_attempt_at: null,
      ended_by: 'resume',
    });
  });
});

describe('toolHealth', () => {
  it('is failing after a failed call, and open after five', () => {
    expect(toolHealth({ failures: 1, openUntilMs: 0, sinceMs: 2 }, none)).toMatchObject({
      state: 'failing',
      since: at(2),
      ended_by: null,
    });
    expect(toolHealth({ failures: 5, openUntilMs: 9, sinceMs: 2 }, none)).toMatchObject({
      state: 'open',
      next_attempt_at: at(9),
    });
    expect(toolHealth(null, none)).toMatchObject({ state: 'ok', since: null });
  });
});

describe('waitOf', () => {
  it.each<[string, Circuit | null, ReturnType<typeof waitOf>]>([
    ['its due time', null, { next_attempt_at: at(9), waits_for: null }],
    ['the recovery of the endpoint', open, { next_attempt_at: at(5_001), waits_for: 'recovery' }],
    ['a resume', { state: 'stopped', sinceMs: 0 }, { next_attempt_at: null, waits_for: 'resume' }],
  ])('shows that a delivery waits for %s', (_name, circuit, expected) => {
    expect(waitOf(circuit, { isSendable: true, dueAt: new Date(9) })).toEqual(expected);
  });

  it('shows that a delivery waits for the installation while nothing may be sent to it', () => {
    const waiting = { next_attempt_at: null, waits_for: 'installation' };
    expect(waitOf(open, { isSendable: false, dueAt: new Date(9) })).toEqual(waiting);
  });
});
