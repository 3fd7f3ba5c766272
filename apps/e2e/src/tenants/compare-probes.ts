/** Sends probes with their twins and compares the responses. */
import { randomUUID } from 'node:crypto';
import type { HttpResponse } from '@kushk/testing';
import type { Operation } from '../parties/api-documents.js';
import { callOperation, type OperationCall } from '../parties/call-operation.js';
import type { Probe } from './probes.js';

const VOLATILE_HEADERS = ['content-length', 'date', 'ratelimit', 'traceparent'];
const AT_ONCE = 16;
/** How often a difference between two reads is looked at again. */
const REPEATS = 3;

/** Sends all probes, each with its twin, and returns what differs or has an unexpected status. */
export async function differencesIn(probes: readonly Probe[]): Promise<readonly string[]> {
  const twins = new Map<string, Promise<HttpResponse>>();
  const differences: string[] = [];
  const waiting = probes.values();
  const work = async () => {
    for (const probe of waiting) {
      const { operation, sent, twin, values, allowed, name } = probe;
      const key = JSON.stringify([operation.key, twin]);
      const twinResponse = twins.get(key) ?? callOnce(operation, twin);
      twins.set(key, twinResponse);
      const response = await callOnce(operation, sent);
      const compare = (one: HttpResponse, other: HttpResponse) => [comparable(one, values), comparable(other, values)];
      let [actual, expected] = compare(response, await twinResponse);
      // A list of the organisation may have changed since the twin was sent.
      for (let repeats = 0; operation.method === 'get' && actual !== expected && repeats < REPEATS; repeats += 1)
        [actual, expected] = compare(await callOnce(operation, sent), await callOnce(operation, twin));
      if (!allowed.includes(response.status))
        differences.push(`${name}: ${response.status} ${response.text.slice(0, 300)}`);
      else if (actual !== expected) differences.push(`${name}:\n  ${actual}\n  instead of\n  ${expected}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return differences;
}

/** Sends the request with an idempotency key of its own, which some operations require. */
function callOnce(operation: Operation, call: OperationCall): Promise<HttpResponse> {
  const key = operation.method === 'get' ? {} : { 'idempotency-key': randomUUID() };
  return callOperation(operation, { ...call, headers: { ...call.headers, ...key } });
}

function comparable({ status, headers, text }: HttpResponse, values: readonly string[]): string {
  const compared = Object.entries(headers).filter(([name]) => !VOLATILE_HEADERS.includes(name));
  const all = JSON.stringify([status, Object.fromEntries(compared.sort(([a], [b]) => (a < b ? -1 : 1)))]) + text;
  return [...values].sort((a, b) => b.length - a.length).reduce((left, value) => left.replaceAll(value, '·'), all);
}
