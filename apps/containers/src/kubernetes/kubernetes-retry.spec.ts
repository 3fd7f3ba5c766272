import { describe, expect, it } from '@jest/globals';
import { retryDelayMs } from './kubernetes-retry.js';

const failed = { status: 503, reason: null, retryAfter: null, attempts: 1, elapsedMs: 0 };

describe('a failed request to the Kubernetes API', () => {
  it.each([null, 409, 429, 500, 502, 503, 504])('is sent again after %s, with growing delays, four times', (status) => {
    const delays = [1, 2, 3, 4].map((attempts) => retryDelayMs({ ...failed, status, attempts }));
    expect(delays).toEqual([100, 200, 400, null]);
  });

  it('is not sent again when the answer is final', () => {
    for (const status of [400, 401, 403, 404, 410, 422]) expect(retryDelayMs({ ...failed, status })).toBeNull();
    expect(retryDelayMs({ ...failed, status: 409, reason: 'AlreadyExists' })).toBeNull();
  });

  it('waits as long as the server asks, but not beyond its deadline', () => {
    expect(retryDelayMs({ ...failed, status: 429, retryAfter: '3' })).toBe(3_000);
    expect(retryDelayMs({ ...failed, status: 429, retryAfter: '120' })).toBeNull();
    expect(retryDelayMs({ ...failed, status: 429, retryAfter: '3', elapsedMs: 18_000 })).toBeNull();
    expect(retryDelayMs({ ...failed, status: 429, retryAfter: 'Mon, 23 Nov 2026 02:00:00 GMT' })).toBe(100);
  });
});
