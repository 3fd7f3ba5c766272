import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FactContext } from '@kushk/broker';
import { catalogue, type Actor, type JsonObject, type ReleaseResource } from '@kushk/contracts';
import {
  checkCredential,
  contentTag,
  hashCredential,
  newSigningKey,
  openStatusStatement,
  publicJwk,
  releaseStatement,
  signDsse,
} from '@kushk/credentials';
import { streamRef, type Outcome } from '@kushk/decider';
import { EventStore, rebuild } from '@kushk/event-store';
import { newId } from '@kushk/runtime';
import { eventually, startService, type ServiceUnderTest } from '@kushk/testing';
import { CatalogueModule } from './catalogue.module.js';
import { OnReleaseApprovedHandler } from './release/on-release-approved/on-release-approved.handler.js';
import { OnReleaseRejectedHandler } from './release/on-release-rejected/on-release-rejected.handler.js';
import { OnReviewGivenBackHandler } from './release/on-review-given-back/on-review-given-back.handler.js';
import { OnReviewTakenHandler } from './release/on-review-taken/on-review-taken.handler.js';
import { releaseStream } from './release/release.js';
import { catalogueStore } from './store.module.js';

const olga: Actor = { kind: 'staff', subject: 'olga', roles: ['operator'] };
const asked = { actor: olga, requestId: 'req_test' };
const pepper = Buffer.alloc(32, 7);
const hubKey = newSigningKey();
const deskKey = newSigningKey();

let service: ServiceUnderTest;
let app: ServiceUnderTest['app'];
let broker: ServiceUnderTest['broker'];

beforeAll(async () => {
  service = await startService('catalogue', CatalogueModule, {
    KUSHK_PEPPER: pepper.toString('base64url'),
    KUSHK_SIGNING_KEY: JSON.stringify(hubKey),
    KUSHK_STAFF: JSON.stringify([{ subject: 'olga', roles: ['operator', 'reviewer'] }]),
  });
  ({ app, broker } = service);
  for (const id of ['acme', 'beta'])
    yes(await broker.request(catalogue.addPublisher, { id, name: `${id} company` }, asked));
});
afterAll(() => service.stop());

function yes<Reply>(outcome: Outcome<Reply>): Reply {
  if (!outcome.accepted) throw new Error(`refused: ${outcome.refusal.code} ${JSON.stringify(outcome.refusal.params)}`);
  return outcome.reply;
}
function manifestOf(id: string, version: string, more: JsonObject = {}): JsonObject {
  return {
    schema: '1',
    id,
    version,
    publisher: 'acme',
    kind: 'external',
    plugin_api: '1.0',
    names: { en: 'Invoices', fa: 'فاکتورها' },
    base_url: 'https://plugin.acme.ir',
    ...more,
  };
}
const submit = (manifest: JsonObject, publisherId = 'acme') =>
  broker.request(
    catalogue.submitRelease,
    { publisher_id: publisherId, manifest, requested_tier: 'verified', notes: null },
    asked,
  );
const get = async (pluginId: string, version: string) =>
  yes(await broker.request(catalogue.getRelease, { publisher_id: null, plugin_id: pluginId, version }, asked));

/** What the desk says, as the broker would hand it over: the same fact, twice. */
async function twice<Data>(
  handler: { react(data: Data, context: FactContext): Promise<void> },
  data: Data,
): Promise<void> {
  const context: FactContext = {
    scope: 'any',
    eventId: newId('evt'),
    streamId: 'review-x',
    type: '',
    at: new Date(),
    sequence: 1,
  };
  await handler.react(data, context);
  await handler.react(data, context);
}
const word = (pluginId: string, revision: number) => ({
  plugin_id: pluginId,
  version: '1.0.0',
  revision,
  at: '2026-11-20T09:00:00.000Z',
  by: 'rita',
});
function approval(release: ReleaseResource) {
  const { payloadType, payload } = releaseStatement({
    plugin_id: release.plugin_id,
    version: release.version,
    manifest_digest: release.manifest_digest,
    image: null,
    tier: 'verified',
    decided_at: '2026-11-20T09:00:00.000Z',
    previous: null,
  });
  return signDsse(deskKey, payloadType, payload);
}
async function approve(release: ReleaseResource, publish: boolean): Promise<void> {
  await twice(app.get(OnReviewTakenHandler), word(release.plugin_id, 1));
  await twice(app.get(OnReleaseApprovedHandler), {
    ...word(release.plugin_id, 2),
    tier: 'verified' as const,
    notes: 'Well done',
    publish,
    approval: approval(release),
  });
}

describe('submitting', () => {
  it('gives one of a hundred parallel submissions of a version the release, and tells the others', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, () => submit(manifestOf('ir.acme.hundred', '1.0.0'))),
    );
    expect(outcomes.filter((outcome) => outcome.accepted)).toHaveLength(1);
    const refusals = outcomes.flatMap((outcome) => (outcome.accepted ? [] : [outcome.refusal]));
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal)))).toEqual(
      new Set([
        JSON.stringify({
          code: 'catalogue.version_exists',
          params: { plugin_id: 'ir.acme.hundred', version: '1.0.0', status: 'submitted', same_content: true },
        }),
      ]),
    );
  });

  it('gives a plugin that two publishers race for to one of them', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_each, n) => {
        const publisher = n % 2 === 0 ? 'acme' : 'beta';
        return submit(manifestOf('ir.contested', `1.0.${n}`, { publisher }), publisher).then((outcome) => ({
          publisher,
          outcome,
        }));
      }),
    );
    const owners = new Set(outcomes.filter(({ outcome }) => outcome.accepted).map(({ publisher }) => publisher));
    expect(owners.size).toBe(1);
    for (const { publisher, outcome } of outcomes) {
      if (owners.has(publisher)) expect(outcome).toMatchObject({ accepted: true });
      else expect(outcome).toMatchObject({ accepted: false, refusal: { code: 'catalogue.plugin_owned_elsewhere' } });
    }
  });

  it('answers an idempotent repeat with the same release, and checks without storing', async () => {
    const request = {
      publisher_id: 'acme',
      manifest: manifestOf('ir.acme.once', '1.0.0'),
      requested_tier: '',
      notes: 'سلام',
    };
    const checked = yes(await broker.request(catalogue.checkRelease, request, asked));
    expect(checked).toEqual({ verdict: 'valid', warnings: [], diff: null });
    const idempotency = { scope: 'acme', key: 'k1', input_hash: 'h1' };
    const first = await broker.request(catalogue.submitRelease, { ...request, idempotency }, asked);
    const again = await broker.request(catalogue.submitRelease, { ...request, idempotency }, asked);
    expect(again).toEqual({ ...first, replayed: true });
    expect(yes(first)).toEqual(await get('ir.acme.once', '1.0.0'));
    expect(await broker.request(catalogue.checkRelease, request, asked)).toMatchObject({
      accepted: false,
      refusal: { code: 'catalogue.version_exists' },
    });
  });

  it('keeps warnings and draws the difference to the newest published version, whatever the rest holds', async () => {
    const first = yes(await submit(manifestOf('ir.acme.grows', '1.0.0', { scopes: { 'cases.read': 'Finds cases' } })));
    await approve(first, true);
    const next = yes(
      await submit(
        manifestOf('ir.acme.grows', '1.1.0', {
          scopes: { 'cases.read': 'Finds cases', 'people.read': 'Finds people' },
          records: 'none',
        }),
      ),
    );
    expect(next.diff).toMatchObject({
      previous: '1.0.0',
      class: 'consent',
      changes: [{ path: '/scopes/people.read', before: null, after: 'people.read' }],
    });
    expect(next.warnings).toContainEqual(expect.objectContaining({ path: '/records', stage: 'instance' }));
    expect(await get('ir.acme.grows', '1.1.0')).toEqual(next);
  });
});

describe('reading', () => {
  const list = async (publisher_id: string, id: string) =>
    yes(await broker.request(catalogue.listPlugins, { publisher_id, limit: 1_000, cursor: null }, asked)).items.find(
      (plugin) => plugin.id === id,
    );
  async function versionsOf(plugin_ids: readonly string[], { limit }: { limit: number }): Promise<string[]> {
    const versions: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = yes(
        await broker.request(
          catalogue.listReleases,
          { publisher_id: 'acme', plugin_ids, limit, cursor: cursor ?? null },
          asked,
        ),
      );
      expect(page.items.length).toBeLessThanOrEqual(limit);
      versions.push(
        ...page.items.map(({ plugin_id, version }) => (plugin_ids.length > 1 ? `${plugin_id} ${version}` : version)),
      );
      cursor = page.next_cursor;
    }
    return versions;
  }

  it('lists all releases of a plugin, the newest submission first', async () => {
    for (const version of ['1.0.0', '2.0.0', '1.1.0']) yes(await submit(manifestOf('ir.acme.listed', version)));
    const listed = await list('acme', 'ir.acme.listed');
    expect(listed).toMatchObject({ names: { en: 'Invoices' }, kind: 'external', latest_published: null });
    expect(await versionsOf(['ir.acme.listed'], { limit: 50 })).toEqual(['1.1.0', '2.0.0', '1.0.0']);
    const { items } = yes(
      await broker.request(
        catalogue.listReleases,
        { publisher_id: 'acme', plugin_ids: ['ir.acme.listed'], limit: 1, cursor: null },
        asked,
      ),
    );
    const { signature: _signature, diff: _diff, fleet: _fleet, ...summary } = await get('ir.acme.listed', '1.1.0');
    expect(items).toEqual([summary]);
  });

  it('lists them page by page, and to their publisher only', async () => {
    for (let patch = 0; patch < 5; patch += 1) yes(await submit(manifestOf('ir.acme.paged', `1.0.${patch}`)));
    expect(await versionsOf(['ir.acme.paged'], { limit: 2 })).toEqual(['1.0.4', '1.0.3', '1.0.2', '1.0.1', '1.0.0']);
    const foreign = yes(
      await broker.request(
        catalogue.listReleases,
        { publisher_id: 'beta', plugin_ids: ['ir.acme.paged'], limit: 50, cursor: null },
        asked,
      ),
    );
    expect(foreign).toEqual({ items: [], next_cursor: null });
    expect(
      yes(await broker.request(catalogue.listPlugins, { publisher_id: 'nobody', limit: 50, cursor: null }, asked)),
    ).toEqual({ items: [], next_cursor: null });
    for (const version of ['1.0.0', '1.0.1']) yes(await submit(manifestOf('ir.acme.page-b', version)));
    expect(await versionsOf(['ir.acme.paged', 'ir.acme.page-b', 'ir.acme.none'], { limit: 3 })).toEqual([
      'ir.acme.page-b 1.0.1',
      'ir.acme.page-b 1.0.0',
      ...[4, 3, 2, 1, 0].map((patch) => `ir.acme.paged 1.0.${patch}`),
    ]);
    const ids: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = yes(
        await broker.request(catalogue.listPlugins, { publisher_id: 'acme', limit: 2, cursor: cursor ?? null }, asked),
      );
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(ids).toEqual(
      yes(
        await broker.request(catalogue.listPlugins, { publisher_id: 'acme', limit: 1_000, cursor: null }, asked),
      ).items.map(({ id }) => id),
    );
    expect(ids.length).toBeGreaterThan(4);
  });

  it('gives a plugin another revision with every change of one of its releases, and with none of another plugin', async () => {
    const release = yes(await submit(manifestOf('ir.acme.revised', '1.0.0', { names: { en: 'First' } })));
    const revisions = [(await list('acme', 'ir.acme.revised'))?.revision];
    yes(await submit(manifestOf('ir.acme.neighbour', '1.0.0')));
    expect((await list('acme', 'ir.acme.revised'))?.revision).toBe(revisions[0]);
    await approve(release, true);
    revisions.push((await list('acme', 'ir.acme.revised'))?.revision);
    yes(await submit(manifestOf('ir.acme.revised', '2.0.0', { names: { en: 'Second' } })));
    const after = await list('acme', 'ir.acme.revised');
    expect(new Set([...revisions, after?.revision]).size).toBe(3);
    // Users see the published version, whatever has been submitted since.
    expect(after).toMatchObject({ names: { en: 'First' }, latest_published: '1.0.0' });
  });

  it('answers a foreign release exactly like one that does not exist', async () => {
    yes(await submit(manifestOf('ir.acme.private', '1.0.0')));
    const at = { publisher_id: 'beta', version: '1.0.0' };
    const foreign = await broker.request(catalogue.getRelease, { ...at, plugin_id: 'ir.acme.private' }, asked);
    expect(foreign).toEqual({
      accepted: false,
      refusal: { code: 'catalogue.release_not_found', params: { plugin_id: 'ir.acme.private', version: '1.0.0' } },
    });
    const withdrawn = await broker.request(
      catalogue.withdrawRelease,
      { ...at, plugin_id: 'ir.acme.private', reason: 'Not mine', by: 'beta' },
      asked,
    );
    expect(withdrawn).toEqual(foreign);
    expect(await broker.request(catalogue.getRelease, { ...at, plugin_id: 'ir.acme.nothing' }, asked)).toMatchObject({
      refusal: { code: 'catalogue.release_not_found' },
    });
  });

  describe('a release that someone waits for', () => {
    const waiting = async (pluginId: string, timeout_ms: number, known_tags: readonly string[] = []) => {
      const startedAt = performance.now();
      const release = yes(
        await broker.request(
          catalogue.getRelease,
          { publisher_id: 'acme', plugin_id: pluginId, version: '1.0.0', wait: { timeout_ms, known_tags } },
          { ...asked, timeoutMs: timeout_ms + 5_000 },
        ),
      );
      return { release, tookMs: performance.now() - startedAt };
    };
    const tagOf = (release: ReleaseResource) => contentTag(JSON.stringify(release));

    it('is answered as soon as it moves, whoever moved it', async () => {
      const release = yes(await submit(manifestOf('ir.acme.watched', '1.0.0')));
      const taken = waiting('ir.acme.watched', 20_000);
      await waiting('ir.acme.watched', 300);
      await app.get(OnReviewTakenHandler).react(word('ir.acme.watched', 1), {
        scope: 'any',
        eventId: newId('evt'),
        streamId: 'review-x',
        type: '',
        at: new Date(),
        sequence: 1,
      });
      expect(await taken).toMatchObject({ release: { status: 'in_review' } });

      const withdrawn = waiting('ir.acme.watched', 20_000, [tagOf((await taken).release)]);
      await waiting('ir.acme.watched', 300);
      yes(
        await broker.request(
          catalogue.withdrawRelease,
          { publisher_id: 'acme', plugin_id: 'ir.acme.watched', version: '1.0.0', reason: 'A mistake', by: 'acme' },
          asked,
        ),
      );
      expect((await withdrawn).release.status).toBe('withdrawn');
      expect((await withdrawn).tookMs).toBeLessThan(10_000);
      expect(tagOf((await withdrawn).release)).not.toBe(tagOf(release));
    });

    it('is answered at once where it differs from what is known, and as it stands when the time is over', async () => {
      const release = yes(await submit(manifestOf('ir.acme.still', '1.0.0')));
      expect((await waiting('ir.acme.still', 20_000, ['older'])).tookMs).toBeLessThan(10_000);
      const still = await waiting('ir.acme.still', 600, [tagOf(release)]);
      expect(still.release).toEqual(release);
      expect(still.tookMs).toBeGreaterThanOrEqual(590);
    });

    it('is refused without waiting where there is none', async () => {
      const foreign = await broker.request(
        catalogue.getRelease,
        {
          publisher_id: 'beta',
          plugin_id: 'ir.acme.still',
          version: '1.0.0',
          wait: { timeout_ms: 20_000, known_tags: [] },
        },
        asked,
      );
      expect(foreign).toMatchObject({ accepted: false, refusal: { code: 'catalogue.release_not_found' } });
    });
  });

  it('counts the registered instances that could run a release', async () => {
    const release = yes(await submit(manifestOf('ir.acme.fleet', '1.0.0', { plugin_api: '1.2' })));
    expect(release.fleet).toEqual({ compatible: 0, accepted: 0, refused: [] });
    for (const [id, plugin_api] of [
      ['i1', '1.2'],
      ['i2', '1.3'],
      ['i3', '1.1'],
      ['i4', '2.2'],
    ] as const)
      yes(await broker.request(catalogue.registerInstance, { id, name: id, plugin_api }, asked));
    expect((await get('ir.acme.fleet', '1.0.0')).fleet.compatible).toBe(2);
    yes(await broker.request(catalogue.registerInstance, { id: 'i3', name: 'i3', plugin_api: '1.2' }, asked));
    yes(await broker.request(catalogue.removeInstance, { id: 'i1' }, asked));
    expect((await get('ir.acme.fleet', '1.0.0')).fleet.compatible).toBe(2);
    expect(yes(await broker.request(catalogue.listInstances, {}, asked)).items.map(({ id }) => id)).toEqual([
      'i2',
      'i3',
      'i4',
    ]);
    expect(await broker.request(catalogue.removeInstance, { id: 'i1' }, asked)).toMatchObject({
      refusal: { code: 'instance.not_found' },
    });
  });
});

describe('following the desk, each word delivered twice', () => {
  it('takes, gives back, approves and publishes once', async () => {
    const release = yes(await submit(manifestOf('ir.acme.twice', '1.0.0')));
    await twice(app.get(OnReviewTakenHandler), word('ir.acme.twice', 1));
    expect(await get('ir.acme.twice', '1.0.0')).toMatchObject({
      status: 'in_review',
      review_started_at: '2026-11-20T09:00:00.000Z',
    });
    await twice(app.get(OnReviewGivenBackHandler), word('ir.acme.twice', 2));
    expect(await get('ir.acme.twice', '1.0.0')).toMatchObject({ status: 'submitted', review_started_at: null });
    await twice(app.get(OnReviewTakenHandler), word('ir.acme.twice', 3));
    await twice(app.get(OnReleaseApprovedHandler), {
      ...word('ir.acme.twice', 4),
      tier: 'community' as const,
      notes: '',
      publish: true,
      approval: approval(release),
    });
    expect(await get('ir.acme.twice', '1.0.0')).toMatchObject({
      status: 'published',
      tier: 'community',
      review_notes: '',
      signature: approval(release),
    });
    const suspended = yes(
      await broker.request(
        catalogue.suspendRelease,
        { plugin_id: 'ir.acme.twice', version: '1.0.0', reason: 'It leaks', by: 'olga' },
        asked,
      ),
    );
    expect(suspended).toMatchObject({ status: 'suspended', status_reason: 'It leaks' });
    const said = await statusesSaid('ir.acme.twice');
    expect(said.map(({ status, sequence }) => [status, sequence])).toEqual([
      ['published', 1],
      ['suspended', 2],
    ]);
  });

  it('rejects once', async () => {
    yes(await submit(manifestOf('ir.acme.rejected', '1.0.0')));
    await twice(app.get(OnReviewTakenHandler), word('ir.acme.rejected', 1));
    await twice(app.get(OnReleaseRejectedHandler), { ...word('ir.acme.rejected', 2), notes: 'Asks for too much' });
    expect(await get('ir.acme.rejected', '1.0.0')).toMatchObject({
      status: 'rejected',
      review_notes: 'Asks for too much',
    });
  });

  it('is not moved by a decision that comes after the withdrawal, and nobody waits for it', async () => {
    const release = yes(await submit(manifestOf('ir.acme.late', '1.0.0')));
    yes(
      await broker.request(
        catalogue.withdrawRelease,
        { publisher_id: 'acme', plugin_id: 'ir.acme.late', version: '1.0.0', reason: 'A mistake', by: 'acme' },
        asked,
      ),
    );
    await approve(release, true);
    const startedAt = performance.now();
    const after = yes(
      await broker.request(
        catalogue.getReleaseForStaff,
        { plugin_id: 'ir.acme.late', version: '1.0.0', after_review: 2 },
        asked,
      ),
    );
    expect(after).toMatchObject({
      status: 'withdrawn',
      status_reason: 'A mistake',
      tier: null,
      signature: null,
      publisher_id: 'acme',
      manifest: { id: 'ir.acme.late' },
    });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  it('lets a reader wait for a word that is on its way', async () => {
    yes(await submit(manifestOf('ir.acme.awaited', '1.0.0')));
    const reading = broker.request(
      catalogue.getRelease,
      { publisher_id: 'acme', plugin_id: 'ir.acme.awaited', version: '1.0.0', after_review: 1 },
      asked,
    );
    await twice(app.get(OnReviewTakenHandler), word('ir.acme.awaited', 1));
    expect(yes(await reading).status).toBe('in_review');
  });
});

describe('keys', () => {
  it('shows a key once, knows it by its hash only, and forgets it when it is revoked', async () => {
    const request = {
      publisher_id: 'acme',
      label: 'CI',
      expires_at: null,
      idempotency: { scope: 'olga', key: 'issue-1', input_hash: 'h' },
    };
    const { key, secret } = yes(await broker.request(catalogue.issueKey, request, asked));
    if (!checkCredential('kp', secret)) throw new Error('no key');
    expect(yes(await broker.request(catalogue.issueKey, request, asked))).toEqual({ key, secret: null });
    const key_hash = hashCredential(pepper, secret);
    const known = yes(await broker.request(catalogue.authenticateKey, { key_hash }, asked));
    expect(known).toEqual({ publisher: { id: 'acme', name: 'acme company' }, key });
    expect(key).toMatchObject({ label: 'CI', last4: secret.slice(-4), last_used_at: null, revoked_at: null });
    const used = await eventually(
      async () => yes(await broker.request(catalogue.authenticateKey, { key_hash }, asked)).key.last_used_at,
    );
    expect(used).toMatch(/:00\.000Z$/);
    expect(await broker.request(catalogue.revokeKey, { publisher_id: 'beta', key_id: key.id }, asked)).toMatchObject({
      refusal: { code: 'key.not_found' },
    });
    for (const _again of [1, 2])
      yes(await broker.request(catalogue.revokeKey, { publisher_id: 'acme', key_id: key.id }, asked));
    expect(await broker.request(catalogue.authenticateKey, { key_hash }, asked)).toEqual({
      accepted: false,
      refusal: { code: 'auth.publisher_key_invalid', params: {} },
    });
    expect(yes(await broker.request(catalogue.listKeys, { publisher_id: 'acme' }, asked)).items).toMatchObject([
      { id: key.id, revoked_at: expect.any(String) },
    ]);
  });

  it('lets a key end by itself', async () => {
    const soon = new Date(Date.now() + 400).toISOString();
    const { key, secret } = yes(
      await broker.request(catalogue.issueKey, { publisher_id: 'beta', label: 'Short', expires_at: soon }, asked),
    );
    expect(key.expires_at).toBe(soon);
    const question = () =>
      broker.request(catalogue.authenticateKey, { key_hash: hashCredential(pepper, secret ?? '') }, asked);
    expect((await question()).accepted).toBe(true);
    await eventually(async () => !(await question()).accepted);
    expect(
      await broker.request(catalogue.issueKey, { publisher_id: 'beta', label: 'Past', expires_at: soon }, asked),
    ).toMatchObject({ refusal: { code: 'request.invalid' } });
  });
});

describe('the operator', () => {
  it('is known by the configuration, and nobody else is', async () => {
    expect(
      yes(await broker.request(catalogue.authenticateStaff, { issuer: 'https://sign-in', subject: 'olga' }, asked))
        .roles,
    ).toEqual(['operator', 'reviewer']);
    expect(
      await broker.request(catalogue.authenticateStaff, { issuer: 'https://sign-in', subject: 'mallory' }, asked),
    ).toEqual({
      accepted: false,
      refusal: { code: 'auth.role_missing', params: { required: ['operator', 'reviewer', 'billing'] } },
    });
  });

  it('adds a publisher once', async () => {
    expect(await broker.request(catalogue.addPublisher, { id: 'acme', name: 'Another' }, asked)).toMatchObject({
      refusal: { code: 'catalogue.publisher_exists' },
    });
    expect(await broker.request(catalogue.addPublisher, { id: 'No Spaces', name: 'x' }, asked)).toMatchObject({
      refusal: { code: 'request.invalid' },
    });
    expect(yes(await broker.request(catalogue.listPublishers, {}, asked)).items.map(({ id }) => id)).toEqual([
      'acme',
      'beta',
    ]);
  });
});

describe('the log', () => {
  it('makes the same state rows and views again', async () => {
    const report = await rebuild({ ...catalogueStore, databaseUrl: service.databaseUrl, mode: 'compare' });
    expect(report.differences).toEqual([]);
    expect(report.facts).toBeGreaterThan(50);
  });
});

/** What the fleet was told about a plugin, with each signature checked against the hub's public key. */
async function statusesSaid(pluginId: string) {
  const { keys } = yes(await broker.request(catalogue.signingKeys, {}, asked));
  expect(keys).toEqual([publicJwk(hubKey)]);
  const facts = await app.get(EventStore).history(streamRef(releaseStream, `${pluginId}@1.0.0`));
  return facts.flatMap((fact) => {
    if (!('notice' in fact.data) || fact.data.notice === null) return [];
    const opened = openStatusStatement({ keys }, fact.data.notice.statement);
    if (opened === null) throw new Error('the hub has not signed this');
    return [opened];
  });
}
