import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerConnection } from '@kushk/broker';
import {
  catalogue,
  catalogueNotifications,
  hubClock,
  installationFacts,
  reportedSubject,
  subjectToken,
  type DataOf,
  type JsonObject,
  type Problem,
  type ReleaseResource,
} from '@kushk/contracts';
import { issuerJwk, newSigningKey, publicJwk, releaseStatement, signDsse } from '@kushk/credentials';
import { streamRef } from '@kushk/decider';
import { EventStore, rebuild } from '@kushk/event-store';
import { newId } from '@kushk/runtime';
import { eventually, startService, type ServiceUnderTest } from '@kushk/testing';
import { CatalogueModule } from './catalogue.module.js';
import { evaluationKey, evaluationStream } from './evaluation/evaluation.js';
import { OnReleaseApprovedHandler } from './release/on-release-approved/on-release-approved.handler.js';
import { OnReviewTakenHandler } from './release/on-review-taken/on-review-taken.handler.js';
import { catalogueStore } from './store.module.js';
import { publishOnce } from '../test/publish-once.js';

let service: ServiceUnderTest;
let connection: BrokerConnection;
beforeAll(async () => {
  service = await startService('catalogue', CatalogueModule);
  connection = await BrokerConnection.connect(service.natsUrl, 'instances');
  await service.reply(catalogue.addPublisher, { id: 'acme', name: 'Acme' });
});
afterAll(async () => {
  await connection?.close();
  await service?.stop();
});

const problem: Problem = {
  code: 'settings.schema',
  severity: 'error',
  path: '/settings',
  message: 'does not compile',
  message_fa: 'کامپایل نمی‌شود',
  stage: 'instance',
};
type ListingEvaluated = DataOf<typeof installationFacts.listingEvaluated>;

/** Simulates the installation service of one instance, whose facts arrive over its link. */
class Instance {
  constructor(private readonly id: string) {}

  async publish(data: ListingEvaluated, eventId = newId('evt')): Promise<void> {
    const streamId = `status_statement-${data.plugin_id}@${data.version}`;
    const subject = `${this.id}.${installationFacts.listingEvaluated.subject}.${subjectToken(streamId)}`;
    // A duplicate of another instance is published again, as the forwarder of an instance does.
    await eventually(async () => {
      return await publishOnce(connection, { subject: reportedSubject(subject), body: JSON.stringify(data), eventId });
    });
  }
}

/** The evaluation of the release's latest statement. */
const evaluated = (plugin_id: string, accepted: boolean): ListingEvaluated => ({
  plugin_id,
  version: '1.0.0',
  sequence: Date.now(),
  accepted,
  problems: accepted ? [] : [problem],
});
const get = (plugin_id: string, publisher_id: string | null = null) =>
  service.reply(catalogue.getRelease, { publisher_id, plugin_id, version: '1.0.0' });
const fleetOf = async (plugin_id: string) => (await get(plugin_id)).fleet;
const register = (id: string, plugin_api: string, public_key: JsonObject | null = null) =>
  service.reply(catalogue.registerInstance, { id, name: `Instance ${id}`, plugin_api, public_key });

async function published(id: string, plugin_api: string): Promise<ReleaseResource> {
  const manifest = {
    schema: '1',
    id,
    version: '1.0.0',
    publisher: 'acme',
    kind: 'external',
    plugin_api,
    names: { en: 'Invoices' },
    base_url: 'https://plugin.acme.ir',
  };
  const release = await service.reply(catalogue.submitRelease, {
    publisher_id: 'acme',
    manifest,
    requested_tier: '',
    notes: '',
  });
  const step = { plugin_id: id, version: '1.0.0', at: new Date().toISOString(), by: 'rita', by_name: 'Rita' };
  const { payloadType, payload } = releaseStatement({
    plugin_id: id,
    version: '1.0.0',
    manifest_digest: release.manifest_digest,
    image: null,
    tier: 'verified',
    decided_at: step.at,
    previous: null,
    provenance: null,
  });
  await service.deliverTwice(OnReviewTakenHandler, { ...step, revision: 1 });
  await service.deliverTwice(OnReleaseApprovedHandler, {
    ...step,
    revision: 2,
    tier: 'verified' as const,
    notes: '',
    publish: true,
    approval: signDsse(newSigningKey(), payloadType, payload),
  });
  return await get(id);
}

const healthOf = async (id: string) => {
  const { items } = await service.reply(catalogue.listInstances, { limit: 50, cursor: null });
  return items.find((instance) => instance.id === id)?.health;
};

describe('the health of instances', () => {
  it('is unconnected until the first report, current when every statement is answered, lagging or silent while one waits', async () => {
    const release = await published('ir.health.sent', '7.0');
    const { registered_at } = await register('h1', '7.0');
    expect(await healthOf('h1')).toEqual({
      state: 'unconnected',
      waiting: 1,
      waiting_since: registered_at,
      last_report_at: null,
    });
    expect(await fleetOf('ir.health.sent')).toEqual({ compatible: 0, accepted: 0, refused: [] });
    await new Instance('h1').publish(evaluated('ir.health.sent', false));
    await eventually(async () => (await healthOf('h1'))?.waiting === 0);
    expect(await healthOf('h1')).toMatchObject({ state: 'current', last_report_at: expect.any(String) });
    expect((await fleetOf('ir.health.sent')).compatible).toBe(1);
    await published('ir.health.later', '7.0');
    expect(await healthOf('h1')).toMatchObject({ state: 'lagging', waiting: 1, waiting_since: expect.any(String) });
    expect(release.status).toBe('published');
  });
});

describe('evaluations by the fleet', () => {
  it('show how many instances can run a release, how many accepted it, and which rejected it and why', async () => {
    const [one, two, old] = ['a1', 'a2', 'a3'].map((id) => new Instance(id));
    for (const [id, api] of [
      ['a1', '3.1'],
      ['a2', '3.0'],
      ['a3', '2.9'],
    ] as const)
      await register(id, api);
    expect((await published('ir.acme.fleet', '3.0')).fleet).toEqual({ compatible: 2, accepted: 0, refused: [] });
    await one!.publish(evaluated('ir.acme.fleet', true));
    await two!.publish(evaluated('ir.acme.fleet', false));
    await old!.publish(evaluated('ir.acme.fleet', false));
    const fleet = { compatible: 2, accepted: 1, refused: [{ instance: 'a2', problems: [problem] }] };
    // The evaluations of different instances arrive in any order.
    await eventually(async () => {
      expect(await fleetOf('ir.acme.fleet')).toEqual(fleet);
      return true;
    });

    const publishers = (await get('ir.acme.fleet', 'acme')).fleet;
    expect(publishers).toEqual({
      ...fleet,
      refused: [{ instance: expect.stringMatching(/^node_[0-9A-HJKMNP-TV-Z]{20}$/), problems: [problem] }],
    });
  });

  it('count a suspension as accepted only after the instance reports its acceptance', async () => {
    const one = new Instance('b1');
    await register('b1', '4.0');
    await published('ir.acme.stopped', '4.0');
    await one.publish(evaluated('ir.acme.stopped', true));
    await eventually(async () => (await fleetOf('ir.acme.stopped')).accepted === 1);
    const suspended = await service.reply(catalogue.suspendRelease, {
      plugin_id: 'ir.acme.stopped',
      version: '1.0.0',
      reason: 'It leaks',
      by: 'olga',
    });
    expect(suspended.fleet).toEqual({ compatible: 1, accepted: 0, refused: [] });
    expect(await fleetOf('ir.acme.stopped')).toEqual(suspended.fleet);
    await one.publish(evaluated('ir.acme.stopped', true));
    await eventually(async () => (await fleetOf('ir.acme.stopped')).accepted === 1);
  });

  it('include those that an instance published while it was not registered', async () => {
    const early = new Instance('c1');
    await published('ir.acme.early', '5.0');
    await early.publish(evaluated('ir.acme.early', true));
    await register('c1', '5.0');
    await eventually(async () => (await fleetOf('ir.acme.early')).accepted === 1);

    await service.reply(catalogue.removeInstance, { id: 'c1' });
    expect(await fleetOf('ir.acme.early')).toEqual({ compatible: 0, accepted: 0, refused: [] });
    await published('ir.acme.meanwhile', '5.0');
    await early.publish(evaluated('ir.acme.meanwhile', false));
    await register('c1', '5.0');
    await eventually(async () => (await fleetOf('ir.acme.meanwhile')).refused.length === 1);
    await eventually(async () => (await fleetOf('ir.acme.early')).accepted === 1);
  });

  it('belong to the instance that published them, even when two instances use the same event id', async () => {
    const [impostor, victim] = ['d1', 'd2'].map((id) => new Instance(id));
    await register('d1', '6.0');
    await register('d2', '6.0');
    await published('ir.acme.impostor', '6.0');
    await impostor!.publish(evaluated('ir.acme.impostor', false), 'evt_the_same');
    await eventually(async () => (await fleetOf('ir.acme.impostor')).refused.length === 1);
    await victim!.publish(evaluated('ir.acme.impostor', true), 'evt_the_same');
    await eventually(async () => (await fleetOf('ir.acme.impostor')).accepted === 1);
    expect((await fleetOf('ir.acme.impostor')).refused.map(({ instance }) => instance)).toEqual(['d1']);
  });

  it('are ignored for releases that the hub does not know', async () => {
    const one = new Instance('e1');
    await register('e1', '7.0');
    await published('ir.acme.real', '7.0');
    await one.publish(evaluated('ir.acme.invented', true));
    await one.publish(evaluated('ir.acme.real', true));
    await eventually(async () => (await fleetOf('ir.acme.real')).accepted === 1);
    expect(
      await service.app
        .get(EventStore)
        .history(streamRef(evaluationStream, evaluationKey('e1', 'ir.acme.invented@1.0.0'))),
    ).toEqual([]);
  });
});

describe('the public key of an instance', () => {
  const key = issuerJwk(newSigningKey(), ['https://k1.example']) as JsonObject;
  const keys = async () => (await service.reply(catalogue.instanceKeys, {})).keys;

  it('is certified until the instance is removed, also after the registration is updated', async () => {
    expect(await register('k1', '1.0', key)).toMatchObject({ id: 'k1', public_key: key });
    await register('k1', '1.1');
    expect(await keys()).toEqual([key]);
    const next = issuerJwk(newSigningKey(), ['https://k1.example']) as JsonObject;
    await register('k1', '1.1', next);
    expect(await keys()).toEqual([next]);
    const taken = { id: 'k2', name: 'Two', plugin_api: '1.0', public_key: key };
    expect(await service.request(catalogue.registerInstance, taken)).toMatchObject({
      refusal: { code: 'request.invalid', params: { problems: [{ path: '/public_key/service_origins' }] } },
    });
    await service.reply(catalogue.removeInstance, { id: 'k1' });
    expect(await keys()).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ['a private key', newSigningKey() as JsonObject],
    ['a key under the kid of another', { ...key, kid: publicJwk(newSigningKey())['kid'] as string }],
    ['a key of another type', { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', kid: 'x' }],
    ['an empty object', {}],
  ])('is rejected when it is %s', async (_case, wrong) => {
    const request = { id: 'k2', name: 'Two', plugin_api: '1.0', public_key: wrong };
    expect(await service.request(catalogue.registerInstance, request)).toMatchObject({
      refusal: { code: 'request.invalid', params: { problems: [{ path: '/public_key' }] } },
    });
  });
});

describe('a request that is repeated with the same idempotency key', () => {
  const idempotency = (key: string, input_hash = 'h') => ({ scope: 'olga', key, input_hash });

  it('gets the first reply again, even when the state has changed since', async () => {
    await published('ir.acme.repeat', '8.0');
    const request = {
      plugin_id: 'ir.acme.repeat',
      version: '1.0.0',
      reason: 'It leaks',
      by: 'olga',
      idempotency: idempotency('suspend'),
    };
    const first = await service.request(catalogue.suspendRelease, request);
    expect(first).toMatchObject({ replayed: false, reply: { status: 'suspended' } });
    expect(await get('ir.acme.repeat')).toEqual(first.accepted && first.reply);
    await service.reply(catalogue.resumeRelease, { plugin_id: 'ir.acme.repeat', version: '1.0.0', by: 'olga' });
    expect(await service.request(catalogue.suspendRelease, request)).toEqual({ ...first, replayed: true });
    expect(await get('ir.acme.repeat')).toMatchObject({ status: 'published' });
    expect(
      await service.outcomeCode(catalogue.suspendRelease, {
        ...request,
        idempotency: idempotency('suspend', 'another'),
      }),
    ).toBe('idempotency.conflict');
  });

  it('adds a publisher or removes an instance only once', async () => {
    await register('r1', '9.0');
    const add = () =>
      service.request(catalogue.addPublisher, { id: 'gamma', name: 'Gamma', idempotency: idempotency('add') });
    const remove = () => service.request(catalogue.removeInstance, { id: 'r1', idempotency: idempotency('remove') });
    for (const write of [add, remove]) {
      const first = await write();
      expect(first).toMatchObject({ accepted: true, replayed: false });
      expect(await write()).toEqual({ ...first, replayed: true });
    }
  });
});

describe('the stored views of instances and evaluations', () => {
  it('equal the views rebuilt from the event log', async () => {
    const report = await rebuild({ ...catalogueStore, databaseUrl: service.databaseUrl, mode: 'compare' });
    expect(report.differences).toEqual([]);
  });
});

// The last test, because it moves the clock.
describe('an instance that has fallen silent', () => {
  it('is a notification for operators, and for no reviewer, until it answers', async () => {
    await register('s1', '10.0');
    await published('ir.silent.first', '10.0');
    await new Instance('s1').publish(evaluated('ir.silent.first', true));
    await eventually(async () => (await healthOf('s1'))?.state === 'current');
    await published('ir.silent.later', '10.0');
    const noticed = async (role: 'operator' | 'reviewer') => {
      const reader = { subject: 'olga', roles: [role], kind: null, limit: 50, cursor: null };
      const { items } = await service.reply(catalogueNotifications.listForStaff, reader);
      return items
        .filter(({ kind, instance_id }) => kind === 'instance_silent' && instance_id === 's1')
        .map(({ instance_id, name }) => [instance_id, name]);
    };
    expect(await noticed('operator')).toEqual([]);
    await service.reply(hubClock.advanceClock, { advance: 'PT2M' });
    expect(await healthOf('s1')).toMatchObject({ state: 'silent', waiting: 1 });
    expect([await noticed('operator'), await noticed('reviewer')]).toEqual([[['s1', 'Instance s1']], []]);
    await new Instance('s1').publish(evaluated('ir.silent.later', true));
    expect(await eventually(async () => (await noticed('operator')).length === 0)).toBe(true);
  });
});
