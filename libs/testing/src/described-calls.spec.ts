import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { describedCalls, type DocumentWithWebhooks } from './described-calls.js';
import type { RecordedCall } from './recorded-call.js';

const document = JSON.parse(
  readFileSync(new URL('../../../docs/openapi/plugin.json', import.meta.url), 'utf8'),
) as DocumentWithWebhooks;
const problemsOf = describedCalls(document);
const removed = {
  path: '/service/lifecycle',
  headers: {
    'service-signature': `t=1795000000,v1=${'a'.repeat(64)}`,
    'service-installation-id': `ins_${'0'.repeat(26)}`,
    'service-attempt': '1',
    'service-plugin-version': '1.0.0',
    'user-agent': 'Kushk/1',
    'service-issuer-signature': `eyJhbGciOiJFZERTQSJ9..${'s'.repeat(86)}`,
  },
  json: { event: 'removed' },
} as unknown as RecordedCall;

describe('describedCalls', () => {
  it('accepts a call with exactly the described headers and body', () => {
    expect(problemsOf(removed)).toEqual([]);
  });

  it('reports other headers, other members and calls without a description', () => {
    const { 'service-issuer-signature': _issuer, ...headers } = removed.headers;
    expect(problemsOf({ ...removed, headers })).toEqual([expect.stringContaining('Service-Issuer-Signature')]);
    expect(problemsOf({ ...removed, json: { event: 'removed', token: 'ki_1' } })).toEqual([
      expect.stringContaining('must NOT have additional properties'),
    ]);
    expect(problemsOf({ ...removed, json: { event: 'moved' } })).toEqual([expect.stringContaining('no webhook moved')]);
  });
});
