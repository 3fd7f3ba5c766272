import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  installation,
  workspace,
  workspaceRecords,
  workspaceSessions,
  type AuthenticatedInstallation,
  type CaseResource,
} from '@kushk/contracts';
import { hashCredential, newCredential } from '@kushk/credentials';
import { TOOL_SCOPES } from '@kushk/manifest';
import { httpClient, statusAndCode, type HttpClient } from '@kushk/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { accepted, refused } from '../../../test/outcomes.js';
import { sealedHandle } from '../../../test/sealed-handle.js';
import { PEPPER, startGateway, type GatewayUnderTest } from '../../../test/start-gateway.js';
import type { StubServices } from '../../../test/stub-services.js';
import { RESULT_BYTES, type ToolResult } from './call-reading-tool.js';

const ID = 'ins_01';
const PATH = `/i/${ID}/plugin/v1/mcp`;
const PAGE_ORIGIN = 'https://plugin.acme.ir';
const ALL_SCOPES = ['cases', 'people', 'sessions', 'documents', 'calendar', 'memory'].map((name) => `${name}.read`);
const token = newCredential('ki');
const ofCase = (id: string, more: Partial<CaseResource> = {}): CaseResource => ({
  id,
  title: 'پروندهٔ اجاره',
  status: 'open',
  description: null,
  amount: null,
  due_on: null,
  assignee_id: null,
  member_ids: null,
  revision: 1,
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-01T00:00:00.000Z',
  ...more,
});

const largest = ofCase('cas_2', {
  title: '\u0001'.repeat(500),
  description: '\u0001'.repeat(20_000),
  member_ids: Array.from({ length: 1_000 }, (_, n) => `per_${String(n).padStart(26, '0')}`),
});

describe('the MCP server', () => {
  let gateway: GatewayUnderTest;
  let services: StubServices;
  let plugin: HttpClient;
  let found: AuthenticatedInstallation;
  const clients: Client[] = [];

  beforeAll(async () => {
    gateway = await startGateway('instance');
    services = gateway.services;
    plugin = httpClient(gateway.port, {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
    });
    await services.respond(installation.authenticateTokens, ({ tokens }) =>
      accepted({
        results: tokens.map(({ token_hash }) =>
          token_hash === null || token_hash === hashCredential(PEPPER, token) ? { ...found, call_open: false } : null,
        ),
      }),
    );
    await services.respond(workspaceSessions.checkHandles, ({ handles }) =>
      accepted({ results: handles.map(() => ({ name: 'مینا', role: 'member' as const })) }),
    );
    await services.respond(workspaceRecords.listCases, ({ cursor }) =>
      cursor === 'wrong'
        ? refused('cursor.invalid')
        : accepted({ items: [ofCase('cas_1')], next_cursor: cursor === null ? 'cursor_2' : null }),
    );
    await services.respond(workspaceRecords.getCase, ({ record_id }) =>
      record_id === 'cas_9' ? refused('case.not_found') : accepted(record_id === 'cas_1' ? ofCase('cas_1') : largest),
    );
    await services.respond(workspace.listPeople, () => accepted({ items: [], next_cursor: null }));
    await services.respond(workspaceRecords.listMemory, () => accepted({ items: [], next_cursor: null }));
  });
  beforeEach(() => {
    found = {
      organisation_id: 'org_1',
      page_origin: PAGE_ORIGIN,
      installation: {
        installation_id: ID,
        plugin_id: 'ir.acme.a',
        version: '1.0.0',
        status: 'installed',
        delivery: 'push',
        plugin_api: '1.0',
        api_base: `http://instance.test/i/${ID}/plugin/v1`,
        scopes: ALL_SCOPES,
        scopes_pending: [],
        settings_revision: 1,
        plan: null,
        locale: { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' },
        machine_user: { id: 'mus_1' },
        installed_at: null,
        token: { last4: 'abcd' },
      },
    };
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await gateway.stop();
  });

  const grant = (...scopes: string[]): void => {
    found = { ...found, installation: { ...found.installation, scopes } };
  };
  async function connect(
    revision: '2025-11-25' | '2026-07-28',
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Client> {
    const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy';
    const client = new Client({ name: 'spec', version: '1' }, { versionNegotiation: { mode } });
    const url = new URL(`http://127.0.0.1:${gateway.port}${PATH}`);
    const requestInit = { headers: { authorization: `Bearer ${token}`, ...headers } };
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    clients.push(client);
    return client;
  }
  const call = (name: string, given: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    plugin(PATH, {
      headers,
      json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
    });
  const textOf = async (name: string, given: Record<string, unknown> = {}) => {
    const { isError, content } = (await call(name, given)).json['result'] as {
      isError?: boolean;
      content: { text: string }[];
    };
    return `${isError === true ? 'error: ' : ''}${content[0]!.text}`;
  };
  const handle = () => sealedHandle({ installation_id: ID, origin: PAGE_ORIGIN });

  describe.each(['2025-11-25', '2026-07-28'] as const)('in revision %s', (revision) => {
    it('lists exactly the tools whose scopes are granted, as reading tools with schemas', async () => {
      const client = await connect(revision);
      expect(client.getServerCapabilities()).toEqual({ tools: {} });
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(Object.keys(TOOL_SCOPES));
      for (const { annotations, outputSchema } of tools) {
        expect(annotations?.readOnlyHint).toBe(true);
        expect(outputSchema?.type).toBe('object');
      }
      grant('people.read', 'cases.write');
      expect((await (await connect(revision)).listTools()).tools.map(({ name }) => name)).toEqual(['list_people']);
      grant();
      expect((await (await connect(revision)).listTools()).tools).toEqual([]);
    });

    it('returns structured content, which the official client validates against the schema of the tool', async () => {
      const client = await connect(revision);
      await client.listTools();
      const result = await client.callTool({ name: 'list_cases', arguments: { status: 'open', limit: 1 } });
      expect(result.structuredContent).toEqual({ items: [ofCase('cas_1')], next_cursor: 'cursor_2' });
      expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(result.structuredContent) }]);
      // The texts of records are data of many people, and no instructions for a model.
      expect(result._meta).toMatchObject({ untrusted: true });
    });

    it('rejects a tool whose scope is not granted like a tool that does not exist, and names the scope', async () => {
      grant('people.read');
      const client = await connect(revision);
      await expect(client.callTool({ name: 'get_case', arguments: { id: 'cas_1' } })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining('Unknown tool: get_case. It needs the scope cases.read'),
        data: { code: 'mcp.tool_unavailable', status: 403, params: { scope: 'cases.read' } },
      });
      await expect(client.callTool({ name: 'no_such_tool' })).rejects.toMatchObject({ code: -32602 });
    });
  });

  describe('reading', () => {
    it('is done for no person without a handle, and for the person of the handle with one', async () => {
      await call('list_cases');
      await call('list_cases', {}, { 'service-handle': await handle() });
      expect(services.requestsOf(workspaceRecords.listCases).slice(-2)).toMatchObject([
        { organisation_id: 'org_1', person_id: null },
        { organisation_id: 'org_1', person_id: 'per_1' },
      ]);
      expect(services.received.at(-1)!.actor).toMatchObject({ kind: 'plugin', on_behalf_of: 'per_1' });
    });

    it('of memory needs a handle, which the error names', async () => {
      expect(await textOf('search_memory', { query: 'چای' })).toMatch(/^error: .*Service-Handle/);
      const { json } = await call('search_memory', { query: 'چای' }, { 'service-handle': await handle() });
      expect(json['result']).toMatchObject({ structuredContent: { items: [], next_cursor: null } });
    });

    it('is rejected for a page of the plugin, which has only a handle', async () => {
      const headers = { authorization: `Bearer ${await handle()}`, origin: PAGE_ORIGIN };
      expect(statusAndCode(await call('list_cases', {}, headers))).toBe('403 auth.handle_not_accepted');
    });

    it('requests at most 50 items from the workspace and a bounded number of bytes', async () => {
      await call('list_cases', { limit: 50, cursor: 'cursor_2' });
      const [request] = services.requestsOf(workspaceRecords.listCases).slice(-1);
      expect(request).toMatchObject({ limit: 50, cursor: 'cursor_2' });
      expect(request!.max_bytes! * 3).toBeLessThan(RESULT_BYTES);
    });

    it('returns a result of at most 256 KiB even for the largest record', async () => {
      const { text, json } = await call('get_case', { id: largest.id });
      const { structuredContent, content } = json['result'] as ToolResult;
      expect(structuredContent).toEqual(largest);
      expect(content[0]!.text).toContain('structuredContent');
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(RESULT_BYTES);
    });
  });

  describe('errors that a model can correct', () => {
    it.each([
      ['list_cases', { status: 'opened' }, /status/],
      ['list_cases', { q: 'اجاره' }, /status, assignee_id, query, limit, cursor/],
      ['list_cases', { limit: 51 }, /limit/],
      ['list_cases', { query: 'x'.repeat(10_000) }, /query/],
      ['list_cases', { cursor: 'wrong' }, /next_cursor/],
      ['get_case', {}, /id/],
      ['get_case', { id: 'cas_9' }, /found nothing with this id/],
      ['list_calendar_events', { from: 'tomorrow', to: '2026-11-20T00:00:00Z' }, /from/],
      ['search_documents', { query: '' }, /query/],
    ])('are results of %s that name what to correct, as in %#', async (name, given, expected) => {
      const text = await textOf(name, given);
      expect(text).toMatch(/^error: /);
      expect(text).toMatch(expected);
    });

    it('name for programs the code and status that the HTTP API would return', async () => {
      const metaOf = async (name: string, given: Record<string, unknown>) =>
        (await call(name, given)).json['result'] as { _meta?: unknown };
      expect((await metaOf('get_case', { id: 'cas_9' }))._meta).toMatchObject({ code: 'case.not_found', status: 404 });
      expect((await metaOf('get_case', {}))._meta).toMatchObject({ code: 'request.invalid', status: 422 });
      expect((await metaOf('list_sessions', {}))._meta).toMatchObject({ code: 'service.unavailable', status: 503 });
      expect((await metaOf('search_memory', { query: 'x' }))._meta).toMatchObject({ code: 'auth.handle_required' });
    });

    it('accept null for an argument that is not used', async () => {
      expect(await textOf('list_cases', { status: null, query: null })).not.toMatch(/^error/);
    });

    it('name the time after which a failed call may be repeated', async () => {
      expect(await textOf('list_sessions')).toMatch(/^error: The service is not available .* in 2 seconds/);
    });
  });

  describe('messages', () => {
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
      [
        'a body above 1 MiB',
        { json: { ...message, params: { pad: 'x'.repeat(1024 * 1024) } } },
        '413 request.too_large',
      ],
      [
        'an unknown protocol version',
        { json: message, headers: { 'mcp-protocol-version': '1999-01-01' } },
        '400 -32000',
      ],
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

    it.each(['*/*', 'application/*', 'Application/JSON', 'application/json;q=0.5, text/html'])(
      'are answered for the Accept header %s',
      async (accept) => {
        expect(await status({ json: message, headers: { accept } })).toBe('200 ');
      },
    );

    it('need the token of the installation', async () => {
      const anyone = httpClient(gateway.port);
      expect(statusAndCode(await anyone(PATH, { json: message }))).toMatch(/^401 /);
      found = { ...found, installation: { ...found.installation, status: 'paused' } };
      expect(statusAndCode(await plugin(PATH, { json: message }))).toBe('403 installation.paused');
    });

    it('may be notifications, which get no response', async () => {
      const sent = { jsonrpc: '2.0', method: 'notifications/initialized' };
      const { status: accepted202, text } = await plugin(PATH, { json: sent });
      expect([accepted202, text]).toEqual([202, '']);
    });
  });
});
