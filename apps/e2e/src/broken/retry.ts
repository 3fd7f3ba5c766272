/** Retries as clients should: after a timeout or a 503, with the same idempotency key. */
import { eventually } from '@kushk/testing';
import { expect } from '@jest/globals';
import type { Response, Test } from 'supertest';

/** A client stops waiting for a killed process after this time. */
const clientTimeoutMs = 3_000;
const withinMs = 30_000;

/** Retries until the response is not a 503. Every 503 must have a `Retry-After` header, and a 500 fails the test. */
export async function retryUntilAnswered(send: () => Test): Promise<Response> {
  return eventually(async () => {
    const answered = await send().timeout(clientTimeoutMs);
    expect(answered.status).not.toBe(500);
    if (answered.status !== 503) return answered;
    expectUnavailable(answered);
    return null;
  }, withinMs);
}

/** Expects the response for an unavailable service: 503 with `Retry-After` and the error code. */
export function expectUnavailable(answered: Response): void {
  expect(answered.status).toBe(503);
  expect(answered.body.code).toMatch(/^(service\.unavailable|[a-z]+\.(busy|unavailable))$/);
  expect(Number(answered.headers['retry-after'])).toBeGreaterThan(0);
}
