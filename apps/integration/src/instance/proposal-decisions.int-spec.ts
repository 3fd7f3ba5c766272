/** Decisions on many proposals at an instance with two gateways (docs/reference/records-and-proposals.md). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  answered,
  eventually,
  httpClient,
  RecordingPlugin,
  responses,
  statusAndCode,
  type HttpClient,
  type HttpResponse,
} from '@kushk/testing';
import { startInstance, type InstalledPlugin, type InstanceHarness } from './instance-harness.js';

let instance: InstanceHarness;
let server: RecordingPlugin;
let plugin: InstalledPlugin;
beforeAll(async () => {
  [instance, server] = await Promise.all([startInstance(), RecordingPlugin.start()]);
  // What accepts its credentials before the admin reads them leaves none to read.
  server.respond('/service/lifecycle', responses.status(503));
  plugin = await instance.install({
    ...{ schema: '1', id: 'ir.acme.many', version: '1.0.0', publisher: 'acme', kind: 'external', plugin_api: '1.0' },
    names: { en: 'Invoices' },
    base_url: server.baseUrl,
    scopes: { 'proposals.case': 'Proposes amounts' },
    proposals: [{ record_type: 'case', actions: ['update'] }],
  });
});
afterAll(async () => {
  await instance?.stop();
  await server?.stop();
});

const send = (
  path: string,
  json?: object,
  { gateway = 0, key = randomUUID(), client }: { gateway?: number; key?: string; client?: HttpClient } = {},
): Promise<HttpResponse> =>
  answered(() =>
    (client ?? instance.admin[gateway]!)(`/instance/v1${path}`, {
      ...(json !== undefined && { json, headers: { 'idempotency-key': key } }),
    }),
  );
const decide = (json: object, options?: { gateway?: number; key?: string; client?: HttpClient }) =>
  send('/proposals/decide', json, options);
interface Decision {
  readonly id: string;
  readonly outcome: string;
  readonly code: string | null;
}
const itemsOf = ({ json }: HttpResponse) => json['items'] as readonly Decision[];
const codes = (response: HttpResponse) => itemsOf(response).map(({ outcome, code }) => code ?? outcome);
const newCase = async () => (await send('/cases', { title: 'Rent', amount: '7' })).json['id'] as string;
async function proposed(record_id: string): Promise<string> {
  const asPlugin = httpClient(instance.ports[0]!, { authorization: `Bearer ${plugin.token}` });
  const change = { record_type: 'case', action: 'update', record_id, changes: { amount: '12.5' } };
  const json = { ...change, external_id: randomUUID(), summary: 'The amount found' };
  // The workspace learns of an installation after the admin has its credentials.
  return await eventually(async () => {
    const { status, json: made } = await asPlugin(`${plugin.base}/proposals`, { json });
    return status < 300 && (made['id'] as string);
  }, 20_000);
}
const many = (count: number) => Promise.all(Array.from({ length: count }, async () => proposed(await newCase())));

describe('POST /instance/v1/proposals/decide', () => {
  it('answers both gateways the same for a key, and decides each proposal once', async () => {
    const cases = await Promise.all(Array.from({ length: 12 }, newCase));
    const ids = await Promise.all(cases.map(proposed));
    const key = randomUUID();
    const answers = await Promise.all([0, 1].map((gateway) => decide({ ids, action: 'apply' }, { gateway, key })));
    for (const answer of answers) expect(codes(answer)).toEqual(Array(12).fill('applied'));
    expect(answers[0]!.json).toEqual(answers[1]!.json);
    const repeated = await decide({ ids, action: 'apply' }, { gateway: 1, key });
    expect([repeated.json, repeated.headers['idempotency-replayed']]).toEqual([answers[0]!.json, 'true']);
    expect(statusAndCode(await decide({ ids, action: 'reject' }, { key }))).toBe('409 idempotency.conflict');
    expect(codes(await decide({ ids, action: 'apply' }))).toEqual(Array(12).fill('proposal.settled'));
    for (const id of cases) expect((await send(`/cases/${id}`)).json).toMatchObject({ amount: '12.5', revision: 2 });
  });

  it('selects what the person saw in the list, and decides nothing when that has changed', async () => {
    await many(3);
    const before = new Date().toISOString();
    const [later] = await many(1);
    const filter = { plugin_id: 'ir.acme.many' };
    const selection = { filter, before, action: 'reject' };
    const changed = await decide({ ...selection, expected_count: 2 }, { gateway: 1 });
    expect([statusAndCode(changed), changed.json['params']]).toEqual([
      '409 request.selection_changed',
      { expected_count: 2 },
    ]);
    expect(codes(await decide({ ...selection, expected_count: 3, reason: 'Not ours' }))).toEqual(
      Array(3).fill('rejected'),
    );
    expect((await send(`/proposals/${later}`)).json).toMatchObject({ status: 'pending' });
    const mine = { filter: { assignee: 'me' }, before: new Date().toISOString(), expected_count: 1, action: 'apply' };
    expect(statusAndCode(await decide(mine))).toBe('409 request.selection_changed');
  });

  it('decides the proposals of a plugin that is paused or was removed', async () => {
    const [paused, removed] = [await many(2), await many(1)];
    expect((await send(`/installations/${plugin.id}/pause`, {})).status).toBe(200);
    expect(codes(await decide({ ids: paused, action: 'apply' }))).toEqual(['applied', 'applied']);
    const path = `/instance/v1/installations/${plugin.id}`;
    expect((await answered(() => instance.admin[1]!(path, { method: 'DELETE' }))).status).toBe(200);
    expect(codes(await decide({ ids: removed, action: 'reject' }))).toEqual(['rejected']);
  });

  it('accepts at most 500 ids, each once, and either ids or a filter', async () => {
    const ids = Array.from({ length: 501 }, (_each, n) => `prp_${n}`);
    const filter = { filter: {}, before: new Date().toISOString(), expected_count: 1 };
    for (const body of [
      { ids, action: 'apply' },
      { ids: ['prp_1', 'prp_1'], action: 'apply' },
      { ids: ['prp_1'], ...filter, action: 'apply' },
      { ids: ['prp_1'], action: 'apply', reason: 'x' },
      { filter: {}, action: 'apply' },
      { action: 'apply' },
      { ids: ['prp_1'], action: 'undo' },
      { ...filter, expected_count: 501, action: 'apply' },
    ])
      expect(statusAndCode(await decide(body))).toBe('422 request.invalid');
    const asPlugin = httpClient(instance.ports[0]!, { authorization: `Bearer ${plugin.token}` });
    expect((await decide({ ids: ['prp_1'], action: 'apply' }, { client: asPlugin })).status).toBe(401);
  });
});
