/** How a client gets through trouble: it gives up on silence, takes 503 at its word, and asks again with the same key. */
import { eventually } from '@kushk/testing';
import { expect } from '@jest/globals';
import type { Response, Test } from 'supertest';

/** A client need not wait for what a killed process will never say. */
const patienceMs = 3_000;
const withinMs = 30_000;

/** Asks until there is an answer that is not 503. What is 503 must say when to come again, and no 500 is forgiven. */
export async function persist(ask: () => Test): Promise<Response> {
  return eventually(async () => {
    const answered = await ask().timeout(patienceMs);
    expect(answered.status).not.toBe(500);
    if (answered.status !== 503) return answered;
    expectUnavailable(answered);
    return null;
  }, withinMs);
}

/** The one answer for a part that is down (contract §3). */
export function expectUnavailable(answered: Response): void {
  expect(answered.status).toBe(503);
  expect(answered.body.code).toMatch(/^(service\.unavailable|[a-z]+\.(busy|unavailable))$/);
  expect(Number(answered.headers['retry-after'])).toBeGreaterThan(0);
}
