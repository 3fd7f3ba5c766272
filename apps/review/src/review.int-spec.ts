import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { review, type Actor, type JsonObject, type RequestOf, type ReviewStatus } from '@kushk/contracts';
import { canonicalDigest, newSigningKey, openApproval } from '@kushk/credentials';
import { streamRef } from '@kushk/decider';
import { EventStore, rebuild } from '@kushk/event-store';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import { ReviewModule } from './review.module.js';
import { OnReleaseAppealedHandler } from './review/on-release-appealed/on-release-appealed.handler.js';
import { OnReleaseStatusChangedHandler } from './review/on-release-status-changed/on-release-status-changed.handler.js';
import { OnReleaseSubmittedHandler } from './review/on-release-submitted/on-release-submitted.handler.js';
import { OnReleaseWithdrawnUnpublishedHandler } from './review/on-release-withdrawn-unpublished/on-release-withdrawn-unpublished.handler.js';
import { reviewStream } from './review/review.js';
import { reviewStore } from './store.module.js';

const rita: Actor = { kind: 'staff', subject: 'rita', roles: ['reviewer'], name: 'Rita' };
const reviewersKey = newSigningKey();
const image = `registry.example/acme/invoices@sha256:${'c'.repeat(64)}`;
const emptyEnvelope = { payloadType: '', payload: '', signatures: [] };

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService('review', ReviewModule, { KUSHK_SIGNING_KEY: JSON.stringify(reviewersKey) });
});
afterAll(() => service?.stop());

const target = (plugin_id: string, by = 'rita') => ({ plugin_id, version: '1.0.0', by });
const take = (plugin_id: string, by = 'rita') => service.request(review.takeReview, target(plugin_id, by), rita);

let submissions = 0;
function submission(plugin_id: string, manifest: JsonObject, manifest_digest = canonicalDigest(manifest)) {
  submissions += 1;
  return {
    plugin_id,
    version: '1.0.0',
    publisher_id: 'acme',
    requested_tier: 'verified' as const,
    manifest,
    manifest_digest,
    submitted_at: new Date(Date.UTC(2026, 10, 20, 8, 0, submissions)).toISOString(),
    previous: null,
    diff_class: null,
  };
}
const submit = (plugin_id: string, more: JsonObject = {}) =>
  service.deliverTwice(OnReleaseSubmittedHandler, submission(plugin_id, { id: plugin_id, version: '1.0.0', ...more }));
const history = (plugin_id: string) =>
  service.app.get(EventStore).history(streamRef(reviewStream, `${plugin_id}@1.0.0`));
const list = (status: ReviewStatus | null, limit: number, cursor: string | null = null) =>
  service.reply(review.listReviews, { status, limit, cursor }, rita);

describe('facts from the catalogue', () => {
  it('about a release that replaces another wait until that one is known', async () => {
    const plugin = 'ir.acme.answer';
    const later = { ...submission(plugin, { id: plugin, version: '1.0.1' }), version: '1.0.1', replaces: '1.0.0' };
    await expect(service.deliverTwice(OnReleaseSubmittedHandler, later)).rejects.toThrow('must wait');
    await submit(plugin);
    await service.reply(review.takeReview, target(plugin), rita);
    await service.reply(review.requestChanges, { ...target(plugin), notes: 'Fewer scopes', comments: [] }, rita);
    await service.deliverTwice(OnReleaseSubmittedHandler, later);
    const { items } = await list('submitted', 50);
    expect(items.find(({ plugin_id }) => plugin_id === plugin)?.replaces).toMatchObject({
      version: '1.0.0',
      requested_by: 'rita',
    });
  });

  it('are applied once when they are delivered twice', async () => {
    await submit('ir.acme.twice');
    await service.reply(review.takeReview, target('ir.acme.twice'), rita);
    const approval = { ...target('ir.acme.twice'), tier: 'verified' as const, notes: '', publish: true };
    await service.reply(review.approveRelease, approval, rita);
    const change = {
      plugin_id: 'ir.acme.twice',
      version: '1.0.0',
      plugin_api: '1.0',
      tier: 'verified' as const,
      statement: emptyEnvelope,
      manifest: {},
      approval: emptyEnvelope,
    };
    await service.deliverTwice(OnReleaseStatusChangedHandler, { ...change, status: 'published' as const, sequence: 1 });
    await service.deliverTwice(OnReleaseStatusChangedHandler, { ...change, status: 'suspended' as const, sequence: 2 });
    expect((await history('ir.acme.twice')).map(({ type }) => type)).toEqual([
      'ReviewRequested',
      'ReviewTaken',
      'ReleaseApproved',
      'ReleaseStatusRecorded',
      'ReleaseStatusRecorded',
    ]);
    expect(
      await service.request(review.rejectRelease, { ...target('ir.acme.twice'), notes: 'Too late' }, rita),
    ).toMatchObject({
      refusal: {
        code: 'catalogue.transition_invalid',
        params: { from: 'suspended', to: 'rejected', allowed: ['published', 'withdrawn'] },
      },
    });
  });

  it('close the review of a withdrawn release only once', async () => {
    await submit('ir.acme.closed');
    await service.deliverTwice(OnReleaseWithdrawnUnpublishedHandler, { plugin_id: 'ir.acme.closed', version: '1.0.0' });
    expect((await history('ir.acme.closed')).map(({ type }) => type)).toEqual(['ReviewRequested', 'ReviewClosed']);
    expect(await take('ir.acme.closed')).toMatchObject({
      refusal: { code: 'catalogue.transition_invalid', params: { from: 'withdrawn', allowed: [] } },
    });
  });

  it('are rejected when the manifest does not match its submitted digest', async () => {
    await expect(
      service.deliverTwice(OnReleaseSubmittedHandler, submission('ir.acme.forged', {}, canonicalDigest({ a: 1 }))),
    ).rejects.toThrow('does not match its submitted digest');
    expect(await history('ir.acme.forged')).toEqual([]);
  });
});

describe('the review service', () => {
  it('assigns a release to exactly one of twenty reviewers who take it at the same time', async () => {
    await submit('ir.acme.wanted');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_each, n) => take('ir.acme.wanted', `reviewer-${n}`)),
    );
    const holders = outcomes.flatMap((outcome) => (outcome.accepted ? [outcome.reply.taken_by] : []));
    expect(holders).toHaveLength(1);
    for (const outcome of outcomes)
      if (!outcome.accepted)
        expect(outcome.refusal).toEqual({
          code: 'review.taken_by_other',
          params: { taken_by: holders[0], taken_by_name: expect.anything() },
        });
  });

  it('signs an approval of the manifest and the image with its own key', async () => {
    await submit('ir.acme.signed', { kind: 'instance', image });
    await service.reply(review.takeReview, target('ir.acme.signed'), rita);
    const approval = { ...target('ir.acme.signed'), tier: 'private' as const, notes: 'One customer', publish: false };
    expect(await service.reply(review.approveRelease, approval, rita)).toMatchObject({
      status: 'approved',
      revision: 2,
    });
    const approved = (await history('ir.acme.signed')).find((fact) => fact.type === 'ReleaseApproved');
    const { keys } = await service.reply(review.signingKeys, {});
    expect(keys[0]).not.toHaveProperty('d');
    expect(openApproval({ keys }, approved?.data.approval)).toMatchObject({
      plugin_id: 'ir.acme.signed',
      version: '1.0.0',
      tier: 'private',
      image,
      previous: null,
      kid: reviewersKey['kid'],
      manifest_digest: canonicalDigest({ id: 'ir.acme.signed', version: '1.0.0', kind: 'instance', image }),
    });
  });

  it('lets a reviewer take a release before its submission arrives, and fails if it never arrives', async () => {
    const taking = take('ir.acme.delayed');
    // The service handles requests in order, so the first request is already waiting when these are answered.
    for (const _repeat of [1, 2, 3]) await list(null, 1);
    await submit('ir.acme.delayed');
    expect(await taking).toMatchObject({ accepted: true, reply: { status: 'in_review' } });
    expect(await take('ir.acme.never')).toMatchObject({ refusal: { code: 'catalogue.release_not_found' } });
  });

  it('lets another reviewer take an appeal before it arrives, and records it once', async () => {
    const appealed = { plugin_id: 'ir.acme.appealed', version: '1.0.0', at: '2026-11-21T09:00:00.000Z' };
    await submit('ir.acme.appealed');
    await service.reply(review.takeReview, target('ir.acme.appealed'), rita);
    await service.reply(review.rejectRelease, { ...target('ir.acme.appealed'), notes: 'No' }, rita);
    const taking = take('ir.acme.appealed', 'sam');
    // The service handles requests in order, so the first request is already waiting when these are answered.
    for (const _repeat of [1, 2, 3]) await list(null, 1);
    await service.deliverTwice(OnReleaseAppealedHandler, appealed);
    expect(await taking).toMatchObject({ accepted: true, reply: { status: 'in_review', taken_by: 'sam' } });
    const facts = (await history('ir.acme.appealed')).map(({ type }) => type);
    expect(facts.filter((type) => type === 'RejectionAppealed')).toHaveLength(1);
  });
});

const search = (q: string, more: Partial<RequestOf<typeof review.listReviews>> = {}) =>
  service.reply(review.listReviews, { status: null, limit: 50, cursor: null, q, ...more }, rita);
const ids = ({ items }: { readonly items: readonly { readonly plugin_id: string }[] }) =>
  items.map(({ plugin_id }) => plugin_id);

describe('the search of the review queue', () => {
  beforeAll(async () => {
    await submit('ir.search.tax', { names: { fa: 'اظهارنامه‌های مالياتي', en: 'Tax returns' } });
    await submit('ir.search.mail', { names: { fa: 'نامه‌ها' } });
    await service.reply(review.takeReview, target('ir.search.mail'), rita);
  });

  it('finds Persian names in another spelling, ids and publishers', async () => {
    expect(ids(await search('اظهارنامه مالیاتی'))).toEqual(['ir.search.tax']);
    expect(ids(await search('TAX'))).toEqual(['ir.search.tax']);
    expect(ids(await search('search'))).toEqual(['ir.search.tax', 'ir.search.mail']);
    expect(ids(await search('search', { order: 'newest' }))).toEqual(['ir.search.mail', 'ir.search.tax']);
    expect(ids(await search('***'))).toEqual([]);
  });

  it('counts the matches of each status, whatever status is listed', async () => {
    const page = await search('search', { status: 'in_review' });
    expect(page.items).toMatchObject([{ names: { fa: 'نامه‌ها' }, taken_by: 'rita', taken_by_name: 'Rita' }]);
    expect(page.counts).toEqual({ submitted: 1, in_review: 1, approved: 0, rejected: 0, withdrawn: 0 });
  });

  it('continues after a cursor in both orders', async () => {
    for (const order of ['oldest', 'newest'] as const) {
      const first = await search('search', { order, limit: 1 });
      const second = await search('search', { order, limit: 1, cursor: first.next_cursor });
      expect(new Set([...ids(first), ...ids(second)]).size).toBe(2);
      expect(second.next_cursor).toBeNull();
    }
  });
});

describe('the review queue', () => {
  it('lists one status or all statuses in pages, oldest submission first', async () => {
    for (const name of ['first', 'second', 'third']) await submit(`ir.queue.${name}`);
    const one = await search('ir.queue', { status: 'submitted', limit: 2 });
    expect(ids(one)).toEqual(['ir.queue.first', 'ir.queue.second']);
    const two = await search('ir.queue', { status: 'submitted', limit: 2, cursor: one.next_cursor });
    expect(two).toMatchObject({
      items: [
        {
          plugin_id: 'ir.queue.third',
          version: '1.0.0',
          status: 'submitted',
          requested_tier: 'verified',
          taken_by: null,
        },
      ],
      next_cursor: null,
    });
    const all = await list(null, 200);
    expect(all.items.length).toBeGreaterThan(5);
    expect(all.items.map(({ submitted_at }) => submitted_at)).toEqual(
      all.items.map(({ submitted_at }) => submitted_at).sort(),
    );
  });

  it.each(['x', '%%', btoa('a\u0000b')])('rejects the invalid cursor %j', async (cursor) => {
    expect(await service.request(review.listReviews, { status: null, limit: 2, cursor }, rita)).toMatchObject({
      refusal: { code: 'cursor.invalid' },
    });
  });

  it('equals the queue rebuilt from the event log', async () => {
    expect((await rebuild({ ...reviewStore, databaseUrl: service.databaseUrl, mode: 'compare' })).differences).toEqual(
      [],
    );
  });
});
