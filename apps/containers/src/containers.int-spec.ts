import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { containers, type DeniedAttempt, type InstalledCapabilities } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { eventually, startService, type ServiceUnderTest } from '@kushk/testing';
import { recordLog } from '@kushk/testing/recorded-log';
import { Containers } from './container/container.view.js';
import { containerStream } from './container/container.js';
import { DeniedAttempts } from './container/denied-attempts.view.js';
import { OnAvailabilityChangedHandler } from './container/on-availability-changed/on-availability-changed.handler.js';
import { OnInstallationRemovedHandler } from './container/on-installation-removed/on-installation-removed.handler.js';
import { OnInstallationRequestedHandler } from './container/on-installation-requested/on-installation-requested.handler.js';
import { ContainersModule } from './containers.module.js';
import { NetworkSlots } from './reconciling/network-slots.view.js';
import { ReconcilerLease } from './reconciling/reconciler-lease.view.js';

const at = '2026-11-20T10:00:00.000Z';
const image = `r.example/acme/box@sha256:${'a'.repeat(64)}`;
const capabilities: InstalledCapabilities = {
  plugin_id: 'ir.acme.box',
  version: '1.0.0',
  kind: 'instance',
  base_url: null,
  container: { image, port: 8080, egress: [] },
  scopes: [],
  records: [],
  proposals: [],
  sources: [],
  services: [],
  plans: [],
  events: [],
};
const factOf = (installation_id: string) => ({
  installation_id,
  organisation_id: 'org_1',
  plugin_id: 'ir.acme.box',
  at,
});

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService('containers', ContainersModule, {
    KUSHK_CONTAINER_DRIVER: 'docker',
    KUSHK_CONTAINER_ENGINE: 'unix:///nowhere/engine.sock',
  });
});
afterAll(async () => {
  const version = process.env['KUSHK_RECORD_LOGS'];
  if (version !== undefined)
    await recordLog(fileURLToPath(new URL(`../test/logs/${version}.jsonl`, import.meta.url)), {
      ...{ databaseUrl: service.databaseUrl, service: 'containers', system: { version, environment: {} } },
    });
  await service.stop();
});

async function request(installationId: string, changes: Partial<InstalledCapabilities> = {}): Promise<void> {
  await service.deliverTwice(OnInstallationRequestedHandler, {
    ...factOf(installationId),
    plugin_id: changes.plugin_id ?? capabilities.plugin_id,
    plan: null,
    capabilities: { ...capabilities, ...changes },
    api_base: 'http://127.0.0.1:8081/i/x/plugin/v1',
    sealed_signing_secret: 'sealed',
  });
}
const stateOf = async (id: string) => (await service.app.get(EventStore).load(streamRef(containerStream, id))).state;

describe('the containers service while its engine does not answer', () => {
  it('knows what should run, and shows it to the organisation of the installation alone', async () => {
    await request('ins_1');
    const mine = { organisation_id: 'org_1', installation_id: 'ins_1' };
    expect(await service.reply(containers.getContainer, mine)).toMatchObject({ state: 'waiting', image, restarts: 0 });
    const others = { ...mine, organisation_id: 'org_2' };
    expect(await service.outcomeCode(containers.getContainer, others)).toBe('installation.not_found');
    expect(await service.outcomeCode(containers.getLog, others)).toBe('installation.not_found');
  });

  it('follows a pause and a removal, and has nothing to do for an external plugin', async () => {
    await request('ins_2');
    const paused = { ...factOf('ins_2'), status: 'paused' as const, callable: false };
    await service.deliverTwice(OnAvailabilityChangedHandler, paused);
    expect((await service.app.get(Containers).find('ins_2'))?.wanted).toBe('stopped');
    await service.deliverTwice(OnInstallationRemovedHandler, factOf('ins_2'));
    expect(await stateOf('ins_2')).toMatchObject({ status: 'leaving' });
    const { container: _container, ...external } = capabilities;
    await service.deliverTwice(OnInstallationRequestedHandler, {
      ...factOf('ins_3'),
      plan: null,
      capabilities: { ...external, kind: 'external', base_url: 'https://plugin.acme.ir' },
      api_base: '',
      sealed_signing_secret: 'sealed',
    });
    expect((await stateOf('ins_3')).status).toBe('absent');
  });
});

describe('what a container was denied', () => {
  const attempt = (host: string, count: number, second: number): DeniedAttempt => ({
    host,
    port: 443,
    protocol: 'tcp',
    count,
    last_at: `2026-11-20T10:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}.000Z`,
  });

  it('is added up by destination, newest first, and the hundred newest stay', async () => {
    await request('ins_4', { container: { image, port: 8080, egress: ['api.acme.ir:443'] } });
    const denied = service.app.get(DeniedAttempts);
    await denied.add('ins_4', [attempt('a.ir', 2, 0), { ...attempt('b.ir', 1, 1), port: null, protocol: 'dns' }]);
    await denied.add('ins_4', [attempt('a.ir', 3, 2)]);
    const query = { organisation_id: 'org_1', installation_id: 'ins_4' };
    expect((await service.reply(containers.getContainer, query)).egress).toEqual({
      allowed: ['api.acme.ir:443'],
      denied: [attempt('a.ir', 5, 2), { ...attempt('b.ir', 1, 1), port: null, protocol: 'dns' }],
    });
    await denied.add(
      'ins_4',
      Array.from({ length: 120 }, (_, index) => attempt(`${index}.ir`, 1, 10 + index)),
    );
    const newest = await denied.newest('ins_4');
    expect([newest.length, newest[0]?.host, newest.at(-1)?.host]).toEqual([100, '119.ir', '20.ir']);
  });

  it('is added up by version for the hub, without what could name an organisation, and outlives the installation', async () => {
    const plugin_id = 'ir.acme.counted';
    for (const id of ['ins_6', 'ins_7']) await request(id, { plugin_id });
    const denied = service.app.get(DeniedAttempts);
    await denied.add('ins_6', [
      attempt('sara.acme.ir', 2, 0),
      attempt('branch.acme.ir', 3, 1),
      attempt('10.1.1.1', 1, 1),
    ]);
    await denied.add('ins_7', [attempt('acme.ir', 1, 1), attempt('x.acme.ir', 4, 1)]);
    await denied.delete('ins_6');
    const version = { plugin_id, version: '1.0.0' };
    const last_on = '2026-11-20';
    expect(await service.reply(containers.listDenied, version)).toEqual({
      items: [
        { protocol: 'tcp', host: '*.acme.ir', port: 443, count: 9, last_on },
        { protocol: 'tcp', host: 'acme.ir', port: 443, count: 1, last_on },
        { protocol: 'tcp', host: 'private', port: 443, count: 1, last_on },
      ],
    });
    expect(await service.reply(containers.listDenied, { ...version, version: '2.0.0' })).toEqual({ items: [] });
  });
});

describe('the network of an installation', () => {
  it('belongs to it alone, is kept, and is reused only after it is free', async () => {
    const slots = service.app.get(NetworkSlots);
    const taken = await Promise.all(['ins_a', 'ins_b', 'ins_c'].map((id) => slots.take(id, 3)));
    expect(taken.toSorted((one, other) => one - other)).toEqual([0, 1, 2]);
    expect(await slots.take('ins_b', 3)).toBe(taken[1]);
    await expect(slots.take('ins_d', 3)).rejects.toThrow('KUSHK_CONTAINER_SUBNET has no free network');
    await slots.free('ins_b');
    expect(await slots.take('ins_d', 3)).toBe(taken[1]);
  });
});

describe('the lease of the reconciler', () => {
  it('is held by one process at a time', async () => {
    const lease = service.app.get(ReconcilerLease);
    // The service itself takes it at its start.
    await eventually(async () => !(await lease.hold('other', 1_000)), 10_000);
    expect(await lease.hold('other', 1_000)).toBe(false);
  });
});
