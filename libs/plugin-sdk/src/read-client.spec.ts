import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ToolName } from '@kushk/manifest';
import { allPages, KushkClient, type ReadClient } from './index.js';

interface Message {
  readonly method: string;
  readonly params: { readonly name: string; readonly arguments: object; readonly _meta: object };
}
interface Seen {
  readonly headers: IncomingHttpHeaders;
  readonly message: Message;
}

describe('reading over MCP', () => {
  let server: Server;
  let seen: Seen[];
  let replies: { readonly result?: object; readonly error?: object }[];
  let isEventStream: boolean;
  let client: KushkClient;

  beforeEach(async () => {
    [seen, replies, isEventStream] = [[], [], false];
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      request.on('end', () => {
        seen.push({ headers: request.headers, message: JSON.parse(text) as Message });
        const json = JSON.stringify({ jsonrpc: '2.0', id: 1, ...replies.shift() });
        response.writeHead(200, { 'content-type': isEventStream ? 'text/event-stream' : 'application/json' });
        response.end(
          isEventStream ? `event: message\ndata: {"jsonrpc":"2.0","method":"x"}\n\ndata: ${json}\n\n` : json,
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    client = new KushkClient({ apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'ki_t' });
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  const structured = (structuredContent: object) => ({ result: { content: [], structuredContent } });
  const page = (ids: readonly string[], next_cursor: string | null = null) =>
    structured({ items: ids.map((id) => ({ id })), next_cursor });

  const calls: Readonly<Record<ToolName, readonly [call: (read: ReadClient) => Promise<unknown>, sent: object]>> = {
    list_cases: [(read) => read.cases({ status: 'open', query: 'آسانسور' }), { status: 'open', query: 'آسانسور' }],
    get_case: [(read) => read.case('cas_1'), { id: 'cas_1' }],
    list_people: [(read) => read.people({ query: 'مریم', limit: 2 }), { query: 'مریم', limit: 2 }],
    list_sessions: [(read) => read.sessions({ since: '2026-11-01T00:00:00Z' }), { since: '2026-11-01T00:00:00Z' }],
    get_session: [(read) => read.session('ses_1', { cursor: 'c' }), { id: 'ses_1', cursor: 'c' }],
    search_documents: [(read) => read.documents({ query: 'قرارداد' }), { query: 'قرارداد' }],
    get_document: [(read) => read.document('doc_1'), { id: 'doc_1' }],
    list_calendar_events: [
      (read) => read.calendarEvents({ from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' }),
      { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' },
    ],
    search_memory: [(read) => read.memory({ query: 'چای' }), { query: 'چای' }],
  };

  it('calls every tool by a method of its own with its arguments, without a session and without a write', async () => {
    replies = Object.keys(calls).map(() => structured({ items: [{ id: 'cas_1' }], text: '', next_cursor: null }));
    const { read } = client.onBehalfOf('kh_x');
    for (const [call] of Object.values(calls)) await call(read);
    expect(seen.map(({ message }) => [message.method, message.params.name, message.params.arguments])).toEqual(
      Object.entries(calls).map(([name, [, sent]]) => ['tools/call', name, sent]),
    );
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer ki_t',
      'service-handle': 'kh_x',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'list_cases',
    });
    expect(seen.every(({ headers }) => headers['idempotency-key'] === undefined)).toBe(true);
  });

  it('reads the response from an event stream as well', async () => {
    isEventStream = true;
    replies = [structured({ id: 'cas_1', title: 'x' })];
    expect(await client.read.case('cas_1')).toMatchObject({ id: 'cas_1', title: 'x' });
  });

  it('rejects with the code of a failed tool, and retries when the service is unavailable', async () => {
    const failed = (_meta: object) => ({ result: { isError: true, content: [{ type: 'text', text: 'No' }], _meta } });
    replies = [failed({ code: 'case.not_found', status: 404 })];
    await expect(client.read.case('cas_x')).rejects.toMatchObject({ code: 'case.not_found', status: 404 });
    replies = [failed({ code: 'service.unavailable', status: 503 }), structured({ id: 'cas_1' })];
    expect(await client.read.case('cas_1')).toMatchObject({ id: 'cas_1' });
    expect(seen).toHaveLength(3);
  });

  it('rejects when the tool is not listed, because its scope is not granted', async () => {
    const data = { code: 'mcp.tool_unavailable', params: { scope: 'cases.read' } };
    replies = [{ error: { code: -32602, message: 'list_cases needs the scope cases.read', data } }];
    await expect(client.read.cases()).rejects.toMatchObject({
      code: 'mcp.tool_unavailable',
      message: expect.stringContaining('needs the scope cases.read'),
      params: { tool: 'list_cases', scope: 'cases.read' },
    });
    replies = [{ error: { code: -32603, message: 'Internal error' } }];
    await expect(client.read.cases()).rejects.toMatchObject({
      code: 'mcp.protocol_error',
      params: { json_rpc_code: -32603 },
    });
  });

  it('joins the parts of a long document, and starts again when it is edited meanwhile', async () => {
    const part = (text: string, revision: number, next_cursor: string | null) =>
      structured({ id: 'doc_1', text, revision, next_cursor });
    replies = [part('a', 1, 'p'), part('B', 2, null), part('A', 2, 'p'), part('B', 2, null)];
    expect(await client.read.document('doc_1')).toEqual({ id: 'doc_1', text: 'AB', revision: 2 });
  });

  it('reads by HTTP what the MCP server has no tool for', async () => {
    const answers = {
      id: 'x',
      items: [{ type: 'case', id: 'cas_1', title: 'اجاره', excerpt: null }],
      next_cursor: null,
    };
    const paths: (string | undefined)[] = [];
    const http = createServer((request, response) => {
      paths.push(request.url);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers));
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const apiBase = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const { read } = new KushkClient({ apiBase, token: 'ki_t' });
    await read.person('per_1');
    await read.calendarEvent('cal_1');
    await read.memoryItem('mem_1');
    expect((await read.search({ query: 'اجاره', type: 'case', limit: 2 })).items).toHaveLength(1);
    http.close();
    expect(paths).toEqual([
      '/platform/people/per_1',
      '/platform/calendar/cal_1',
      '/platform/memory/mem_1',
      `/platform/search?q=${encodeURIComponent('اجاره')}&type=case&limit=2`,
    ]);
  });

  it('yields the items of all pages', async () => {
    replies = [page(['a', 'b'], 'n'), page(['c'])];
    const found: string[] = [];
    for await (const { id } of allPages((next) => client.read.cases({ query: 'x', ...next }))) found.push(id);
    expect([found, seen[1]?.message.params.arguments]).toEqual([['a', 'b', 'c'], { query: 'x', cursor: 'n' }]);
  });
});
