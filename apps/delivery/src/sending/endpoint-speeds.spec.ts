import { describe, expect, it } from '@jest/globals';
import { EndpointSpeeds, SLOW_FOR_MS, type AttemptEnd } from './endpoint-speeds.js';

const quickSuccess: AttemptEnd = { result: 'success', isSlow: false, usedAllSlots: true, nowMs: 0 };
const speedOf = (speeds: EndpointSpeeds, nowMs = 0, hasFailed = false): string =>
  speeds.of('ins_a', { hasFailed, nowMs });
/** Speeds after these attempts of one endpoint. */
function after(...ends: readonly Partial<AttemptEnd>[]): EndpointSpeeds {
  const speeds = new EndpointSpeeds(4);
  for (const end of ends) speeds.ended('ins_a', { ...quickSuccess, ...end });
  return speeds;
}

describe('the slots of an endpoint', () => {
  it('start with one and double with each success that used all, up to the limit', () => {
    expect([0, 1, 2, 3].map((n) => after(...Array.from({ length: n }, () => ({}))).slots('ins_a'))).toEqual([
      1, 2, 4, 4,
    ]);
  });

  it('do not grow while they are not used, nor by a rejected event', () => {
    expect(after({}, { usedAllSlots: false }, { result: 'answer' }).slots('ins_a')).toBe(2);
  });

  it('grow with slow successes too, so that a slow plugin keeps its throughput', () => {
    expect(after({ isSlow: true }, { isSlow: true }).slots('ins_a')).toBe(4);
  });

  it('are taken back when a response is missing', () => {
    expect(after({}, {}, { result: 'failure', isSlow: true }).slots('ins_a')).toBe(1);
  });
});

describe('the speed of an endpoint', () => {
  it('is unknown before the first result, or slow when its stored circuit has failures', () => {
    expect([speedOf(after()), speedOf(after(), 0, true)]).toEqual(['unknown', 'slow']);
  });

  it('is quick after a quick response of any status, and slow after a missing one', () => {
    expect([speedOf(after({})), speedOf(after({ result: 'answer' }), 0, true)]).toEqual(['quick', 'quick']);
    expect(speedOf(after({}, { result: 'failure' }))).toBe('slow');
  });

  it('is slow as soon as an attempt has taken long, and for a while after it whatever else is answered', () => {
    const speeds = after({});
    speeds.becameSlow('ins_a', 0);
    expect(speedOf(speeds)).toBe('slow');
    speeds.ended('ins_a', quickSuccess);
    expect([speedOf(speeds, SLOW_FOR_MS - 1), speedOf(speeds, SLOW_FOR_MS)]).toEqual(['slow', 'quick']);
  });

  it('stays slow without a quick response', () => {
    expect(speedOf(after({ isSlow: true }), 10 * SLOW_FOR_MS)).toBe('slow');
  });

  it('is forgotten for the endpoint that was called longest ago when ten thousand others were', () => {
    const speeds = after({});
    for (let n = 0; n < 10_000; n += 1) speeds.ended(`ins_${n}`, quickSuccess);
    expect([speedOf(speeds), speeds.of('ins_0', { hasFailed: false, nowMs: 0 })]).toEqual(['unknown', 'quick']);
  });
});
