import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { JetStreamFactStream, BrokerConnection, type FactContext } from '@kushk/broker';
import {
  catalogue,
  installationFacts,
  subjectToken,
  type DataOf,
  type JsonObject,
  type Problem,
  type ReleaseResource,
} from '@kushk/contracts';
import { newSigningKey, publicJwk, releaseStatement, signDsse } from '@kushk/credentials';
import { streamRef } from '@kushk/decider';
import { EventStore, rebuild } from '@kushk/event-store';
import { newId } from '@kushk/runtime';
import { eventually, startService, type ServiceUnderTest } from '@kushk/testing';
import { CatalogueModule } from './catalogue.module.js';
import { evaluationKey, evaluationStream } from './evaluation/evaluation.js';
import { OnReleaseApprovedHandler } from './release/on-release-approved/on-release-approved.handler.js';
import { OnReviewTakenHandler } from './release/on-review-taken/on-review-taken.handler.js';
import { catalogueStore } from './store.module.js';

let service: ServiceUnderTest;
let link: BrokerConnection;
beforeAll(async () => {
  service = await startService('catalogue', CatalogueModule);
  link = await BrokerConnection.connect(service.natsUrl, 'instances');
  await service.reply(catalogue.addPublisher, { id: 'acme', name: 'Acme' });
});
afterAll(async () => {
  await link?.close();
  await service?.stop();
});

const problem: Problem = {
  code: 'settings.schema',
  path: '/settings',
  message: 'does not compile',
  message_fa: 'کامپایل نمی‌شود',
  stage: 'instance',
};
type Judged = DataOf<typeof installationFacts.listingEvaluated>;

/** The installation service of one instance, as the hub hears it: its own stream of facts. */
class Instance {
  private end = 0;

  private constructor(
    private readonly id: string,
    private readonly stream: JetStreamFactStream,
  ) {}

  static async of(id: string): Promise<Instance> {
    const stream = await JetStreamFactStream.over(link, { scope: id, service: 'installation', replicas: 1 });
    await stream.prepare();
    return new Instance(id, stream);
  }

  /** Publishes what it says; under one event id where it is given, as after a lost acknowledgement. */
  async says(data: Judged, eventId = newId('evt')): Promise<void> {
    const streamId = `word-${data.plugin_id}@${data.version}`;
    const subject = `${this.id}.${installationFacts.listingEvaluated.subject}.${subjectToken(streamId)}`;
    this.end = await this.stream.publish([{ subject, eventId, body: JSON.stringify(data), headers: {} }], this.end);
  }
}

const judged = (plugin_id: string, sequence: number, accepted: boolean): Judged => ({
  plugin_id,
  version: '1.0.0',
  sequence,
  accepted,
  problems: accepted ? [] : [problem],
});
const get = (plugin_id: string, publisher_id: string | null = null) =>
  service.reply(catalogue.getRelease, { publisher_id, plugin_id, version: '1.0.0' });
const fleetOf = async (plugin_id: string) => (await get(plugin_id)).fleet;
const register = (id: string, plugin_api: string, public_key: JsonObject | null = null) =>
  service.reply(catalogue.registerInstance, { id, name: `Instance ${id}`, plugin_api, public_key });

async function react<Data>(
  handler: { react(data: Data, context: FactContext): Promise<void> },
  data: Data,
): Promise<void> {
  await handler.react(data, {
    scope: 'hub',
    eventId: newId('evt'),
    streamId: 'review-x',
    type: '',
    at: new Date(),
    sequence: 1,
  });
}
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
  const word = { plugin_id: id, version: '1.0.0', at: '2026-11-20T09:00:00.000Z', by: 'rita' };
  const { payloadType, payload } = releaseStatement({
    plugin_id: id,
    version: '1.0.0',
    manifest_digest: release.manifest_digest,
    image: null,
    tier: 'verified',
    decided_at: word.at,
    previous: null,
  });
  await react(service.app.get(OnReviewTakenHandler), { ...word, revision: 1 });
  await react(service.app.get(OnReleaseApprovedHandler), {
    ...word,
    revision: 2,
    tier: 'verified' as const,
    notes: '',
    publish: true,
    approval: signDsse(newSigningKey(), payloadType, payload),
  });
  return await get(id);
}

describe('the fleet', () => {
  it('says of each release who could run it, who follows, and who refused it and why', async () => {
    const [one, two, old] = await Promise.all(['a1', 'a2', 'a3'].map((id) => Instance.of(id)));
    for (const [id, api] of [
      ['a1', '3.1'],
      ['a2', '3.0'],
      ['a3', '2.9'],
    ] as const)
      await register(id, api);
    expect((await published('ir.acme.fleet', '3.0')).fleet).toEqual({ compatible: 2, accepted: 0, refused: [] });
    await one!.says(judged('ir.acme.fleet', 1, true));
    await two!.says(judged('ir.acme.fleet', 1, false));
    await old!.says(judged('ir.acme.fleet', 1, false));
    const told = { compatible: 2, accepted: 1, refused: [{ instance: 'a2', problems: [problem] }] };
    expect(
      await eventually(async () =>
        (await fleetOf('ir.acme.fleet')).refused.length > 0 ? await fleetOf('ir.acme.fleet') : null,
      ),
    ).toEqual(told);

    const publishers = (await get('ir.acme.fleet', 'acme')).fleet;
    expect(publishers).toEqual({
      ...told,
      refused: [{ instance: expect.stringMatching(/^node_[0-9A-HJKMNP-TV-Z]{20}$/), problems: [problem] }],
    });
  });

  it('follows a suspension only where an instance has said so', async () => {
    const one = await Instance.of('b1');
    await register('b1', '4.0');
    await published('ir.acme.stopped', '4.0');
    await one.says(judged('ir.acme.stopped', 1, true));
    await eventually(async () => (await fleetOf('ir.acme.stopped')).accepted === 1);
    const suspended = await service.reply(catalogue.suspendRelease, {
      plugin_id: 'ir.acme.stopped',
      version: '1.0.0',
      reason: 'It leaks',
      by: 'olga',
    });
    expect(suspended.fleet).toEqual({ compatible: 1, accepted: 0, refused: [] });
    expect(await fleetOf('ir.acme.stopped')).toEqual(suspended.fleet);
    await one.says(judged('ir.acme.stopped', 2, true));
    await eventually(async () => (await fleetOf('ir.acme.stopped')).accepted === 1);
  });

  it('hears what was said before an instance was registered, and while it was not', async () => {
    const early = await Instance.of('c1');
    await published('ir.acme.early', '5.0');
    await early.says(judged('ir.acme.early', 1, true));
    await register('c1', '5.0');
    await eventually(async () => (await fleetOf('ir.acme.early')).accepted === 1);

    await service.reply(catalogue.removeInstance, { id: 'c1' });
    expect(await fleetOf('ir.acme.early')).toEqual({ compatible: 0, accepted: 0, refused: [] });
    await published('ir.acme.meanwhile', '5.0');
    await early.says(judged('ir.acme.meanwhile', 1, false));
    await register('c1', '5.0');
    await eventually(async () => (await fleetOf('ir.acme.meanwhile')).refused.length === 1);
    expect((await fleetOf('ir.acme.early')).accepted).toBe(1);
  });

  it('lets no instance speak for another, nor silence it by taking its event id', async () => {
    const [thief, victim] = await Promise.all(['d1', 'd2'].map((id) => Instance.of(id)));
    await register('d1', '6.0');
    await register('d2', '6.0');
    await published('ir.acme.theft', '6.0');
    await thief!.says(judged('ir.acme.theft', 1, false), 'evt_the_same');
    await eventually(async () => (await fleetOf('ir.acme.theft')).refused.length === 1);
    await victim!.says(judged('ir.acme.theft', 1, true), 'evt_the_same');
    await eventually(async () => (await fleetOf('ir.acme.theft')).accepted === 1);
    expect((await fleetOf('ir.acme.theft')).refused.map(({ instance }) => instance)).toEqual(['d1']);
  });

  it('ignores what is said of releases that the hub never published', async () => {
    const one = await Instance.of('e1');
    await register('e1', '7.0');
    await published('ir.acme.real', '7.0');
    await one.says(judged('ir.acme.invented', 1, true));
    await one.says(judged('ir.acme.real', 1, true));
    await eventually(async () => (await fleetOf('ir.acme.real')).accepted === 1);
    expect(
      await service.app
        .get(EventStore)
        .history(streamRef(evaluationStream, evaluationKey('e1', 'ir.acme.invented@1.0.0'))),
    ).toEqual([]);
  });
});

describe("an instance's key", () => {
  const key = publicJwk(newSigningKey()) as JsonObject;
  const keys = async () => (await service.reply(catalogue.instanceKeys, {})).keys;

  it('is certified while the instance is registered, also when it is described anew', async () => {
    expect(await register('k1', '1.0', key)).toMatchObject({ id: 'k1', public_key: key });
    await register('k1', '1.1');
    expect(await keys()).toEqual([key]);
    const next = publicJwk(newSigningKey()) as JsonObject;
    await register('k1', '1.1', next);
    expect(await keys()).toEqual([next]);
    await service.reply(catalogue.removeInstance, { id: 'k1' });
    expect(await keys()).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ['a private one', newSigningKey() as JsonObject],
    ['one under the name of another', { ...key, kid: publicJwk(newSigningKey())['kid'] as string }],
    ['one of another kind', { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', kid: 'x' }],
    ['none at all', {}],
  ])('is refused where it is %s', async (_case, wrong) => {
    const request = { id: 'k2', name: 'Two', plugin_api: '1.0', public_key: wrong };
    expect(await service.ask(catalogue.registerInstance, request)).toMatchObject({
      refusal: { code: 'request.invalid', params: { problems: [{ path: '/public_key' }] } },
    });
  });
});

describe('a repeat under the same key', () => {
  const idempotency = (key: string, input_hash = 'h') => ({ scope: 'olga', key, input_hash });

  it('gets the first answer again, whatever has happened since', async () => {
    await published('ir.acme.repeat', '8.0');
    const request = {
      plugin_id: 'ir.acme.repeat',
      version: '1.0.0',
      reason: 'It leaks',
      by: 'olga',
      idempotency: idempotency('suspend'),
    };
    const first = await service.ask(catalogue.suspendRelease, request);
    expect(first).toMatchObject({ replayed: false, reply: { status: 'suspended' } });
    expect(await get('ir.acme.repeat')).toEqual(first.accepted && first.reply);
    await service.reply(catalogue.resumeRelease, { plugin_id: 'ir.acme.repeat', version: '1.0.0', by: 'olga' });
    expect(await service.ask(catalogue.suspendRelease, request)).toEqual({ ...first, replayed: true });
    expect(await get('ir.acme.repeat')).toMatchObject({ status: 'published' });
    expect(
      await service.verdict(catalogue.suspendRelease, { ...request, idempotency: idempotency('suspend', 'another') }),
    ).toBe('idempotency.conflict');
  });

  it('adds one publisher, and removes one instance', async () => {
    await register('r1', '9.0');
    const add = () =>
      service.ask(catalogue.addPublisher, { id: 'gamma', name: 'Gamma', idempotency: idempotency('add') });
    const remove = () => service.ask(catalogue.removeInstance, { id: 'r1', idempotency: idempotency('remove') });
    for (const write of [add, remove]) {
      const first = await write();
      expect(first).toMatchObject({ accepted: true, replayed: false });
      expect(await write()).toEqual({ ...first, replayed: true });
    }
  });
});

describe('the log of a fleet', () => {
  it('makes the same state rows and views again', async () => {
    const report = await rebuild({ ...catalogueStore, databaseUrl: service.databaseUrl, mode: 'compare' });
    expect(report.differences).toEqual([]);
  });
});
