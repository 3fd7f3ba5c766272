import { describe, expect, it } from '@jest/globals';
import type { DevEntry, EntryOf } from '../dev/dev-entry.js';
import { Terminal } from '../terminal.js';
import { wholeBodyLines } from './body-lines.js';
import { answerText, entryLines } from './entry-text.js';

const terminal = new Terminal({ json: false, language: 'en' });
const call: EntryOf<'call_out'> = {
  kind: 'call_out',
  at: '2026-11-23T10:00:00Z',
  channel: 'tool',
  type: 'find_tender',
  event_id: null,
  sequence: null,
  delivery_id: 'call_1',
  attempt: 1,
  status: 200,
  error: null,
  duration_ms: 12,
  signature: 'unknown',
  path: '/service/tools/find_tender',
  content_type: 'application/json',
  location: null,
  request_body: '{"arguments": {"number": "17"}}',
  response_body: '{"content": "found"}',
  simulated_outage: false,
};
const request: DevEntry = {
  kind: 'call_in',
  at: '2026-11-23T10:00:00Z',
  method: 'PUT',
  path: '/records/tender/17',
  status: 422,
  code: 'record.invalid',
  duration_ms: 3,
  request_id: 'req_1',
  caused_by: { delivery_id: 'call_1', attempt: 1 },
  request_body: '{"data":\n  {}}',
  response_body: `{"text":"${'x'.repeat(500)}"}`,
};

describe('the lines of a call', () => {
  it('show both bodies in one line each, below the call that caused it', () => {
    const [line, sent, answered] = entryLines(terminal, call);
    expect(line).toContain('→ tool find_tender  200 12 ms  call_1');
    expect([sent?.trim(), answered?.trim()]).toEqual(['> {"arguments":{"number":"17"}}', '< {"content":"found"}']);
    const [nested, body, long] = entryLines(terminal, request);
    expect(nested).toMatch(/^\S+ {3}← PUT \/records\/tender\/17 {2}422 record\.invalid 3 ms {2}req_1$/);
    expect(body?.trim()).toBe('> {"data":{}}');
    expect(long?.length).toBeLessThan(320);
  });

  it('show no bodies of what the plugin reads by itself, unless it fails', () => {
    const read: DevEntry = { ...request, method: 'GET', status: 200, code: null, caused_by: null };
    expect(entryLines(terminal, read)).toHaveLength(1);
    expect(entryLines(terminal, { ...read, status: 404 })).toHaveLength(3);
  });

  it('show the complete bodies of one call', () => {
    expect(wholeBodyLines(terminal, request).join('\n')).toContain('x'.repeat(500));
    expect(wholeBodyLines(terminal, { ...call, request_body: null, response_body: null })).toMatchObject([
      expect.stringContaining('no bodies'),
    ]);
  });

  it.each([
    [{ error: 'tool.answer_invalid', content_type: 'text/html' }, '200 text/html: not {"content": …} as JSON'],
    [{ error: 'tool.answer_invalid', status: 204, content_type: null }, '204 -: not {"content": …} as JSON'],
    [
      { error: 'tool.failed', status: 302, location: '/login' },
      '302 redirect to /login: it is not followed, and no function of the plugin ran',
    ],
    [{ error: 'tool.failed', status: 500 }, '500'],
    [{ error: 'timeout', status: null }, 'no answer in time'],
    [
      { error: 'timeout', status: null, channel: 'lifecycle' as const },
      'no answer within ten seconds: store the event, answer, and then do what takes long',
    ],
    [{ error: 'connect', status: null }, 'no connection: the plugin does not listen there'],
    [
      { error: 'connect', status: null, simulated_outage: true },
      'nothing was sent: "kushk dev down" makes the plugin unreachable',
    ],
  ])('say what was wrong with the answer %j', (fields, text) => {
    expect(answerText(terminal, { ...call, ...fields })).toBe(text);
  });
});
