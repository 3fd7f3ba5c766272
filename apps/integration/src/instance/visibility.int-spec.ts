/**
 * What a handle sees is what its person sees, within the granted scopes; without a handle a plugin sees what the whole
 * organisation sees (docs/reference/mcp.md). Random organisations, people and records; fast-check prints the seed and
 * the path of a failure, which `fc.assert(…, { seed, path })` repeats.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ToolName } from '@kushk/manifest';
import { eventually, httpClient, RecordingPlugin, responses, type HttpClient } from '@kushk/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { startInstance, type InstalledPlugin, type InstanceHarness } from './instance-harness.js';
import { expectedSight, recordsOf, types, type RecordType, type Scenario, type Sighted } from './visibility-model.js';

const ALL_SCOPES = ['cases', 'people', 'sessions', 'documents', 'calendar', 'memory'].map((name) => `${name}.read`);
/** A word that every record contains, and everyone may search for. */
const COMMON_WORD = 'مشترک';
const RETRY_FOR_MS = 60_000;
const YEAR = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' };

let instance: InstanceHarness;
let server: RecordingPlugin;
let granted: InstalledPlugin;
let restricted: InstalledPlugin;
const clients: Client[] = [];

beforeAll(async () => {
  [instance, server] = await Promise.all([startInstance(), RecordingPlugin.start()]);
  // What accepts its credentials before the admin reads them leaves none to read.
  server.respond('/service/lifecycle', responses.status(503));
  granted = await instance.install(manifest('ir.acme.reader', ALL_SCOPES));
  restricted = await instance.install(manifest('ir.acme.restricted', ['cases.read', 'memory.read']));
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await instance?.stop();
  await server?.stop();
});

function manifest(id: string, scopes: readonly string[]) {
  return {
    schema: '1',
    id,
    version: '1.0.0',
    publisher: 'acme',
    kind: 'external',
    plugin_api: '1.0',
    names: { en: 'Reader' },
    base_url: server.baseUrl,
    scopes: Object.fromEntries(scopes.map((scope) => [scope, 'Reads'])),
    ui: { app: { path: '/app' } },
  };
}

/** A member of the organisation with a client of each API. */
interface Member {
  readonly id: string;
  readonly subject: string;
  readonly http: HttpClient;
}

async function addMembers({ members }: Scenario): Promise<Member[]> {
  return await Promise.all(
    members.map(async ({ role }) => {
      const subject = `m${randomBytes(5).toString('hex')}`;
      const id = await instance.addMember(subject, role);
      return { id, subject, http: retrying((await instance.signIn(subject))[0]!) };
    }),
  );
}

/** A busy machine may answer 503, which shows nothing about visibility. The request is then sent again. */
function retrying(http: HttpClient): HttpClient {
  return (path, sent) =>
    eventually(async () => {
      const response = await http(path, sent);
      return response.status === 503 ? null : response;
    }, RETRY_FOR_MS);
}

/** The headers of a plugin that reads for a member, or for no person. */
async function headersOf(plugin: InstalledPlugin, member: Member | null): Promise<Record<string, string>> {
  const authorization = `Bearer ${plugin.token}`;
  if (member === null) return { authorization };
  const { json } = await member.http(`/instance/v1/installations/${plugin.id}/handle`, { json: { surface: 'app' } });
  return { authorization, 'service-handle': json['handle'] as string };
}

/** Reads the records of the platform by plain HTTP, through the second gateway. */
async function platformClient(plugin: InstalledPlugin, member: Member | null): Promise<HttpClient> {
  const http = retrying(httpClient(instance.ports[1]!, await headersOf(plugin, member)));
  return (path, sent) => http(`${plugin.base}/platform${path}`, sent);
}

async function connect(plugin: InstalledPlugin, member: Member | null): Promise<Client> {
  const headers = await headersOf(plugin, member);
  const url = new URL(`http://127.0.0.1:${instance.ports[1]}${plugin.base}/mcp`);
  return await eventually(async () => {
    const client = new Client({ name: 'spec', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    clients.push(client);
    return client;
  }, RETRY_FOR_MS);
}

interface ListPage {
  readonly items: readonly { readonly id: string }[];
  readonly next_cursor: string | null;
}
/** The ids of all pages of a list, of which each has few items. */
async function allPages(read: (cursor: string | null) => Promise<ListPage>): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = null; ;) {
    const { items, next_cursor } = await read(cursor);
    ids.push(...items.map(({ id }) => id));
    if (next_cursor === null) return ids.sort();
    cursor = next_cursor;
  }
}

/** What each tool reads. `given` are the arguments of a list or a search; a tool without them reads one record. */
const toolReads: Readonly<Record<ToolName, { readonly type: RecordType; readonly given?: object } | 'people'>> = {
  list_cases: { type: 'case', given: {} },
  get_case: { type: 'case' },
  list_people: 'people',
  list_sessions: { type: 'session', given: {} },
  get_session: { type: 'session' },
  search_documents: { type: 'document', given: { query: COMMON_WORD } },
  get_document: { type: 'document' },
  list_calendar_events: { type: 'calendar_event', given: YEAR },
  search_memory: { type: 'memory', given: { query: COMMON_WORD } },
};
/** The tool that lists the records of a type, and the one that gets one of them. */
function toolsOf(type: RecordType) {
  const tools = Object.entries(toolReads).flatMap(([tool, reads]) =>
    reads === 'people' || reads.type !== type ? [] : [{ tool, given: reads.given }],
  );
  const list = tools.find(({ given }) => given !== undefined);
  if (list === undefined) throw new Error(`no tool lists ${type}`);
  return { list, get: tools.find(({ given }) => given === undefined)?.tool };
}

/** What a plugin reads: the ids of each list and search, and of the records that it can get. Null: an error. */
async function sightOverMcp(client: Client, created: readonly Sighted[]): Promise<Record<string, unknown>> {
  const call = async (name: string, given: Record<string, unknown>) => {
    const { structuredContent, isError } = await eventually(async () => {
      const result = await client.callTool({ name, arguments: given });
      return result._meta?.['status'] === 503 ? null : result;
    }, RETRY_FOR_MS);
    return isError === true ? null : structuredContent;
  };
  const pages = (name: string, given: Record<string, unknown>) =>
    allPages(async (cursor) => {
      const page = await call(name, { ...given, limit: 7, ...(cursor !== null && { cursor }) });
      return (page ?? { items: [{ id: 'an error' }], next_cursor: null }) as unknown as ListPage;
    });
  const sight: Record<string, unknown> = {};
  for (const type of types) {
    const { list, get } = toolsOf(type);
    const own = created.filter((each) => each.type === type);
    sight[`list ${type}`] = ownIds(await pages(list.tool, { ...list.given }), own);
    if (get === undefined) continue;
    const found = await Promise.all(own.map(async ({ id }) => ((await call(get, { id })) === null ? null : id)));
    sight[`get ${type}`] = found.filter((id) => id !== null).sort();
    if (type !== 'document')
      sight[`search ${type}`] = ownIds(await pages(list.tool, { ...list.given, query: COMMON_WORD }), own);
  }
  return sight;
}

const paths: Readonly<Record<RecordType, string>> = {
  case: '/cases',
  document: '/documents',
  session: '/sessions',
  calendar_event: '/calendar',
  memory: '/memory',
};

/** The same over HTTP: for a person through the API of the instance, and for a plugin. */
async function sightOverHttp(http: HttpClient, created: readonly Sighted[]): Promise<Record<string, unknown>> {
  const pages = (path: string) =>
    allPages(async (cursor) => {
      const { status, json } = await http(
        `${path}limit=7${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      if (json['code'] === 'auth.handle_required') return { items: [{ id: 'an error' }], next_cursor: null };
      expect(status).toBe(200);
      return json as unknown as ListPage;
    });
  const query = encodeURIComponent(COMMON_WORD);
  const sight: Record<string, unknown> = {};
  for (const type of types) {
    const own = created.filter((each) => each.type === type);
    sight[`list ${type}`] = ownIds(await pages(`${paths[type]}?`), own);
    sight[`search all ${type}`] = ownIds(await pages(`/search?q=${query}&type=${type}&`), own);
    if (toolsOf(type).get === undefined) continue;
    const found = await Promise.all(
      own.map(async ({ id }) => ((await http(`${paths[type]}/${id}`)).status === 200 ? id : null)),
    );
    sight[`get ${type}`] = found.filter((id) => id !== null).sort();
    if (type !== 'document') sight[`search ${type}`] = ownIds(await pages(`${paths[type]}?q=${query}&`), own);
  }
  return sight;
}

/** Every run has its own records in one organisation, so it ignores those of earlier runs. */
function ownIds(ids: readonly string[], own: readonly Sighted[]): readonly string[] {
  const created = new Set(own.map(({ id }) => id));
  return ids.filter((id) => created.has(id) || id === 'an error');
}

async function create(members: readonly Member[], scenario: Scenario): Promise<Sighted[]> {
  const created: Sighted[] = [];
  for (const record of recordsOf(
    scenario,
    members.map(({ id }) => id),
    COMMON_WORD,
  )) {
    const author = record.type === 'memory' ? members[record.author]! : null;
    const http = author?.http ?? retrying(instance.admin[0]!);
    const { status, json, text } = await http(`/instance/v1${paths[record.type]}`, { json: record.fields });
    if (status !== 201) throw new Error(`POST ${paths[record.type]} returned ${status}: ${text}`);
    const id = json['id'] as string;
    if (record.edited !== null) {
      const editor = record.editor === null ? http : members[record.editor]!.http;
      const path = `/instance/v1${paths[record.type]}/${id}`;
      expect((await editor(path, { method: 'PATCH', json: record.edited })).status).toBe(200);
    }
    created.push({ type: record.type, id, people: record.people });
  }
  return created;
}

const scenario: fc.Arbitrary<Scenario> = fc.integer({ min: 2, max: 3 }).chain((count) => {
  const people = fc.option(fc.uniqueArray(fc.nat({ max: count - 1 }), { maxLength: count }), { freq: 2 });
  const record = fc.record({
    type: fc.constantFrom(...types),
    people,
    /** The people after an edit; undefined: there is no edit. */
    editedTo: fc.option(people, { nil: undefined, freq: 2 }),
    author: fc.nat({ max: count - 1 }),
  });
  return fc.record({
    members: fc.array(fc.record({ role: fc.constantFrom('admin' as const, 'member' as const) }), {
      minLength: count,
      maxLength: count,
    }),
    records: fc.array(record, { minLength: 8, maxLength: 14 }),
    /** The member whose role changes after all records exist. */
    changed: fc.nat({ max: count - 1 }),
  });
});

describe('visibility', () => {
  it('is the same for a handle as for its person, and follows the rules, for random records', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (given) => {
        const members = await addMembers(given);
        const created = await create(members, given);
        const { id, subject } = members[given.changed]!;
        const role = given.members[given.changed]!.role === 'admin' ? 'member' : 'admin';
        const change = await retrying(instance.admin[0]!)(`/instance/v1/people/${id}`, {
          method: 'PATCH',
          json: { role },
        });
        expect([subject, change.status]).toEqual([subject, 200]);
        const roles = given.members.map((member, at) => (at === given.changed ? role : member.role));
        for (const [at, member] of members.entries()) {
          const expected = expectedSight(created, { index: at, role: roles[at]! });
          const overHttp = await sightOverHttp((path, sent) => member.http(`/instance/v1${path}`, sent), created);
          expect(overHttp).toMatchObject(expected);
          expect(await sightOverHttp(await platformClient(granted, member), created)).toEqual(overHttp);
          expect(await sightOverMcp(await connect(granted, member), created)).toEqual(expected);
          for (const type of types) expect(overHttp[`search all ${type}`]).toEqual(expected[`list ${type}`]);
        }
        const expected = { ...expectedSight(created, null), 'list memory': ['an error'] };
        expect(await sightOverMcp(await connect(granted, null), created)).toEqual(expected);
        expect(await sightOverHttp(await platformClient(granted, null), created)).toMatchObject(expected);
      }),
      { numRuns: 2, endOnFailure: true },
    );
  }, 240_000);

  it('does not extend the scopes of the plugin', async () => {
    const [member] = await addMembers({ members: [{ role: 'admin' }], records: [], changed: 0 });
    const client = await connect(restricted, member!);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['list_cases', 'get_case', 'search_memory']);
    await expect(client.callTool({ name: 'list_people' })).rejects.toMatchObject({ code: -32602 });
    const platform = await platformClient(restricted, member!);
    const missing = { status: 403, json: { code: 'auth.scope_missing', params: { scope: 'people.read' } } };
    expect(await platform('/people')).toMatchObject(missing);
    expect(await platform('/search?q=x&type=person')).toMatchObject(missing);
    const named = encodeURIComponent(member!.subject);
    expect((await platform(`/search?q=${named}`)).json).toEqual({ items: [], next_cursor: null });
    expect((await (await platformClient(granted, member!))(`/search?q=${named}`)).json['items']).toHaveLength(1);
  });

  it('ends with the membership of the person, for the next request on every gateway', async () => {
    const [member] = await addMembers({ members: [{ role: 'member' }], records: [], changed: 0 });
    const headers = { ...(await headersOf(granted, member!)), accept: 'application/json, text/event-stream' };
    const list = async (port: number) => {
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_cases', arguments: {} } };
      const http = retrying(httpClient(port, headers));
      const [overMcp, overHttp] = [http(`${granted.base}/mcp`, { json: call }), http(`${granted.base}/platform/cases`)];
      return [(await overMcp).status, (await overHttp).status];
    };
    expect((await Promise.all(instance.ports.map(list))).flat()).toEqual([200, 200, 200, 200]);
    await retrying(instance.admin[0]!)(`/instance/v1/people/${member!.id}`, { method: 'DELETE' });
    expect((await Promise.all(instance.ports.map(list))).flat()).toEqual([401, 401, 401, 401]);
  });
});
