import { describe, expect, it } from '@jest/globals';
import type { AttemptResult } from '../outbound/attempt-result.js';
import { attemptRecordOf, classifyResult, nextStep, type AttemptContext, type NextStep } from './attempt-outcome.js';
import type { AttemptOutcome } from './circuit.js';
import { eventRetryPolicy } from './retry-policy.js';

const answered = (status: number, retryAfter: string | null = null): AttemptResult => ({
  kind: 'answered',
  status,
  retryAfter,
  contentType: null,
  location: null,
  body: Buffer.alloc(0),
  isTruncated: false,
  durationMs: 1,
});
const timedOut: AttemptResult = { kind: 'failed', error: 'timeout', durationMs: 10_000, status: null };

describe('classifyResult', () => {
  it.each([200, 201, 204, 299])('returns a success for status %i, whatever the body', (status) => {
    expect(classifyResult(answered(status), 0)).toEqual({ kind: 'success' });
    expect(attemptRecordOf(answered(status))).toEqual({ status, error: null });
  });

  it.each([300, 301, 302, 307, 308])('returns an event failure for the redirect status %i', (status) => {
    expect(classifyResult(answered(status), 0).kind).toBe('event_failure');
    expect(attemptRecordOf(answered(status))).toEqual({ status, error: 'redirect' });
  });

  it.each([429, 502, 503, 504])('returns an endpoint failure for status %i', (status) => {
    expect(classifyResult(answered(status, '7'), 0)).toEqual({ kind: 'endpoint_failure', retryAfterMs: 7_000 });
  });

  it.each([400, 401, 404, 500, 501, 599, 600])('returns an event failure for status %i', (status) => {
    expect(classifyResult(answered(status), 0)).toEqual({ kind: 'event_failure', retryAfterMs: null });
    expect(attemptRecordOf(answered(status))).toEqual({ status, error: 'status' });
  });

  it('returns an endpoint failure when there is no response', () => {
    expect(classifyResult(timedOut, 0)).toEqual({ kind: 'endpoint_failure', retryAfterMs: null });
    expect(attemptRecordOf(timedOut)).toEqual({ status: null, error: 'timeout' });
  });

  it('returns "gone" for status 410, which stops the pushes', () => {
    expect(classifyResult(answered(410), 0)).toEqual({ kind: 'gone' });
  });
});

describe('a failed delivery', () => {
  const context: AttemptContext = { failures: 0, dueAtMs: 900, firstAttemptAtMs: 1_000, isProbe: false };
  const eventFailure = classifyResult(answered(500), 0);
  const endpointFailure = classifyResult(timedOut, 0);
  const next = (outcome: AttemptOutcome, changes: Partial<AttemptContext> = {}, nowMs = 1_000): NextStep =>
    nextStep(outcome, { ...context, ...changes }, { retryPolicy: eventRetryPolicy, nowMs, random: 0.5 });

  it('is retried after the delay of the retry policy', () => {
    expect(next(eventFailure)).toEqual({ kind: 'retry', dueAtMs: 6_000, failures: 1 });
  });

  it('is retried after a longer delay when the plugin requests it with Retry-After', () => {
    expect(next(classifyResult(answered(500, '3600'), 0))).toMatchObject({ dueAtMs: 3_601_000 });
  });

  it('keeps its failure count while the endpoint is down', () => {
    expect(next(endpointFailure, { failures: 4, isProbe: true })).toEqual({ kind: 'retry', dueAtMs: 900, failures: 4 });
  });

  it('counts an event failure when it was due and sent as a probe, so that the next probe sends another event', () => {
    expect(next(eventFailure, { isProbe: true })).toEqual({ kind: 'retry', dueAtMs: 6_000, failures: 1 });
  });

  it('counts no failure when it was sent as a probe before its due time', () => {
    expect(next(eventFailure, { isProbe: true, dueAtMs: 99_000 })).toEqual({
      kind: 'retry',
      dueAtMs: 99_000,
      failures: 0,
    });
  });

  it('is a dead letter after the last delay of the retry policy', () => {
    const failures = eventRetryPolicy.delaysMs.length;
    expect(next(eventFailure, { failures })).toEqual({ kind: 'dead', failures: failures + 1 });
  });

  it('is a dead letter after seven days, even while the endpoint is down', () => {
    expect(next(endpointFailure, { isProbe: true }, 8 * 86_400_000).kind).toBe('dead');
  });

  it('keeps its due time and failure count after a 410 response', () => {
    expect(next({ kind: 'gone' })).toEqual({ kind: 'retry', dueAtMs: 900, failures: 0 });
  });
});
