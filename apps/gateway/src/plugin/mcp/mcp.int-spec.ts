import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { workspace, workspaceRecords, workspaceSessions, type CaseResource } from '@kushk/contracts';
import { OWN_TOOL_SCOPES, TOOL_SCOPES } from '@kushk/manifest';
import { statusAndCode, type HttpClient } from '@kushk/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { accepted, refused } from '../../../test/outcomes.js';
import { sealedHandle } from '../../../test/sealed-handle.js';
import {
  MCP_ORIGIN as PAGE_ORIGIN,
  MCP_PATH as PATH,
  startMcpGateway,
  type McpGateway,
} from '../../../test/mcp-gateway.js';
import type { StubServices } from '../../../test/stub-services.js';
import type { ToolResult } from './call-reading-tool.js';
import { PROTOCOL_VERSIONS } from './mcp-exchange.js';

const ID = 'ins_01';
const RESULT_BYTES = 256 * 1024;
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

const ofRecord = (characters: number) => ({
  type: 'tender',
  external_id: 't-1',
  data: { text: 'x'.repeat(characters) },
  revision: 1,
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-01T00:00:00.000Z',
});
const largest = ofCase('cas_2', {
  title: '\u0001'.repeat(500),
  description: '\u0001'.repeat(20_000),
  member_ids: Array.from({ length: 1_000 }, (_, n) => `per_${String(n).padStart(26, '0')}`),
});

function caseOf(id: string): CaseResource {
  if (id === largest.id) return largest;
  return id === 'cas_3' ? ofCase(id, { assignee_id: 'per_1', member_ids: ['per_1', 'per_2'] }) : ofCase(id);
}

describe('the MCP server', () => {
  let gateway: McpGateway;
  let services: StubServices;
  let plugin: HttpClient;
  const clients: Client[] = [];

  beforeAll(async () => {
    gateway = await startMcpGateway();
    ({ services, plugin } = gateway);
    await services.respond(workspaceSessions.checkHandles, ({ handles }) =>
      accepted({ results: handles.map(() => ({ name: 'مینا', role: 'member' as const })) }),
    );
    await services.respond(workspaceRecords.listOpenCasesFirst, ({ cursor }) =>
      cursor === 'wrong'
        ? refused('cursor.invalid')
        : accepted({ items: [ofCase('cas_1')], next_cursor: cursor === null ? 'cursor_2' : null, total: 7 }),
    );
    await services.respond(workspaceRecords.listCalendarEvents, () => accepted({ items: [], next_cursor: null }));
    await services.respond(workspace.listRecords, () => accepted({ items: [ofRecord(3_000)], next_cursor: null }));
    await services.respond(workspace.searchRecords, () => accepted({ items: [], next_cursor: 'more' }));
    await services.respond(workspace.getRecord, () => accepted(ofRecord(300_000)));
    await services.respond(workspace.listProposalsOfPlugin, () => accepted({ items: [], next_cursor: null }));
    await services.respond(workspaceRecords.getCase, ({ record_id }) =>
      record_id === 'cas_9' ? refused('case.not_found') : accepted(caseOf(record_id)),
    );
    await services.respond(workspace.listPeople, ({ ids = [] }) =>
      accepted({ items: ids.map((id) => ({ id, name: `نام ${id}`, role: 'member' as const })), next_cursor: null }),
    );
    await services.respond(workspaceRecords.listMemory, () => accepted({ items: [], next_cursor: null }));
  });
  beforeEach(() => gateway.reset());
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await gateway.stop();
  });

  const grant = (...scopes: string[]): void => gateway.change({ scopes });
  async function connect(revision: string, headers: Readonly<Record<string, string>> = {}): Promise<Client> {
    const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy';
    const supportedProtocolVersions = [revision];
    const client = new Client(
      { name: 'spec', version: '1' },
      { versionNegotiation: { mode }, ...(mode === 'legacy' && { supportedProtocolVersions }) },
    );
    const url = new URL(`http://127.0.0.1:${gateway.port}${PATH}`);
    const requestInit = { headers: { authorization: `Bearer ${gateway.token}`, ...headers } };
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

  describe.each(PROTOCOL_VERSIONS)('in revision %s', (revision) => {
    it('lists exactly the tools whose scopes are granted, as reading tools with schemas', async () => {
      const client = await connect(revision);
      expect(client.getServerCapabilities()).toEqual({ tools: {} });
      const { tools } = await client.listTools();
      expect(client.getNegotiatedProtocolVersion()).toBe(revision);
      expect(tools.map(({ name }) => name)).toEqual(Object.keys({ ...TOOL_SCOPES, ...OWN_TOOL_SCOPES }));
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
      expect(result.structuredContent).toEqual({ items: [ofCase('cas_1')], next_cursor: 'cursor_2', total: 7 });
      // The texts of records are data of many people, and no instructions for a model.
      expect(result._meta).toMatchObject({ untrusted: true });
    });

    it('says in its instructions what the caller can read, and which day it is', async () => {
      grant('cases.read');
      const instructions = (await connect(revision)).getInstructions();
      expect(instructions).toMatch(/^Reads cases of one organisation.* Today is .*Jalali.*Asia\/Tehran/);
      expect(instructions).not.toMatch(/sessions|documents|memory/);
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
      expect(services.requestsOf(workspaceRecords.listOpenCasesFirst).slice(-2)).toMatchObject([
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
      const [request] = services.requestsOf(workspaceRecords.listOpenCasesFirst).slice(-1);
      expect(request).toMatchObject({ limit: 50, cursor: 'cursor_2' });
      expect(request!.max_bytes! * 3).toBeLessThan(RESULT_BYTES);
    });

    it('returns a result of at most 256 KiB even for the largest record', async () => {
      const { text, json } = await call('get_case', { id: largest.id });
      const { structuredContent, content } = json['result'] as ToolResult;
      expect(structuredContent).toMatchObject(largest);
      expect(content[0]!.text).toContain('structuredContent');
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(RESULT_BYTES);
    });

    it('returns a short text beside the structured content, so that no model reads a result twice', async () => {
      expect(await textOf('list_cases')).toBe(
        '1 item. All fields are in structuredContent. There is more: see next_cursor.\ncas_1 open پروندهٔ اجاره',
      );
    });

    it('takes a date for its start or its end in the time zone of the organisation', async () => {
      await call('list_calendar_events', { from: '2026-11-28', to: '2026-11-28' });
      expect(services.requestsOf(workspaceRecords.listCalendarEvents).at(-1)).toMatchObject({
        from: '2026-11-27T20:30:00.000Z',
        to: '2026-11-28T20:30:00.000Z',
      });
    });

    it('names the people whose ids it returns with one request, if the plugin may list people', async () => {
      const structured = async () =>
        ((await call('get_case', { id: 'cas_3' })).json['result'] as ToolResult).structuredContent;
      const before = services.requestsOf(workspace.listPeople).length;
      expect(await structured()).toMatchObject({ people: { per_1: 'نام per_1', per_2: 'نام per_2' } });
      expect(services.requestsOf(workspace.listPeople).slice(before)).toMatchObject([{ ids: ['per_1', 'per_2'] }]);
      grant('cases.read');
      expect(await structured()).not.toHaveProperty('people');
    });

    it("of the plugin's own records and proposals is done as in the HTTP API", async () => {
      const serviceHandle = { 'service-handle': await handle() };
      const { json } = await call('list_records', { type: 'tender', limit: 5 }, serviceHandle);
      expect(json['result']).toMatchObject({ structuredContent: { items: [ofRecord(3_000)], next_cursor: null } });
      await call('list_proposals', { status: 'pending' }, serviceHandle);
      expect(services.requestsOf(workspace.listRecords).at(-1)).toMatchObject({
        ...{ installation_id: ID, organisation_id: 'org_1', type: 'tender', limit: 5 },
      });
      expect(services.requestsOf(workspace.listProposalsOfPlugin).at(-1)).toMatchObject({
        ...{ installation_id: ID, organisation_id: 'org_1', person_id: 'per_1', status: 'pending' },
      });
      expect(await textOf('search_records', { type: 'tender', query: 'اجاره' })).toContain('There is more');
    });

    it('leaves out the data of a record that is larger than a result may be', async () => {
      const { text, json } = await call('get_record', { type: 'tender', external_id: 't-1' });
      const { data: _, ...rest } = ofRecord(0);
      expect((json['result'] as ToolResult).structuredContent).toEqual(rest);
      expect(Buffer.byteLength(text)).toBeLessThan(RESULT_BYTES);
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
      ['list_calendar_events', { from: '1405-09-10', to: '2026-12-20' }, /from: .* it is 2026-12-01/],
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
});
