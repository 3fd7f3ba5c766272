import { describe, expect, it } from '@jest/globals';
import type { RequestType } from '@kushk/contracts';
import type { SendRequest } from '../../http/route.js';
import { PROTOCOL_VERSIONS, serveMcp } from './mcp-exchange.js';

const session = { id: 'ses_1', title: 'x', participant_ids: null, messages: [], earlier_messages: null };

/** A call of a tool that sends two requests. `services` receives each request. */
function callOfTwoRequests(revision: string, services: (subject: string) => Promise<unknown>) {
  const closing = new AbortController();
  const send = ((type: RequestType<unknown, unknown>) =>
    services(type.subject).then((reply) => ({ reply, replayed: false }))) as SendRequest;
  const isModern = revision === '2026-07-28';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'spec', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name: 'get_session', arguments: { id: 'ses_1', cursor: 'c' }, ...(isModern && { _meta: meta }) };
  const response = serveMcp({
    message: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': revision,
      ...(isModern && { 'mcp-method': 'tools/call', 'mcp-name': 'get_session' }),
    },
    signal: closing.signal,
    caller: {
      installation_id: 'ins_1',
      organisation_id: 'org_1',
      person_id: null,
      scopes: ['sessions.read'],
      locale: { calendar: 'jalali', timezone: 'Asia/Tehran' },
    },
    send,
  });
  return { response, close: () => closing.abort() };
}

describe.each(PROTOCOL_VERSIONS)('a call in revision %s', (revision) => {
  it('sends one request after the other and returns both replies', async () => {
    const subjects: string[] = [];
    const { response } = callOfTwoRequests(revision, (subject) => {
      subjects.push(subject);
      return Promise.resolve(subject.endsWith('get') ? session : { items: [], next_cursor: null });
    });
    expect(await response).toMatchObject({ status: 200, text: expect.stringContaining('ses_1') });
    expect(subjects).toHaveLength(2);
  });

  it('ends when the client closes the connection, and sends no further request', async () => {
    const subjects: string[] = [];
    const first = Promise.withResolvers<unknown>();
    const requested = Promise.withResolvers<void>();
    const { response, close } = callOfTwoRequests(revision, (subject) => {
      subjects.push(subject);
      requested.resolve();
      return first.promise;
    });
    await requested.promise;
    close();
    expect(await response).toEqual({ status: 499, text: undefined });
    first.resolve(session);
    await new Promise(setImmediate);
    expect(subjects).toHaveLength(1);
  });
});
