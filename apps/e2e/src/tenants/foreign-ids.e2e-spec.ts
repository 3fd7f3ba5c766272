/** Two tenants on one system: no request of one reveals or changes anything of the other. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, type HttpResponse } from '@kushk/testing';
import { operationOf, operations, type Operation } from '../parties/api-documents.js';
import { callOperation } from '../parties/call-operation.js';
import { granted } from '../parties/client.js';
import { holdsWithin } from '../parties/holds.js';
import { platform, unique } from '../parties/parties.js';
import { system } from '../system/the-system.js';
import { KINDS, kindOfPathParameter } from './kinds.js';
import { differencesIn } from './compare-probes.js';
import { credentialProbes, fieldProbes, organisationProbes, pathProbes, type Caller, type Tenants } from './probes.js';
import { MCP_ACCEPT, mcpProbes, type McpTool } from './mcp-probes.js';
import { createTenant, markerOf, type Tenant } from './tenant.js';

const LEAST_PROBES = 6_000;
/** Many times what an idle machine needs, because the tests may share it with other work. */
const TIMEOUT_MS = 900_000;
const SHOWN = 20;

let tenants: Tenants;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

beforeAll(async () => {
  const organisation = granted(
    await platform.post('/organisations', { name: unique('Foreign '), admin: { subject: 'dev|member2', name: 'x' } }),
  ).organisation as { id: string };
  const [own, foreign] = await Promise.all([
    createTenant({
      recordType: 'invoice',
      version: '1.0.1',
      organisationId: system.organisationId,
      admin: bearer(system.tokens.admin),
      publisherPerson: { subject: 'dev|publisher', headers: bearer(system.tokens.publisher) },
    }),
    createTenant({
      recordType: 'contract',
      version: '7.7.7',
      organisationId: organisation.id,
      admin: { ...bearer(system.tokens.member2), 'service-organisation': organisation.id },
      publisherPerson: { subject: 'dev|member2', headers: bearer(system.tokens.member2AtHub) },
    }),
  ]);
  tenants = { own, foreign, callers: callersOf(own) };
}, TIMEOUT_MS);
afterAll(() => Promise.all([tenants?.own.plugin.stop(), tenants?.foreign.plugin.stop()]));

function callersOf(own: Tenant): readonly Caller[] {
  const ofOperator = [
    'publisher',
    'key',
    'access_code',
    'access',
    'member',
    'plugin',
    'version',
    'instance',
    'staff',
    'trust',
  ] as const;
  const nothing = { knows: [], triesEveryKind: false };
  const thorough = { knows: [], triesEveryKind: true };
  return [
    { ...thorough, name: 'admin', headers: own.admin, apis: ['instance'] },
    { ...nothing, name: 'member', headers: bearer(system.tokens.member), apis: ['instance'] },
    {
      name: 'platform staff',
      headers: bearer(system.tokens.platform),
      apis: ['instance'],
      // The audit of the platform names the people who added releases to the store.
      knows: ['installation', 'organisation', 'person', 'staff'],
      triesEveryKind: false,
    },
    { ...thorough, name: 'plugin', headers: own.installation, apis: ['plugin'] },
    { ...thorough, name: 'publisher', headers: own.publisher, apis: ['developer'] },
    { ...thorough, name: 'publisher person', headers: own.publisherPerson, apis: ['portal'] },
    { ...thorough, name: 'operator', headers: bearer(system.tokens.operator), apis: ['operator'], knows: ofOperator },
    { ...nothing, name: 'reviewer', headers: bearer(system.tokens.reviewer), apis: ['operator'], knows: ofOperator },
    { ...nothing, name: 'visitor', headers: {}, apis: [] },
  ];
}

/** The credential of a tenant that each API accepts. */
const credentialsOf = (tenant: Tenant) =>
  ({
    instance: tenant.admin,
    plugin: tenant.installation,
    developer: tenant.publisher,
    portal: tenant.publisherPerson,
  }) as const;

/** Every resource of a tenant that its own callers can read, by operation. */
async function readAll(tenant: Tenant): Promise<Readonly<Record<string, HttpResponse>>> {
  const headersOf = credentialsOf(tenant);
  const read = operations.filter(({ api, method }) => method === 'get' && api !== 'operator');
  const responses = await Promise.all(
    read.map(async (operation) => {
      const headers = headersOf[operation.api as keyof typeof headersOf];
      return [operation.key, await callOperation(operation, { params: paramsOf(operation, tenant), headers })] as const;
    }),
  );
  return Object.fromEntries(responses);
}

function paramsOf(operation: Operation, { ids }: Tenant): Record<string, string> {
  const names = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, ids[kindOfPathParameter(operation, name)][0] ?? 'absent']));
}

/** The current month, which is read here, has no statement yet, and the system of the tests runs no containers. */
const NOT_OF_TESTS = ['usage.statement_not_found', 'containers.not_available'];

/**
 * A list that contains the reading itself; what the tests that run beside this one change: the store, the records of
 * the organisation, the organisations and the sessions of the person, the staff and the clock.
 */
const CHANGES_MEANWHILE =
  /\/calls$|\/platform\/|^get \/session|^get \/instance\/v1\/(store|me|organisations|staff|dev\/clock)$/;
/** What a plugin reads of the platform's records needs a handle: apps/e2e/src/plugin/platform-records.e2e-spec.ts. */
const OF_PERSONS = /\/plugin\/v1\/platform\//;

/**
 * What reading changes; the state of months, whose past ones the hub closes for a new publisher in the background; and
 * whether the person has an address, which a sign-in brings.
 */
const CHANGING_FIELDS =
  /"(as_of|last_used_at|request_id|partial|final)":("[^"]*"|null|true|false)|"email":"(no_address|mailbox)"/g;

/** The texts without the fields that change by themselves. */
const textsOf = (responses: Readonly<Record<string, HttpResponse>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(responses)
      .filter(([key]) => !CHANGES_MEANWHILE.test(key))
      .map(([key, { status, text }]) => [key, `${status} ${text.replaceAll(CHANGING_FIELDS, '')}`]),
  );

type State = Record<string, string>;

/** The resources of a tenant once nothing changes any more, such as a delivery that is still being recorded. */
async function stateOf(tenant: Tenant, relevant = (state: State): State => state): Promise<State> {
  const read = async (): Promise<State> => relevant(textsOf(await readAll(tenant)));
  let state = await read();
  await eventually(async () => {
    const before = state;
    state = await read();
    expect(state).toEqual(before);
    return true;
  });
  return state;
}

/** Only resources with an id: other tests share the organisation and the operator, and change their lists meanwhile. */
const withIds = (state: State): State => Object.fromEntries(Object.entries(state).filter(([key]) => key.includes('{')));

describe('the ids of another tenant', () => {
  it('exist: their owner can read what they identify', async () => {
    const found = await readAll(tenants.foreign);
    const absent = Object.entries(found).filter(
      ([key, { status, json }]) =>
        key.includes('{') && status !== 200 && !OF_PERSONS.test(key) && !NOT_OF_TESTS.includes(String(json['code'])),
    );
    expect(absent.map(([key, { status, json }]) => `${key} ${status} ${String(json['code'])}`)).toEqual([]);
  });

  it(
    'get the same responses as ids that do not exist, in every parameter of every route, and change nothing',
    async () => {
      const before = await Promise.all([stateOf(tenants.foreign), stateOf(tenants.own, withIds)]);
      const calls = tenants.foreign.plugin.calls.length;
      const probes = [
        ...pathProbes(tenants),
        ...credentialProbes(tenants),
        ...organisationProbes(tenants),
        ...fieldProbes(tenants),
      ];
      const differences = await differencesIn(probes);
      expect(differences.slice(0, SHOWN)).toEqual([]);
      expect(probes.length).toBeGreaterThanOrEqual(LEAST_PROBES);
      expect(tenants.foreign.plugin.calls.slice(calls)).toEqual([]);
      const after = await Promise.all([stateOf(tenants.foreign), stateOf(tenants.own, withIds)]);
      expect(after[0]).toEqual(before[0]);
      expect(after[1]).toEqual(before[1]);
    },
    TIMEOUT_MS,
  );

  it('get the same results as ids that do not exist from every tool of the MCP server', async () => {
    const operation = operationOf('post /i/{installation_id}/plugin/v1/mcp');
    const { json } = await callOperation(operation, {
      params: paramsOf(operation, tenants.own),
      headers: { ...tenants.own.installation, accept: MCP_ACCEPT },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
    const { tools } = json['result'] as { readonly tools: readonly McpTool[] };
    const probes = mcpProbes(tenants, tools);
    expect(probes.length).toBeGreaterThan(100);
    expect((await differencesIn(probes)).slice(0, SHOWN)).toEqual([]);
  });

  it('appear in no list and no search of another tenant', async () => {
    const { own, foreign } = tenants;
    const marker = markerOf({ recordType: 'contract' });
    const found = await readAll(own);
    const searches = await Promise.all(
      operations
        .filter(({ parameters, method }) => method === 'get' && parameters.some(({ name }) => name === 'q'))
        .map((operation) =>
          callOperation(operation, { params: paramsOf(operation, own), query: { q: marker }, headers: own.admin }),
        ),
    );
    // The calls of the own plugin contain the probes that this test has sent.
    const { 'get /instance/v1/dev/installations/{installation_id}/calls': _calls, ...others } = found;
    const texts = [...Object.values(others), ...searches].map(({ text }) => text);
    // The store shows every plugin with its publisher.
    const secrets = [
      marker,
      ...KINDS.filter((kind) => !['publisher', 'plugin', 'version', 'tool', 'record_type'].includes(kind)).flatMap(
        (kind) => foreign.ids[kind],
      ),
    ];
    expect(secrets.filter((value) => texts.some((text) => text.includes(value)))).toEqual([]);
  });
});

describe('the cursor of another tenant', () => {
  const lists = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'));
  const ofTenants = lists.filter(
    // The usage of a tenant is of one installation and of a month that has no statement yet, its organisation has one
    // access to its plugin, and organisations are for the platform's staff.
    ({ api, address }) =>
      api !== 'operator' &&
      !OF_PERSONS.test(address) &&
      !/\/(usage\/(installations|statements)|access|organisations|store|staff|staff\/audit|session\/list)$/.test(
        address,
      ),
  );

  it.each(ofTenants.map((operation) => [operation.key, operation] as const))(
    'reveals nothing: %s',
    async (_key, operation) => {
      const { own, foreign } = tenants;
      const as = (tenant: Tenant, query: Readonly<Record<string, string>>) =>
        callOperation(operation, {
          params: paramsOf(operation, tenant),
          headers: credentialsOf(tenant)[operation.api as keyof ReturnType<typeof credentialsOf>],
          query: { ...query, ...(/\/search$/.test(operation.address) && { q: markerOf({ recordType: 'contract' }) }) },
        });
      const first = await as(foreign, { limit: '1' });
      const cursor = first.json['next_cursor'];
      expect([operation.key, first.status, typeof cursor]).toEqual([operation.key, 200, 'string']);
      // Again when other tests change an item between the two reads.
      await holdsWithin(30_000, async () => {
        const second = await as(own, { limit: '200', cursor: String(cursor) });
        if (second.status !== 200)
          return expect(second.json['code']).toMatch(/^((cursor|request)\.invalid|wallet\.entry_not_found)$/);
        const listed: string[] = [];
        for (let next: string | null = ''; next !== null;) {
          const page = await as(own, { limit: '200', ...(next !== '' && { cursor: next }) });
          listed.push(...(page.json['items'] as unknown[]).map((item) => JSON.stringify(item)));
          next = page.json['next_cursor'] as string | null;
        }
        const items = second.json['items'] as unknown[];
        expect(items.filter((item) => !listed.includes(JSON.stringify(item)))).toEqual([]);
      });
    },
  );
});

describe('the idempotency key of another tenant', () => {
  it('repeats no response: both tenants used the same keys, and each got its own resources', async () => {
    const { own, foreign } = tenants;
    for (const kind of ['installation', 'case', 'document', 'session', 'memory', 'proposal', 'hold'] as const)
      expect(own.ids[kind].filter((id) => foreign.ids[kind].includes(id))).toEqual([]);
    const createCase = operationOf('post /instance/v1/cases');
    const key = unique('of-the-other-tenant');
    const create = (tenant: Tenant) =>
      callOperation(createCase, {
        body: { title: 'Same' },
        headers: { ...tenant.admin, 'idempotency-key': key },
      });
    const first = await create(foreign);
    expect((await create(foreign)).headers['idempotency-replayed']).toBe('true');
    const other = await create(own);
    expect([first.status, other.status, other.headers['idempotency-replayed']]).toEqual([201, 201, undefined]);
    expect(other.json['id']).not.toBe(first.json['id']);
  });
});
