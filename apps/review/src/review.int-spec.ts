import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FactContext } from '@kushk/broker';
import { review, type Actor, type JsonObject, type ReviewStatus } from '@kushk/contracts';
import { canonicalDigest, newSigningKey, openApproval } from '@kushk/credentials';
import { streamRef, type Outcome } from '@kushk/decider';
import { EventStore, rebuild } from '@kushk/event-store';
import { newId } from '@kushk/runtime';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import { ReviewModule } from './review.module.js';
import { OnReleaseStatusChangedHandler } from './review/on-release-status-changed/on-release-status-changed.handler.js';
import { OnReleaseSubmittedHandler } from './review/on-release-submitted/on-release-submitted.handler.js';
import { OnReleaseWithdrawnUnpublishedHandler } from './review/on-release-withdrawn-unpublished/on-release-withdrawn-unpublished.handler.js';
import { reviewStream } from './review/review.js';
import { reviewStore } from './store.module.js';

const staff: Actor = { kind: 'staff', subject: 'rita', roles: ['reviewer'] };
const asked = { actor: staff, requestId: 'req_test' };
const deskKey = newSigningKey();

let service: ServiceUnderTest;
let app: ServiceUnderTest['app'];
let broker: ServiceUnderTest['broker'];

beforeAll(async () => {
  service = await startService('review', ReviewModule, {
    KUSHK_SIGNING_KEY: JSON.stringify(deskKey),
  });
  ({ app, broker } = service);
});
afterAll(() => service.stop());

function yes<Reply>(outcome: Outcome<Reply>): Reply {
  if (!outcome.accepted) throw new Error(`refused: ${outcome.refusal.code} ${JSON.stringify(outcome.refusal.params)}`);
  return outcome.reply;
}
const target = (plugin_id: string, by = 'rita') => ({ plugin_id, version: '1.0.0', by });
const image = `registry.example/acme/invoices@sha256:${'c'.repeat(64)}`;

/** What the catalogue says, as the broker would hand it over: the same fact, twice. */
async function twice<Data>(
  handler: { react(data: Data, context: FactContext): Promise<void> },
  data: Data,
): Promise<void> {
  const context: FactContext = {
    scope: 'any',
    eventId: newId('evt'),
    streamId: 'release-x',
    type: '',
    at: new Date(),
    sequence: 1,
  };
  await handler.react(data, context);
  await handler.react(data, context);
}
let submissions = 0;
async function submitted(plugin_id: string, more: JsonObject = {}): Promise<void> {
  const manifest: JsonObject = { id: plugin_id, version: '1.0.0', ...more };
  submissions += 1;
  await twice(app.get(OnReleaseSubmittedHandler), {
    plugin_id,
    version: '1.0.0',
    publisher_id: 'acme',
    requested_tier: 'verified' as const,
    manifest,
    manifest_digest: canonicalDigest(manifest),
    submitted_at: new Date(Date.UTC(2026, 10, 20, 8, 0, submissions)).toISOString(),
    previous: null,
    diff_class: null,
  });
}
const history = (plugin_id: string) => app.get(EventStore).history(streamRef(reviewStream, `${plugin_id}@1.0.0`));
const list = async (status: ReviewStatus | null, limit: number, cursor: string | null = null) =>
  yes(await broker.ask(review.listReviews, { status, limit, cursor }, asked));

describe('the desk', () => {
  it('takes in what the catalogue says once, although it is said twice', async () => {
    await submitted('ir.acme.twice');
    yes(await broker.ask(review.takeReview, target('ir.acme.twice'), asked));
    yes(
      await broker.ask(
        review.approveRelease,
        { ...target('ir.acme.twice'), tier: 'verified', notes: '', publish: true },
        asked,
      ),
    );
    const word = {
      plugin_id: 'ir.acme.twice',
      version: '1.0.0',
      plugin_api: '1.0',
      tier: 'verified' as const,
      statement: none,
      manifest: {},
      approval: none,
    };
    await twice(app.get(OnReleaseStatusChangedHandler), { ...word, status: 'published' as const, sequence: 1 });
    await twice(app.get(OnReleaseStatusChangedHandler), { ...word, status: 'suspended' as const, sequence: 2 });
    expect((await history('ir.acme.twice')).map(({ type }) => type)).toEqual([
      'ReviewRequested',
      'ReviewTaken',
      'ReleaseApproved',
      'StandingNoted',
      'StandingNoted',
    ]);
    expect(
      await broker.ask(review.rejectRelease, { ...target('ir.acme.twice'), notes: 'Too late' }, asked),
    ).toMatchObject({
      refusal: {
        code: 'catalogue.transition_invalid',
        params: { from: 'suspended', to: 'rejected', allowed: ['published', 'withdrawn'] },
      },
    });
  });

  it('closes the case of a release that was taken back, once', async () => {
    await submitted('ir.acme.closed');
    await twice(app.get(OnReleaseWithdrawnUnpublishedHandler), { plugin_id: 'ir.acme.closed', version: '1.0.0' });
    expect((await history('ir.acme.closed')).map(({ type }) => type)).toEqual(['ReviewRequested', 'ReleaseWithdrawn']);
    expect(await broker.ask(review.takeReview, target('ir.acme.closed'), asked)).toMatchObject({
      refusal: { code: 'catalogue.transition_invalid', params: { from: 'withdrawn', allowed: [] } },
    });
  });

  it('refuses to know a manifest that is not the submitted one', async () => {
    const handler = app.get(OnReleaseSubmittedHandler);
    const data = {
      plugin_id: 'ir.acme.forged',
      version: '1.0.0',
      publisher_id: 'acme',
      requested_tier: '' as const,
      manifest: {},
      manifest_digest: canonicalDigest({ a: 1 }),
      submitted_at: '2026-11-20T08:00:00.000Z',
      previous: null,
      diff_class: null,
    };
    await expect(
      handler.react(data, {
        scope: 'any',
        eventId: newId('evt'),
        streamId: 'release-x',
        type: '',
        at: new Date(),
        sequence: 1,
      }),
    ).rejects.toThrow('is not the one that was submitted');
  });

  it('gives a release that many reviewers reach for to one of them', async () => {
    await submitted('ir.acme.wanted');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_each, n) =>
        broker.ask(review.takeReview, target('ir.acme.wanted', `reviewer-${n}`), asked),
      ),
    );
    const holders = outcomes.flatMap((outcome) => (outcome.accepted ? [outcome.reply.taken_by] : []));
    expect(holders).toHaveLength(1);
    for (const outcome of outcomes)
      if (!outcome.accepted)
        expect(outcome.refusal).toEqual({ code: 'review.taken_by_other', params: { taken_by: holders[0] } });
  });

  it('signs the approval over manifest and image with its own key', async () => {
    await submitted('ir.acme.signed', { kind: 'instance', image });
    yes(await broker.ask(review.takeReview, target('ir.acme.signed'), asked));
    expect(
      yes(
        await broker.ask(
          review.approveRelease,
          { ...target('ir.acme.signed'), tier: 'private', notes: 'For one house', publish: false },
          asked,
        ),
      ),
    ).toMatchObject({ status: 'approved', revision: 2 });
    const approved = (await history('ir.acme.signed')).find((fact) => fact.type === 'ReleaseApproved');
    const { keys } = yes(await broker.ask(review.signingKeys, {}, asked));
    expect(keys[0]).not.toHaveProperty('d');
    expect(openApproval({ keys }, approved?.data.approval)).toMatchObject({
      plugin_id: 'ir.acme.signed',
      version: '1.0.0',
      tier: 'private',
      image,
      previous: null,
      kid: deskKey['kid'],
      manifest_digest: canonicalDigest({ id: 'ir.acme.signed', version: '1.0.0', kind: 'instance', image }),
    });
  });

  it('waits for a release that is on its way, and for no other longer than two seconds', async () => {
    const taking = broker.ask(review.takeReview, target('ir.acme.coming'), asked);
    // Requests are handled in the order in which they come: when these are answered, the first is waiting.
    for (const _again of [1, 2, 3]) await list(null, 1);
    await submitted('ir.acme.coming');
    expect(yes(await taking).status).toBe('in_review');
    const startedAt = performance.now();
    expect(await broker.ask(review.takeReview, target('ir.acme.never'), asked)).toMatchObject({
      refusal: { code: 'catalogue.release_not_found' },
    });
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });
});

describe('the queue', () => {
  it('is read in pages, oldest first, by status or as a whole', async () => {
    for (const name of ['first', 'second', 'third']) await submitted(`ir.queue.${name}`);
    const one = await list('submitted', 2);
    expect(one.items.map(({ plugin_id }) => plugin_id)).toEqual(['ir.queue.first', 'ir.queue.second']);
    const two = await list('submitted', 2, one.next_cursor);
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

  it.each(['x', '%%', btoa('a\u0000b')])('knows its own cursors, and %j is none', async (cursor) => {
    expect(await broker.ask(review.listReviews, { status: null, limit: 2, cursor }, asked)).toMatchObject({
      refusal: { code: 'cursor.invalid' },
    });
  });

  it('is what the log makes of it', async () => {
    expect((await rebuild({ ...reviewStore, databaseUrl: service.databaseUrl, mode: 'compare' })).differences).toEqual(
      [],
    );
  });
});

const none = { payloadType: '', payload: '', signatures: [] };
