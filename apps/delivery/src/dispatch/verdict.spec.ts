import { describe, expect, it } from '@jest/globals';
import type { Exchange } from '../outbound/exchange.js';
import { eventSchedule } from './schedule.js';
import { nextOf, outcomeOf, traceOf, type Tried } from './verdict.js';

const answered = (status: number, retryAfter: string | null = null): Exchange => ({
  kind: 'answered',
  status,
  retryAfter,
  body: Buffer.alloc(0),
  cut: false,
  durationMs: 1,
});
const failed: Exchange = { kind: 'failed', error: 'timeout', durationMs: 10_000, status: null };
const tried: Tried = { spent: 0, dueAtMs: 900, firstTriedAtMs: 1_000, probe: false };

describe('the end of a call', () => {
  it.each([200, 201, 204, 299])('is success for %i, whatever the body says', (status) => {
    expect(outcomeOf(answered(status), 0)).toEqual({ kind: 'success' });
  });

  it.each([300, 301, 302, 307, 308])('is a failure of the event for the redirect %i', (status) => {
    expect(outcomeOf(answered(status), 0).kind).toBe('event_failure');
    expect(traceOf(answered(status))).toEqual({ status, error: 'redirect' });
  });

  it.each([429, 502, 503, 504])('speaks against the endpoint for %i', (status) => {
    expect(outcomeOf(answered(status, '7'), 0)).toEqual({ kind: 'endpoint_failure', retryAfterMs: 7_000 });
  });

  it.each([400, 401, 404, 500, 501, 599, 600])('speaks against the event for %i', (status) => {
    expect(outcomeOf(answered(status), 0)).toEqual({ kind: 'event_failure', retryAfterMs: null });
  });

  it('speaks against the endpoint when no answer came', () => {
    expect(outcomeOf(failed, 0)).toEqual({ kind: 'endpoint_failure', retryAfterMs: null });
    expect(traceOf(failed)).toEqual({ status: null, error: 'timeout' });
  });

  it('ends the pushes for 410', () => {
    expect(outcomeOf(answered(410), 0)).toEqual({ kind: 'gone' });
  });
});

describe('what becomes of a call that failed', () => {
  const failure = outcomeOf(answered(500), 0);

  it('is a retry by the schedule', () => {
    expect(nextOf(failure, tried, eventSchedule, 1_000, 0.5)).toEqual({ kind: 'retry', dueAtMs: 6_000, spent: 1 });
  });

  it('is later when the plugin asks for it', () => {
    expect(nextOf(outcomeOf(answered(500, '3600'), 0), tried, eventSchedule, 1_000, 0.5)).toMatchObject({
      dueAtMs: 3_601_000,
    });
  });

  it('spends no attempt while the endpoint as a whole is down', () => {
    expect(nextOf(outcomeOf(failed, 0), { ...tried, spent: 4, probe: true }, eventSchedule, 1_000, 0.5)).toEqual({
      kind: 'retry',
      dueAtMs: 900,
      spent: 4,
    });
  });

  it('spends one when a probe finds the endpoint well and the event indigestible, so that the next probe takes another', () => {
    expect(nextOf(failure, { ...tried, probe: true }, eventSchedule, 1_000, 0.5)).toMatchObject({
      kind: 'retry',
      dueAtMs: 6_000,
      spent: 1,
    });
    expect(nextOf(failure, { ...tried, probe: true, dueAtMs: 99_000 }, eventSchedule, 1_000, 0.5)).toEqual({
      kind: 'retry',
      dueAtMs: 99_000,
      spent: 0,
    });
  });

  it('is a dead letter when the schedule is used up, or seven days are over', () => {
    expect(nextOf(failure, { ...tried, spent: eventSchedule.delaysMs.length }, eventSchedule, 1_000, 0.5)).toEqual({
      kind: 'dead',
      spent: eventSchedule.delaysMs.length + 1,
    });
    expect(nextOf(outcomeOf(failed, 0), { ...tried, probe: true }, eventSchedule, 8 * 86_400_000, 0.5).kind).toBe(
      'dead',
    );
  });

  it('is to wait as it was when the pushes have ended', () => {
    expect(nextOf({ kind: 'gone' }, tried, eventSchedule, 1_000, 0.5)).toEqual({
      kind: 'retry',
      dueAtMs: 900,
      spent: 0,
    });
  });
});
