import { describe, expect, it } from '@jest/globals';
import { catalogue, catalogueConversation, type ReleaseResource, type RequestOf } from '@kushk/contracts';
import { contentTag } from '@kushk/credentials';
import { rebuild } from '@kushk/event-store';
import { OnChangesRequestedHandler } from './release/on-changes-requested/on-changes-requested.handler.js';
import { OnReviewTakenHandler } from './release/on-review-taken/on-review-taken.handler.js';
import { asOlga, catalogueHarness, manifestOf, replyOf, step } from '../test/catalogue-harness.js';
import { catalogueStore } from './store.module.js';

const hub = catalogueHarness();
const { submit, get, approve } = hub;

describe('the catalogue service', () => {
  const list = async (publisher_id: string, id: string) =>
    replyOf(
      await hub.broker.request(catalogue.listPlugins, { publisher_id, limit: 1_000, cursor: null }, asOlga),
    ).items.find((plugin) => plugin.id === id);
  async function versionsOf(plugin_ids: readonly string[], { limit }: { limit: number }): Promise<string[]> {
    const versions: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = replyOf(
        await hub.broker.request(
          catalogue.listReleases,
          { publisher_id: 'acme', plugin_ids, limit, cursor: cursor ?? null },
          asOlga,
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

  it('lists all releases of a plugin, newest submission first', async () => {
    for (const version of ['1.0.0', '2.0.0', '1.1.0']) replyOf(await submit(manifestOf('ir.acme.listed', version)));
    const listed = await list('acme', 'ir.acme.listed');
    expect(listed).toMatchObject({ names: { en: 'Invoices' }, kind: 'external', latest_published: null });
    expect(await versionsOf(['ir.acme.listed'], { limit: 50 })).toEqual(['1.1.0', '2.0.0', '1.0.0']);
    const { items } = replyOf(
      await hub.broker.request(
        catalogue.listReleases,
        { publisher_id: 'acme', plugin_ids: ['ir.acme.listed'], limit: 1, cursor: null },
        asOlga,
      ),
    );
    const found: object = await get('ir.acme.listed', '1.1.0');
    // A list has no long fields.
    const inNoList = ['signature', 'diff', 'fleet', 'provenance', 'rollout', 'comments'];
    expect(items).toEqual([Object.fromEntries(Object.entries(found).filter(([name]) => !inNoList.includes(name)))]);
  });

  it('lists releases and plugins in pages, and only for their own publisher', async () => {
    for (let patch = 0; patch < 5; patch += 1) replyOf(await submit(manifestOf('ir.acme.paged', `1.0.${patch}`)));
    expect(await versionsOf(['ir.acme.paged'], { limit: 2 })).toEqual(['1.0.4', '1.0.3', '1.0.2', '1.0.1', '1.0.0']);
    const foreign = replyOf(
      await hub.broker.request(
        catalogue.listReleases,
        { publisher_id: 'beta', plugin_ids: ['ir.acme.paged'], limit: 50, cursor: null },
        asOlga,
      ),
    );
    expect(foreign).toEqual({ items: [], next_cursor: null });
    expect(
      replyOf(
        await hub.broker.request(catalogue.listPlugins, { publisher_id: 'nobody', limit: 50, cursor: null }, asOlga),
      ),
    ).toEqual({ items: [], next_cursor: null });
    for (const version of ['1.0.0', '1.0.1']) replyOf(await submit(manifestOf('ir.acme.page-b', version)));
    expect(await versionsOf(['ir.acme.paged', 'ir.acme.page-b', 'ir.acme.none'], { limit: 3 })).toEqual([
      'ir.acme.page-b 1.0.1',
      'ir.acme.page-b 1.0.0',
      ...[4, 3, 2, 1, 0].map((patch) => `ir.acme.paged 1.0.${patch}`),
    ]);
    for (const id of ['ir.acme.page-c', 'ir.acme.page-d']) replyOf(await submit(manifestOf(id, '1.0.0')));
    const ids: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = replyOf(
        await hub.broker.request(
          catalogue.listPlugins,
          { publisher_id: 'acme', limit: 2, cursor: cursor ?? null },
          asOlga,
        ),
      );
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(ids).toEqual(
      replyOf(
        await hub.broker.request(catalogue.listPlugins, { publisher_id: 'acme', limit: 1_000, cursor: null }, asOlga),
      ).items.map(({ id }) => id),
    );
    expect(ids.length).toBeGreaterThan(4);
  });

  it('changes the revision of a plugin only when one of its own releases changes', async () => {
    const release = replyOf(await submit(manifestOf('ir.acme.revised', '1.0.0', { names: { en: 'First' } })));
    const revisions = [(await list('acme', 'ir.acme.revised'))?.revision];
    replyOf(await submit(manifestOf('ir.acme.other', '1.0.0')));
    expect((await list('acme', 'ir.acme.revised'))?.revision).toBe(revisions[0]);
    await approve(release, true);
    revisions.push((await list('acme', 'ir.acme.revised'))?.revision);
    replyOf(await submit(manifestOf('ir.acme.revised', '2.0.0', { names: { en: 'Second' } })));
    const after = await list('acme', 'ir.acme.revised');
    expect(new Set([...revisions, after?.revision]).size).toBe(3);
    // Users see the published version, not a later submission.
    expect(after).toMatchObject({ names: { en: 'First' }, latest_published: '1.0.0' });
  });

  it('rejects a release of another publisher like an unknown release', async () => {
    replyOf(await submit(manifestOf('ir.acme.private', '1.0.0')));
    const at = { publisher_id: 'beta', version: '1.0.0' };
    const foreign = await hub.broker.request(catalogue.getRelease, { ...at, plugin_id: 'ir.acme.private' }, asOlga);
    expect(foreign).toEqual({
      accepted: false,
      refusal: { code: 'catalogue.release_not_found', params: { plugin_id: 'ir.acme.private', version: '1.0.0' } },
    });
    const withdrawn = await hub.broker.request(
      catalogue.withdrawRelease,
      { ...at, plugin_id: 'ir.acme.private', reason: 'Not mine', by: 'beta' },
      asOlga,
    );
    expect(withdrawn).toEqual(foreign);
    expect(
      await hub.broker.request(catalogue.getRelease, { ...at, plugin_id: 'ir.acme.nothing' }, asOlga),
    ).toMatchObject({
      refusal: { code: 'catalogue.release_not_found' },
    });
  });

  describe('a release query with `wait`', () => {
    const waiting = (pluginId: string, timeout_ms: number, known_tags: readonly string[] = []) =>
      hub.broker
        .request(
          catalogue.getRelease,
          { publisher_id: 'acme', plugin_id: pluginId, version: '1.0.0', wait: { timeout_ms, known_tags } },
          { ...asOlga, timeoutMs: timeout_ms + 5_000 },
        )
        .then(replyOf);
    const tagOf = (release: ReleaseResource) => contentTag(JSON.stringify(release));

    it('returns as soon as a reviewer or the publisher changes the release', async () => {
      const release = replyOf(await submit(manifestOf('ir.acme.watched', '1.0.0')));
      const taken = waiting('ir.acme.watched', 20_000);
      await waiting('ir.acme.watched', 300);
      await hub.service.deliverTwice(OnReviewTakenHandler, step('ir.acme.watched', 1));
      expect(await taken).toMatchObject({ status: 'in_review' });

      const withdrawn = waiting('ir.acme.watched', 20_000, [tagOf(await taken)]);
      await waiting('ir.acme.watched', 300);
      replyOf(
        await hub.broker.request(
          catalogue.withdrawRelease,
          { publisher_id: 'acme', plugin_id: 'ir.acme.watched', version: '1.0.0', reason: 'A mistake', by: 'acme' },
          asOlga,
        ),
      );
      expect((await withdrawn).status).toBe('withdrawn');
      expect(tagOf(await withdrawn)).not.toBe(tagOf(release));
    });

    it('returns at once when the release matches none of the ETags that the client sent', async () => {
      const release = replyOf(await submit(manifestOf('ir.acme.differs', '1.0.0')));
      // It waits as long and started first, so it would win if both waited.
      const unchanged = waiting('ir.acme.differs', 20_000, [tagOf(release)]);
      const different = waiting('ir.acme.differs', 20_000, ['older']);
      expect(await Promise.race([unchanged.then(() => 'unchanged'), different.then(() => 'different')])).toBe(
        'different',
      );
      expect(await different).toEqual(release);
      await hub.service.deliverTwice(OnReviewTakenHandler, step('ir.acme.differs', 1));
      await unchanged;
    });

    it('returns the unchanged release after the timeout', async () => {
      const release = replyOf(await submit(manifestOf('ir.acme.still', '1.0.0')));
      expect(await waiting('ir.acme.still', 600, [tagOf(release)])).toEqual(release);
    });

    it('rejects a release of another publisher without waiting', async () => {
      const foreign = await hub.broker.request(
        catalogue.getRelease,
        {
          publisher_id: 'beta',
          plugin_id: 'ir.acme.still',
          version: '1.0.0',
          wait: { timeout_ms: 20_000, known_tags: [] },
        },
        asOlga,
      );
      expect(foreign).toMatchObject({ accepted: false, refusal: { code: 'catalogue.release_not_found' } });
    });
  });

  it('counts the registered instances that can run a release', async () => {
    const release = replyOf(await submit(manifestOf('ir.acme.fleet', '1.0.0', { plugin_api: '1.2' })));
    expect(release.fleet).toEqual({ compatible: 0, accepted: 0, refused: [] });
    for (const [id, plugin_api] of [
      ['i1', '1.2'],
      ['i2', '1.3'],
      ['i3', '1.1'],
      ['i4', '2.2'],
    ] as const)
      replyOf(await hub.broker.request(catalogue.registerInstance, { id, name: id, plugin_api }, asOlga));
    expect((await get('ir.acme.fleet', '1.0.0')).fleet.compatible).toBe(2);
    replyOf(await hub.broker.request(catalogue.registerInstance, { id: 'i3', name: 'i3', plugin_api: '1.2' }, asOlga));
    replyOf(await hub.broker.request(catalogue.removeInstance, { id: 'i1' }, asOlga));
    expect((await get('ir.acme.fleet', '1.0.0')).fleet.compatible).toBe(2);
    const list = async (limit: number, cursor: string | null) => {
      const page = replyOf(await hub.broker.request(catalogue.listInstances, { limit, cursor }, asOlga));
      return { ...page, ids: page.items.map(({ id }) => id) };
    };
    const first = await list(2, null);
    expect(first.ids).toEqual(['i2', 'i3']);
    expect(await list(2, first.next_cursor)).toMatchObject({ ids: ['i4'], next_cursor: null });
    const named = { q: 'I4', limit: 50, cursor: null };
    const { items } = replyOf(await hub.broker.request(catalogue.listInstances, named, asOlga));
    expect(items.map(({ id }) => id)).toEqual(['i4']);
    expect(await hub.broker.request(catalogue.removeInstance, { id: 'i1' }, asOlga)).toMatchObject({
      refusal: { code: 'instance.not_found' },
    });
  });
});

describe('the list of all releases for staff', () => {
  const none = { status: null, publisher_id: null, plugin_id: null, q: null, limit: 50, cursor: null };
  const find = async (request: Partial<RequestOf<typeof catalogue.findReleases>>) =>
    replyOf(await hub.broker.request(catalogue.findReleases, { ...none, ...request }, asOlga));
  const keys = async (request: Partial<RequestOf<typeof catalogue.findReleases>>) =>
    (await find(request)).items.map(({ plugin_id, version }) => `${plugin_id} ${version}`);

  it('finds releases by status, plugin and Persian names in another spelling, newest first', async () => {
    const names = { fa: 'بایگانیِ كامل', en: 'Archive' };
    for (const version of ['1.0.0', '2.0.0']) replyOf(await submit(manifestOf('ir.found.archive', version, { names })));
    await hub.service.deliverTwice(OnReviewTakenHandler, step('ir.found.archive', 1));
    expect(await keys({ plugin_id: 'ir.found.archive' })).toEqual(['ir.found.archive 2.0.0', 'ir.found.archive 1.0.0']);
    expect(await keys({ q: 'بايگاني کامل', status: 'in_review' })).toEqual(['ir.found.archive 1.0.0']);
    expect(await keys({ q: 'archive', publisher_id: 'beta' })).toEqual([]);
    expect((await find({ q: 'archive', limit: 1 })).items).toMatchObject([
      { names, publisher_id: 'acme', kind: 'external', status: 'submitted', tier: null, published_at: null },
    ]);
  });

  it('returns every release once in pages', async () => {
    const all: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await find({ limit: 2, cursor: cursor ?? null });
      all.push(...page.items.map(({ plugin_id, version }) => `${plugin_id} ${version}`));
      cursor = page.next_cursor;
    }
    expect(new Set(all).size).toBe(all.length);
    expect(all).toEqual(await keys({ limit: 200 }));
    const { items, next_cursor: cursor } = await find({ sort: 'oldest', limit: 3 });
    const oldest = [...items, ...(await find({ sort: 'oldest', limit: 200, cursor })).items];
    expect(oldest.map(({ plugin_id, version }) => `${plugin_id} ${version}`)).toEqual(all.toReversed());
    expect(all).toContain('ir.found.archive 1.0.0');
    const first = await find({ sort: 'changed', limit: 2 });
    const changed = [...first.items, ...(await find({ sort: 'changed', limit: 200, cursor: first.next_cursor })).items];
    expect(changed.map(({ plugin_id, version }) => `${plugin_id} ${version}`).toSorted()).toEqual(all.toSorted());
    const times = changed.map(({ updated_at }) => updated_at);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it('names the publisher and the reviewer who holds a release', async () => {
    const release = replyOf(
      await hub.broker.request(
        catalogue.getReleaseForStaff,
        { plugin_id: 'ir.found.archive', version: '1.0.0' },
        asOlga,
      ),
    );
    expect(release).toMatchObject({ publisher_name: 'acme company', taken_by: { subject: 'rita', name: 'Rita' } });
  });
});

describe('the plugins of a publisher with their newest submissions', () => {
  const list = async (request: Partial<RequestOf<typeof catalogue.listPluginSummaries>>) => {
    const all = { publisher_id: 'acme', plugin_id: null, q: null, limit: 50, cursor: null };
    return replyOf(await hub.broker.request(catalogue.listPluginSummaries, { ...all, ...request }, asOlga));
  };
  const idsOf = ({ items }: { readonly items: readonly { readonly id: string }[] }) => items.map(({ id }) => id);

  it('are ordered by id or by submission, and can be only those of a status, in pages', async () => {
    for (const name of ['b', 'a']) replyOf(await submit(manifestOf(`ir.ordered.${name}`, '1.0.0')));
    const all = idsOf(await list({}));
    expect(all).toEqual(all.toSorted());
    const { items, next_cursor: cursor } = await list({ sort: 'newest', limit: 1 });
    expect(idsOf({ items })).toEqual(['ir.ordered.a']);
    const byId = { publisher_id: 'acme', plugin_id: null, q: null, limit: 50, cursor };
    expect(await hub.broker.request(catalogue.listPluginSummaries, byId, asOlga)).toMatchObject({
      refusal: { code: 'cursor.invalid' },
    });
    const rest = idsOf(await list({ sort: 'newest', cursor }));
    expect(rest[0]).toBe('ir.ordered.b');
    expect([...rest, 'ir.ordered.a'].toSorted()).toEqual(all);
    await hub.service.deliverTwice(OnReviewTakenHandler, step('ir.ordered.b', 1));
    const inReview = await list({ status: 'in_review', sort: 'newest' });
    expect(inReview.items.every(({ newest }) => newest.status === 'in_review')).toBe(true);
    expect(idsOf(inReview)[0]).toBe('ir.ordered.b');
  });
});

describe('the comments on a release', () => {
  it('are those of both sides in order, once when a fact is delivered twice', async () => {
    const key = { publisher_id: 'acme', plugin_id: 'ir.acme.talked', version: '1.0.0' };
    replyOf(await submit(manifestOf('ir.acme.talked', '1.0.0')));
    await hub.service.deliverTwice(OnReviewTakenHandler, step('ir.acme.talked', 1));
    const comments = ['first', 'second'].map((text) => ({ id: `cmt_${text}`, path: '', text }));
    await hub.service.deliverTwice(OnChangesRequestedHandler, { ...step('ir.acme.talked', 2), comments });
    const comment = { ...key, path: '/names', text: 'third', by: 'key_1' };
    replyOf(await hub.broker.request(catalogueConversation.commentOnRelease, comment, hub.asPublisher()));
    const release = replyOf(await hub.broker.request(catalogue.getRelease, key, asOlga));
    expect(release.comments.map(({ by, text }) => [by, text])).toEqual([
      ['reviewer', 'first'],
      ['reviewer', 'second'],
      ['publisher', 'third'],
    ]);
    expect(release.changes_requested_at).toBe(step('ir.acme.talked', 2).at);
  });
});

describe('the stored views', () => {
  it('equal the views rebuilt from the event log', async () => {
    const report = await rebuild({ ...catalogueStore, databaseUrl: hub.service.databaseUrl, mode: 'compare' });
    expect(report.differences).toEqual([]);
    expect(report.facts).toBeGreaterThan(20);
  });
});
