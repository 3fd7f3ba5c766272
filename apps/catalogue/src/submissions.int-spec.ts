import { describe, expect, it } from '@jest/globals';
import { catalogue } from '@kushk/contracts';
import { openStatusStatement, publicJwk } from '@kushk/credentials';
import { streamRef } from '@kushk/decider';
import { EventStore, rebuild } from '@kushk/event-store';
import { OnReleaseApprovedHandler } from './release/on-release-approved/on-release-approved.handler.js';
import { OnReleaseRejectedHandler } from './release/on-release-rejected/on-release-rejected.handler.js';
import { OnReviewGivenBackHandler } from './release/on-review-given-back/on-review-given-back.handler.js';
import { OnReviewTakenHandler } from './release/on-review-taken/on-review-taken.handler.js';
import { releaseStream } from './release/release.js';
import { approval, asOlga, catalogueHarness, manifestOf, replyOf, step } from '../test/catalogue-harness.js';
import { catalogueStore } from './store.module.js';

const hub = catalogueHarness();
const { submit, get, approve } = hub;

describe('a submission', () => {
  it('is accepted once when the same version is submitted a hundred times in parallel', async () => {
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

  it('claims a plugin id for exactly one publisher when two publishers submit it in parallel', async () => {
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

  it('gets the same reply when it is repeated with the same idempotency key', async () => {
    const request = {
      publisher_id: 'acme',
      manifest: manifestOf('ir.acme.once', '1.0.0'),
      requested_tier: '',
      notes: 'سلام',
    };
    const checked = replyOf(await hub.broker.request(catalogue.checkRelease, request, asOlga));
    const checks = expect.arrayContaining([{ name: 'structure', outcome: 'passed', problems: [] }]) as unknown;
    expect(checked).toEqual({ verdict: 'valid', warnings: [], checks, diff: null, consequences: [] });
    const idempotency = { scope: 'acme', key: 'k1', input_hash: 'h1' };
    const first = await hub.broker.request(catalogue.submitRelease, { ...request, idempotency }, hub.asPublisher());
    const again = await hub.broker.request(catalogue.submitRelease, { ...request, idempotency }, hub.asPublisher());
    expect(again).toEqual({ ...first, replayed: true });
    expect(replyOf(first)).toEqual(await get('ir.acme.once', '1.0.0'));
    expect(await hub.broker.request(catalogue.checkRelease, request, asOlga)).toMatchObject({
      accepted: false,
      refusal: { code: 'catalogue.version_exists' },
    });
  });

  it('is stored with warnings and the capability difference even if its manifest is partly invalid', async () => {
    const first = replyOf(
      await submit(manifestOf('ir.acme.grows', '1.0.0', { scopes: { 'cases.read': 'Finds cases' } })),
    );
    await approve(first, true);
    const next = replyOf(
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

  it('is stored with a warning when its version is lower than the newest published one', async () => {
    await approve(replyOf(await submit(manifestOf('ir.acme.back', '1.0.0'))), true);
    const lower = replyOf(await submit(manifestOf('ir.acme.back', '0.9.0')));
    expect(lower.warnings).toMatchObject([
      { code: 'version_lower', path: '/version', stage: 'submission', message: expect.stringContaining('1.0.0') },
    ]);
    expect(replyOf(await submit(manifestOf('ir.acme.back', '1.0.1'))).warnings).toEqual([]);
  });
});

describe('a review fact that is delivered twice', () => {
  it('starts, returns, approves and publishes a release only once', async () => {
    const release = replyOf(await submit(manifestOf('ir.acme.twice', '1.0.0')));
    await hub.service.deliverTwice(OnReviewTakenHandler, step('ir.acme.twice', 1));
    expect(await get('ir.acme.twice', '1.0.0')).toMatchObject({
      status: 'in_review',
      review_started_at: '2026-11-20T09:00:00.000Z',
    });
    await hub.service.deliverTwice(OnReviewGivenBackHandler, step('ir.acme.twice', 2));
    expect(await get('ir.acme.twice', '1.0.0')).toMatchObject({ status: 'submitted', review_started_at: null });
    await hub.service.deliverTwice(OnReviewTakenHandler, step('ir.acme.twice', 3));
    await hub.service.deliverTwice(OnReleaseApprovedHandler, {
      ...step('ir.acme.twice', 4),
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
    const suspended = replyOf(
      await hub.broker.request(
        catalogue.suspendRelease,
        { plugin_id: 'ir.acme.twice', version: '1.0.0', reason: 'It leaks', by: 'olga' },
        asOlga,
      ),
    );
    expect(suspended).toMatchObject({ status: 'suspended', status_reason: 'It leaks' });
    const statements = await signedStatements('ir.acme.twice');
    expect(statements.map(({ status }) => status)).toEqual(['published', 'suspended']);
    const [first, second] = statements.map(({ sequence }) => sequence);
    expect(second).toBeGreaterThan(first!);
  });

  it('rejects a release only once', async () => {
    replyOf(await submit(manifestOf('ir.acme.rejected', '1.0.0')));
    await hub.service.deliverTwice(OnReviewTakenHandler, step('ir.acme.rejected', 1));
    await hub.service.deliverTwice(OnReleaseRejectedHandler, {
      ...step('ir.acme.rejected', 2),
      notes: 'Asks for too much',
    });
    expect(await get('ir.acme.rejected', '1.0.0')).toMatchObject({
      status: 'rejected',
      review_notes: 'Asks for too much',
    });
  });

  it('does not change a withdrawn release, and does not keep queries for that release waiting', async () => {
    const release = replyOf(await submit(manifestOf('ir.acme.late', '1.0.0')));
    replyOf(
      await hub.broker.request(
        catalogue.withdrawRelease,
        { publisher_id: 'acme', plugin_id: 'ir.acme.late', version: '1.0.0', reason: 'A mistake', by: 'acme' },
        asOlga,
      ),
    );
    await approve(release, true);
    replyOf(await submit(manifestOf('ir.acme.unreviewed', '1.0.0')));
    const read = (plugin_id: string) =>
      hub.broker.request(catalogue.getReleaseForStaff, { plugin_id, version: '1.0.0', after_review: 2 }, asOlga);
    const withdrawn = read('ir.acme.late');
    const unreviewed = read('ir.acme.unreviewed');
    expect(await Promise.race([unreviewed.then(() => 'unreviewed'), withdrawn.then(() => 'withdrawn')])).toBe(
      'withdrawn',
    );
    const after = replyOf(await withdrawn);
    expect(after).toMatchObject({
      status: 'withdrawn',
      status_reason: 'A mistake',
      tier: null,
      signature: null,
      publisher_id: 'acme',
      manifest: { id: 'ir.acme.late' },
    });
  });

  it('wakes the queries that wait for its reviewer action', async () => {
    replyOf(await submit(manifestOf('ir.acme.awaited', '1.0.0')));
    const reading = hub.broker.request(
      catalogue.getRelease,
      { publisher_id: 'acme', plugin_id: 'ir.acme.awaited', version: '1.0.0', after_review: 1 },
      asOlga,
    );
    await hub.service.deliverTwice(OnReviewTakenHandler, step('ir.acme.awaited', 1));
    expect(replyOf(await reading).status).toBe('in_review');
  });
});

describe('the stored views', () => {
  it('equal the views rebuilt from the event log', async () => {
    const report = await rebuild({ ...catalogueStore, databaseUrl: hub.service.databaseUrl, mode: 'compare' });
    expect(report.differences).toEqual([]);
    expect(report.facts).toBeGreaterThan(40);
  });
});

/**
 * Returns the statements that the hub signed about a release, after verifying each signature with the hub's public
 * key.
 */
async function signedStatements(pluginId: string) {
  const { keys } = replyOf(await hub.broker.request(catalogue.signingKeys, {}, asOlga));
  expect(keys).toEqual([publicJwk(hub.hubKey)]);
  const facts = await hub.service.app.get(EventStore).history(streamRef(releaseStream, `${pluginId}@1.0.0`));
  return facts.flatMap((fact) => {
    if (!('signedStatus' in fact.data) || fact.data.signedStatus === null) return [];
    const opened = openStatusStatement({ keys }, fact.data.signedStatus.statement);
    if (opened === null) throw new Error('the signature is not one of the hub');
    return [opened];
  });
}
