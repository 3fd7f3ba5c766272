import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { workspace } from '@kushk/contracts';
import { httpClient, statusAndCode, type HttpClient } from '@kushk/testing';
import { MCP_PATH as PATH, startMcpGateway, type McpGateway } from '../../../test/mcp-gateway.js';
import { accepted } from '../../../test/outcomes.js';

let gateway: McpGateway;
let plugin: HttpClient;

beforeAll(async () => {
  gateway = await startMcpGateway();
  ({ plugin } = gateway);
  await gateway.services.respond(workspace.listPeople, () => accepted({ items: [], next_cursor: null }));
});
beforeEach(() => gateway.reset());
afterAll(() => gateway.stop());

describe('messages to the MCP server', () => {
  const message = { jsonrpc: '2.0', id: 7, method: 'tools/list' };
  const status = async (sent: Parameters<HttpClient>[1]) => {
    const response = await plugin(PATH, sent);
    return `${response.status} ${(response.json['error'] as { code?: number } | undefined)?.code ?? response.json['code'] ?? ''}`;
  };

  it.each<[string, Parameters<HttpClient>[1], string]>([
    ['a batch', { json: [message] }, '400 -32600'],
    ['an empty batch', { json: [] }, '400 -32600'],
    ['no body', { method: 'POST', headers: { 'content-type': 'application/json' } }, '400 -32700'],
    ['no JSON', { body: '{"jsonrpc":' }, '400 request.malformed'],
    ['no JSON-RPC', { json: { hello: 1 } }, '400 -32600'],
    ['a JSON string', { json: 'tools/list' }, '400 -32600'],
    ['a body above 1 MiB', { json: { ...message, params: { pad: 'x'.repeat(1024 * 1024) } } }, '413 request.too_large'],
    ['an unknown protocol version', { json: message, headers: { 'mcp-protocol-version': '1999-01-01' } }, '400 -32000'],
    [
      'a media type other than JSON',
      { body: 'x', headers: { 'content-type': 'text/plain' } },
      '415 request.unsupported_media_type',
    ],
    ['an Accept header without JSON', { json: message, headers: { accept: 'text/html' } }, '406 -32000'],
    ['an unknown method', { json: { ...message, method: 'tools/delete' } }, '200 -32601'],
    ['a subscription', { json: { ...message, method: 'subscriptions/listen' } }, '404 -32601'],
    [
      'the origin of another site',
      { json: message, headers: { origin: 'https://evil.example' } },
      '403 auth.origin_refused',
    ],
    ['GET', { method: 'GET' }, '405 request.method_not_allowed'],
    ['DELETE', { method: 'DELETE' }, '405 request.method_not_allowed'],
  ])('are rejected: %s', async (_, sent, expected) => {
    expect(await status(sent)).toBe(expected);
  });

  it.each([
    '*/*',
    'application/*',
    'Application/JSON',
    'application/json;q=0.5, text/html',
    'text/event-stream ; Q=0.4 ,\tapplication/json; charset="utf-8" ; q=0.900',
  ])('are answered for the Accept header %s', async (accept) => {
    expect(await status({ json: message, headers: { accept } })).toBe('200 ');
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON;Charset="UTF-8"', 'application/json ; profile=a'])(
    'are answered for the Content-Type header %s',
    async (type) => {
      const sent = { method: 'POST', body: JSON.stringify(message), headers: { 'content-type': type } };
      expect(await status(sent)).toBe('200 ');
    },
  );

  it('are answered for each form of the revision and of several headers', async () => {
    const version = (value: string) => status({ json: message, headers: { 'MCP-PROTOCOL-VERSION': value } });
    expect(await Promise.all(['2025-06-18', ' 2025-11-25\t'].map(version))).toEqual(['200 ', '200 ']);
    const { port, token } = gateway;
    const body = JSON.stringify(message);
    // Node sends a line for each of several values.
    const accept = ['text/event-stream', 'application/json'];
    const headers = { accept, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = await new Promise<number | undefined>((resolve, reject) => {
      const request = httpRequest({ port, path: PATH, method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.on('error', reject).end(body);
    });
    expect(sent).toBe(200);
  });

  it('of revision 2026-07-28 are answered for a name in Base64', async () => {
    const revision = '2026-07-28';
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': revision,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const named = `=?base64?${Buffer.from('list_people').toString('base64')}?=`;
    const headers = { 'mcp-protocol-version': revision, 'mcp-method': 'tools/call', 'mcp-name': named };
    const params = { name: 'list_people', arguments: {}, _meta };
    const sent = { json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers };
    expect((await plugin(PATH, sent)).json['result']).toMatchObject({ resultType: 'complete' });
  });

  it('that initialize with a revision that is not known are offered the newest one', async () => {
    const initialize = async (protocolVersion: string) => {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'spec', version: '1' } };
      const { json } = await plugin(PATH, { json: { jsonrpc: '2.0', id: 1, method: 'initialize', params } });
      return (json['result'] as { protocolVersion: string }).protocolVersion;
    };
    expect(await initialize('2025-06-18')).toBe('2025-06-18');
    expect(await initialize('2024-11-05')).toBe('2025-11-25');
  });

  it('need the token of the installation', async () => {
    const anyone = httpClient(gateway.port);
    expect(statusAndCode(await anyone(PATH, { json: message }))).toMatch(/^401 /);
    gateway.change({ status: 'paused' });
    expect(statusAndCode(await plugin(PATH, { json: message }))).toBe('403 installation.paused');
  });

  it('may be notifications, which get no response', async () => {
    const sent = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const { status: accepted202, text } = await plugin(PATH, { json: sent });
    expect([accepted202, text]).toEqual([202, '']);
  });
});
