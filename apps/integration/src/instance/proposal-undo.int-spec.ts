/** The undo of an applied proposal at an instance with two gateways (docs/reference/records-and-proposals.md). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  answered,
  eventually,
  httpClient,
  RecordingPlugin,
  responses,
  statusAndCode,
  type HttpResponse,
} from '@kushk/testing';
import { startInstance, type InstalledPlugin, type InstanceHarness } from './instance-harness.js';

interface Proposed {
  readonly id: string;
  readonly external_id: string;
  readonly record_id: string;
}

let instance: InstanceHarness;
let server: RecordingPlugin;
let listening: InstalledPlugin;
let silent: InstalledPlugin;
beforeAll(async () => {
  [instance, server] = await Promise.all([startInstance(), RecordingPlugin.start()]);
  // What accepts its credentials before the admin reads them leaves none to read.
  server.respond('/service/lifecycle', responses.status(503));
  listening = await instance.install(manifest('ir.acme.listening', ['plugin.proposal.undone']));
  silent = await instance.install(manifest('ir.acme.silent', []));
});
afterAll(async () => {
  await instance?.stop();
  await server?.stop();
});

function manifest(id: string, events: readonly string[]) {
  return {
    ...{ schema: '1', id, version: '1.0.0', publisher: 'acme', kind: 'external', plugin_api: '1.0', events },
    names: { en: 'Invoices' },
    base_url: server.baseUrl,
    scopes: { 'proposals.case': 'Proposes amounts' },
    proposals: [{ record_type: 'case', actions: ['create', 'update'] }],
  };
}
/** Sends a request of the admin through one of the gateways; a busy machine gets it again, with the same key. */
const asAdmin = (path: string, json?: object, { gateway = 0, key = randomUUID() } = {}): Promise<HttpResponse> =>
  answered(() =>
    instance.admin[gateway]!(`/instance/v1${path}`, {
      ...(json !== undefined && { json, headers: { 'idempotency-key': key } }),
    }),
  );
const reasonOf = ({ status, json }: HttpResponse) => [status, json['code'], (json['params'] as Json)['reason']];
type Json = Readonly<Record<string, unknown>>;

async function proposed({ base, token }: InstalledPlugin, record_id: string | null): Promise<Proposed> {
  const asPlugin = httpClient(instance.ports[0]!, { authorization: `Bearer ${token}` });
  const external_id = randomUUID();
  const change = { record_type: 'case', action: record_id === null ? 'create' : 'update', record_id };
  const changes = record_id === null ? { title: external_id } : { amount: '12.5' };
  const json = { ...change, external_id, changes, summary: 'The amount found' };
  // The workspace learns of an installation after the admin has its credentials.
  return await eventually(async () => {
    const { status, json: made } = await asPlugin(`${base}/proposals`, { json });
    return status < 300 && (made as unknown as Proposed);
  }, 20_000);
}
async function applied(plugin: InstalledPlugin, record_id: string | null = null): Promise<Proposed> {
  const { id } = await proposed(plugin, record_id);
  const { status, json, text } = await asAdmin(`/proposals/${id}/apply`, {});
  expect([status, text]).toEqual([200, text]);
  return json as unknown as Proposed;
}
const newCase = async (): Promise<string> =>
  (await asAdmin('/cases', { title: 'Rent', amount: '7' })).json['id'] as string;
const amountOf = async (id: string) => (await asAdmin(`/cases/${id}`)).json['amount'];
const eventsAbout = ({ id }: Proposed) => server.events.filter(({ data }) => (data as Json)['proposal_id'] === id);

describe('the undo of an applied proposal', () => {
  it('is sent after the outcome to a plugin that lists it, and to no other', async () => {
    for (const plugin of [silent, listening]) {
      const proposal = await applied(plugin, await newCase());
      const undone = await asAdmin(`/proposals/${proposal.id}/undo`, {}, { gateway: 1 });
      expect([undone.status, undone.json['status']]).toEqual([200, 'applied']);
      expect(await amountOf(proposal.record_id)).toBe('7');
      const awaited = plugin === listening ? 2 : 1;
      await eventually(() => eventsAbout(proposal).length >= awaited, 20_000);
      const [, ...later] = eventsAbout(proposal);
      expect(eventsAbout(proposal)[0]).toMatchObject({ type: 'plugin.proposal.settled', data: { outcome: 'applied' } });
      const { id: proposal_id, external_id, record_id } = proposal;
      const data = { proposal_id, external_id, record_type: 'case', record_id };
      expect(later.map((event) => [event['type'], event['data']])).toEqual(
        plugin === listening ? [['plugin.proposal.undone', data]] : [],
      );
    }
  });

  it('happens once over two gateways, and a repeated request gets the same answer', async () => {
    const proposal = await applied(listening, await newCase());
    const key = randomUUID();
    const both = await Promise.all(
      [0, 1].map((gateway) => asAdmin(`/proposals/${proposal.id}/undo`, {}, { gateway, key })),
    );
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]!.json).toEqual(both[1]!.json);
    expect(both.map(({ headers }) => headers['idempotency-replayed'] === 'true').sort()).toEqual([false, true]);
    const again = await asAdmin(`/proposals/${proposal.id}/undo`, {}, { gateway: 1 });
    expect(reasonOf(again)).toEqual([409, 'proposal.undo_refused', 'undone']);
    expect((await asAdmin(`/cases/${proposal.record_id}`)).json).toMatchObject({ amount: '7', revision: 3 });
  });

  it('deletes a created case on both gateways', async () => {
    const proposal = await applied(listening);
    expect((await asAdmin(`/proposals/${proposal.id}/undo`, {})).status).toBe(200);
    for (const gateway of [0, 1]) {
      const gone = await asAdmin(`/cases/${proposal.record_id}`, undefined, { gateway });
      expect(statusAndCode(gone)).toBe('404 case.not_found');
    }
  });

  it('is possible while the plugin is paused, and after its removal; the paused plugin gets the event later', async () => {
    const proposal = await applied(listening, await newCase());
    await eventually(() => eventsAbout(proposal).length === 1, 20_000);
    expect((await asAdmin(`/installations/${listening.id}/pause`, {})).status).toBe(200);
    expect((await asAdmin(`/proposals/${proposal.id}/undo`, {})).status).toBe(200);
    expect(await amountOf(proposal.record_id)).toBe('7');
    expect((await asAdmin(`/installations/${listening.id}/resume`, {})).status).toBe(200);
    await eventually(() => eventsAbout(proposal).length === 2, 20_000);
    const removed = await applied(silent, await newCase());
    const removal = await answered(() =>
      instance.admin[1]!(`/instance/v1/installations/${silent.id}`, { method: 'DELETE' }),
    );
    expect(removal.status).toBe(200);
    expect((await asAdmin(`/proposals/${removed.id}/undo`, {})).status).toBe(200);
    expect(await amountOf(removed.record_id)).toBe('7');
  });

  it('is refused when 30 seconds have passed by the clock of the service', async () => {
    const [inTime, late] = [await applied(listening, await newCase()), await applied(listening, await newCase())];
    const platform = (await instance.signIn('niloufar'))[1]!;
    const headers = { 'idempotency-key': randomUUID() };
    expect((await asAdmin(`/proposals/${inTime.id}/undo`, {})).status).toBe(200);
    expect((await platform('/instance/v1/dev/clock', { json: { advance: 'PT31S' }, headers })).status).toBe(200);
    await eventually(async () => {
      const refused = await asAdmin(`/proposals/${late.id}/undo`, {});
      return refused.status === 409 && reasonOf(refused);
    }, 20_000).then((reason) => expect(reason).toEqual([409, 'proposal.undo_refused', 'expired']));
    expect(await amountOf(late.record_id)).toBe('12.5');
  });
});
