import { describe, expect, it } from '@jest/globals';
import type { Speed } from './endpoint-speeds.js';
import { hostAndPort, InFlightCounter, type InFlightAttempt } from './in-flight-counter.js';

const attempt = (installationId: string, host: string, share: Speed = 'quick'): InFlightAttempt => ({
  installationId,
  host,
  share,
});
/** The number of quick, unknown and slow endpoints that may each start one attempt. */
const free = (counter: InFlightCounter): number[] =>
  (['quick', 'unknown', 'slow'] as const).map((speed) => {
    const slots = counter.freeSlots();
    let count = 0;
    for (; slots.for(speed, 0) > 0; count += 1) slots.take(speed, 1);
    return count;
  });

describe('InFlightCounter', () => {
  it('counts attempts per endpoint, per host and in total, until they end', () => {
    const inFlight = new InFlightCounter({ total: 3, perEndpoint: 2, perHost: 2 });
    const [first, second] = [attempt('ins_a', 'host-1'), attempt('ins_b', 'host-1')];
    for (const each of [first, second, attempt('ins_b', 'host-2')]) inFlight.started(each);
    expect(['ins_a', 'ins_b', 'ins_c'].map((id) => inFlight.ofEndpoint(id))).toEqual([1, 2, 0]);
    expect(['host-1', 'host-2', 'host-3'].map((host) => inFlight.availableAt(host))).toEqual([0, 1, 2]);
    expect([inFlight.total, inFlight.freeSlots().isEmpty]).toEqual([3, true]);
    inFlight.ended(first);
    expect([inFlight.ofEndpoint('ins_a'), inFlight.availableAt('host-1'), inFlight.total]).toEqual([0, 1, 2]);
  });

  it('leaves half of the slots to quick endpoints, and an eighth to unknown ones beside slow ones', () => {
    const inFlight = new InFlightCounter({ total: 16, perEndpoint: 4, perHost: 16 });
    expect(free(inFlight)).toEqual([16, 8, 6]);
    for (let n = 0; n < 6; n += 1) inFlight.started(attempt(`ins_${n}`, `host-${n}`, 'slow'));
    expect(free(inFlight)).toEqual([10, 2, 0]);
    for (let n = 6; n < 8; n += 1) inFlight.started(attempt(`ins_${n}`, `host-${n}`, 'unknown'));
    expect(free(inFlight)).toEqual([8, 0, 0]);
  });

  it('gives the last half of the slots out one per endpoint', () => {
    const slots = new InFlightCounter({ total: 16, perEndpoint: 4, perHost: 16 }).freeSlots();
    expect([slots.for('quick', 0), slots.for('quick', 1)]).toEqual([8, 8]);
    slots.take('quick', 6);
    expect([slots.for('quick', 0), slots.for('quick', 1)]).toEqual([2, 2]);
    slots.take('quick', 2);
    expect([slots.for('quick', 0), slots.for('quick', 1)]).toEqual([1, 0]);
  });

  it('counts an attempt that has become slow among the slow ones', () => {
    const inFlight = new InFlightCounter({ total: 16, perEndpoint: 4, perHost: 16 });
    const attempts = Array.from({ length: 7 }, (_, n) => attempt(`ins_${n}`, `host-${n}`));
    for (const each of attempts) inFlight.started(each);
    expect(free(inFlight)).toEqual([9, 8, 6]);
    for (const each of attempts) inFlight.becameSlow(each);
    expect(free(inFlight)).toEqual([9, 1, 0]);
    for (const each of attempts) inFlight.ended(each);
    expect(free(inFlight)).toEqual([16, 8, 6]);
  });

  it.each([
    ['https://plugin.acme.ir/kushk', 'plugin.acme.ir'],
    ['https://plugin.acme.ir:8443', 'plugin.acme.ir:8443'],
    ['no url', 'no url'],
  ])('hostAndPort: returns the host of %s as %s', (baseUrl, host) => {
    expect(hostAndPort(baseUrl)).toBe(host);
  });
});
