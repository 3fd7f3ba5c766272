import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  catalogue,
  catalogueRollouts,
  hubClock,
  TOOL_DURATION_BOUNDS_MS,
  type Json,
  type JsonObject,
  type PeriodCounts,
  type RolloutAction,
} from '@kushk/contracts';
import { newSigningKey, openRolloutStatement, releaseStatement, signDsse, type Jwks } from '@kushk/credentials';
import { EventStore, rebuild } from '@kushk/event-store';
import { streamRef } from '@kushk/decider';
import { eventually, startService, type ServiceUnderTest } from '@kushk/testing';
import { CatalogueModule } from './catalogue.module.js';
import { OnReleaseApprovedHandler } from './release/on-release-approved/on-release-approved.handler.js';
import { OnReviewTakenHandler } from './release/on-review-taken/on-review-taken.handler.js';
import { releaseKey } from './release/release.js';
import { rolloutStream } from './rollout/rollout.js';
import { catalogueStore } from './store.module.js';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService('catalogue', CatalogueModule);
  await service.reply(catalogue.addPublisher, { id: 'acme', name: 'Acme' });
});
afterAll(() => service?.stop());

const stages = [
  { percent: 10, hours: 24 },
  { percent: 50, hours: 24 },
  { percent: 100, hours: 0 },
];
const get = (plugin_id: string, version: string) =>
  service.reply(catalogue.getRelease, { publisher_id: 'acme', plugin_id, version });
const rolloutOf = async (plugin_id: string, version: string) => (await get(plugin_id, version)).rollout;

async function approved(id: string, version: string, rollout: Json = null): Promise<void> {
  const manifest: JsonObject = {
    schema: '1',
    id,
    version,
    publisher: 'acme',
    kind: 'external',
    plugin_api: '1.0',
    names: { en: 'Invoices' },
    base_url: 'https://plugin.acme.ir',
  };
  const release = await service.reply(catalogue.submitRelease, { publisher_id: 'acme', manifest, rollout });
  const at = new Date().toISOString();
  const step = { plugin_id: id, version, at, by: 'rita', by_name: 'Rita' };
  const { payloadType, payload } = releaseStatement({
    plugin_id: id,
    version,
    manifest_digest: release.manifest_digest,
    image: null,
    tier: 'verified',
    decided_at: at,
    previous: null,
    provenance: null,
  });
  await service.deliverTwice(OnReviewTakenHandler, { ...step, revision: 1 });
  await service.deliverTwice(OnReleaseApprovedHandler, {
    ...step,
    revision: 2,
    tier: 'verified' as const,
    notes: '',
    publish: false,
    approval: signDsse(newSigningKey(), payloadType, payload),
  });
}
const publish = (plugin_id: string, version: string, rollout: Json = null) =>
  service.request(catalogue.publishRelease, { plugin_id, version, rollout, by: 'olga' });
async function published(id: string, version: string, rollout: Json = null): Promise<void> {
  await approved(id, version, rollout);
  expect(await publish(id, version)).toMatchObject({ accepted: true });
}
const change = (plugin_id: string, action: RolloutAction, publisher_id: string | null = 'acme') =>
  service.request(catalogue.changeRollout, {
    publisher_id,
    plugin_id,
    version: '1.1.0',
    action,
    reason: 'It fails',
    by: 'key_1',
  });
const untilState = (id: string, expected: object, version = '1.1.0') =>
  eventually(async () => {
    expect(await rolloutOf(id, version)).toMatchObject(expected);
    return true;
  });

describe('the rollout of a release', () => {
  it('is planned by the publisher, and moved by the clock through signed stages until it is complete', async () => {
    const id = 'ir.acme.clock';
    await published(id, '1.0.0', { stages });
    expect(await rolloutOf(id, '1.0.0')).toMatchObject({ state: 'complete', percent: 100 });
    await approved(id, '1.1.0', { stages });
    expect(await rolloutOf(id, '1.1.0')).toEqual({
      state: null,
      percent: 0,
      stages,
      next_at: null,
      reason: null,
      halted_by: null,
      tightened: false,
      halt: { error_points: 5, min_calls: 50, min_installations: 2 },
      figures: null,
    });
    await publish(id, '1.1.0');
    expect(await rolloutOf(id, '1.1.0')).toMatchObject({ state: 'running', percent: 10, stages });
    await service.reply(hubClock.advanceClock, { advance: 'PT24H' });
    await untilState(id, { state: 'running', percent: 50 });
    await service.reply(hubClock.advanceClock, { advance: 'PT24H' });
    await untilState(id, { state: 'complete', percent: 100, next_at: null });

    const facts = await service.app.get(EventStore).history(streamRef(rolloutStream, releaseKey(id, '1.1.0')));
    const keys = (await service.reply(catalogue.signingKeys, {})) as Jwks;
    const statements = facts.map(({ data }) => openRolloutStatement(keys, data.statement));
    expect(statements.map((statement) => [statement?.state, statement?.percent])).toEqual([
      ['running', 10],
      ['running', 50],
      ['complete', 100],
    ]);
    const sequences = statements.map((statement) => statement!.sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  });

  it('is halted and resumed, and stays where it is meanwhile', async () => {
    const id = 'ir.acme.halted';
    await published(id, '1.0.0');
    await published(id, '1.1.0', { stages });
    expect(await change(id, 'halt')).toMatchObject({ reply: { rollout: { state: 'halted', reason: 'It fails' } } });
    await service.reply(hubClock.advanceClock, { advance: 'P2D' });
    await published(id, '1.0.1');
    expect(await rolloutOf(id, '1.1.0')).toMatchObject({ state: 'halted', percent: 10, next_at: null });
    expect(await change(id, 'resume', null)).toMatchObject({ reply: { rollout: { state: 'running', percent: 10 } } });
    expect(await change(id, 'complete')).toMatchObject({ reply: { rollout: { state: 'complete', percent: 100 } } });
    expect(await change(id, 'halt')).toMatchObject({ refusal: { code: 'catalogue.transition_invalid' } });
  });

  it('halts by the reports of the instances, counts them once, and begins again when it is resumed', async () => {
    const id = 'ir.acme.failing';
    for (const instance of ['i1', 'i2'])
      await service.reply(catalogue.registerInstance, { id: instance, name: instance, plugin_api: '1.0' });
    await published(id, '1.0.0');
    await published(id, '1.1.0', { stages, halt: { min_calls: 100 } });
    const counted = async () => {
      const { rollouts } = await service.reply(catalogueRollouts.listCounted, {});
      return rollouts.find(({ plugin_id }) => plugin_id === id)!;
    };
    const { since, before } = await counted();
    expect(before).toMatchObject({ version: '1.0.0' });
    const counts = (calls: number, errors: number): PeriodCounts => ({
      tool_calls: calls,
      tool_errors: errors,
      tool_durations: [calls, ...TOOL_DURATION_BOUNDS_MS.map(() => 0)],
      event_attempts: 0,
      event_failures: 0,
      installations: 1,
      removals: 0,
    });
    // The hub takes a time that lies ahead of its clock for the time of the arrival.
    const report = async (
      instance_id: string,
      now: PeriodCounts,
      { from = since, as_of = '2999' } = {},
    ): Promise<boolean> => {
      const about = { plugin_id: id, version: '1.1.0' };
      const reports = [{ ...about, since: from, counts: now, before: counts(1_000, 10) }];
      await service.reply(catalogueRollouts.recordCounts, { instance_id, as_of, reports });
      return (await service.reply(catalogueRollouts.haltFailing, {})).halted === 1;
    };
    expect(await report('i1', counts(60, 6))).toBe(false);
    const partial = { tool_calls: 60, failed_percent: 10, error_points: 9, partial: true };
    expect(await rolloutOf(id, '1.1.0')).toMatchObject({ state: 'running', figures: partial });
    expect(await report('i1', counts(60, 6))).toBe(false);
    expect(await report('i2', counts(40, 4), { from: '2000-01-01T00:00:00.000Z' })).toBe(false);
    expect(await report('i2', counts(40, 4))).toBe(true);
    expect(await report('i2', counts(40, 4))).toBe(false);
    expect(await report('i2', counts(10, 0), { as_of: since })).toBe(false);
    expect(await rolloutOf(id, '1.1.0')).toMatchObject({
      state: 'halted',
      halted_by: 'hub',
      reason: expect.stringContaining('10 % of 100 tool calls and event attempts on 2 installations failed'),
      figures: { tool_calls: 100, tool_errors: 10, before: { tool_calls: 2_000 }, partial: false },
    });
    expect(await counted()).toBeUndefined();
    expect(await change(id, 'resume')).toMatchObject({ refusal: { code: 'catalogue.transition_invalid' } });
    expect(await change(id, 'resume', null)).toMatchObject({ reply: { rollout: { state: 'running', figures: null } } });
    const again = (await counted()).since;
    expect(again > since).toBe(true);
    expect(await report('i1', counts(80, 8), { from: since })).toBe(false);
    expect(await report('i1', counts(99, 50), { from: again })).toBe(false);
    expect(await report('i1', counts(40, 4), { from: again })).toBe(false);
    expect(await rolloutOf(id, '1.1.0')).toMatchObject({ figures: { tool_calls: 40, partial: true } });
  });

  it('is superseded by a newer version, and ends with the suspension of its release', async () => {
    const [superseded, ended] = ['ir.acme.superseded', 'ir.acme.ended'];
    for (const id of [superseded, ended]) {
      await published(id, '1.0.0');
      await published(id, '1.1.0', { stages });
    }
    await published(superseded, '1.2.0');
    await untilState(superseded, { state: 'superseded', reason: '1.2.0', percent: 10 });
    const release = { plugin_id: ended, version: '1.1.0', by: 'olga' };
    const suspended = await service.reply(catalogue.suspendRelease, { ...release, reason: 'It leaks' });
    expect(suspended.rollout).toMatchObject({ state: 'ended', reason: 'suspended' });
    await service.reply(catalogue.resumeRelease, release);
    expect(await change(ended, 'resume')).toMatchObject({ accepted: false });
    expect(await change(ended, 'resume', null)).toMatchObject({ reply: { rollout: { state: 'running' } } });
  });

  it('appears in the list of all releases, which can be narrowed to stopped rollouts', async () => {
    const id = 'ir.acme.stopped';
    const listed = async (rollout: 'stopped' | null) => {
      const filter = { status: null, publisher_id: null, plugin_id: id, q: null, rollout, limit: 50, cursor: null };
      const { items } = await service.reply(catalogue.findReleases, filter);
      return items.map((item) => [item.version, item.rollout]);
    };
    await published(id, '1.0.0');
    await published(id, '1.1.0', { stages });
    expect(await listed('stopped')).toEqual([]);
    expect(await listed(null)).toEqual([
      ['1.1.0', { state: 'running', percent: 10 }],
      ['1.0.0', null],
    ]);
    expect(await change(id, 'halt')).toMatchObject({ accepted: true });
    expect(await listed('stopped')).toEqual([['1.1.0', { state: 'halted', percent: 10 }]]);
    const key = { plugin_id: id, version: '1.1.0', by: 'olga' };
    await service.reply(catalogue.suspendRelease, { ...key, reason: 'It fails' });
    expect(await listed('stopped')).toEqual([]);
    await service.reply(catalogue.resumeRelease, key);
    expect(await listed('stopped')).toEqual([['1.1.0', { state: 'ended', percent: 10 }]]);
  });

  it('may be tightened by the operator, whom the publisher does not overrule', async () => {
    const id = 'ir.acme.tightened';
    await published(id, '1.0.0');
    await approved(id, '1.1.0', { stages });
    const wider = { stages: [{ percent: 100, hours: 48 }] };
    expect(await publish(id, '1.1.0', wider)).toMatchObject({
      refusal: { code: 'request.invalid', params: { problems: [{ code: 'wider', path: '/rollout/stages/0' }] } },
    });
    const tighter = {
      stages: [
        { percent: 1, hours: 100 },
        { percent: 100, hours: 10 },
      ],
    };
    expect(await publish(id, '1.1.0', tighter)).toMatchObject({ reply: { rollout: { ...tighter, percent: 1 } } });
    expect(await change(id, 'complete')).toMatchObject({ refusal: { params: { allowed: ['halted'] } } });
    expect(await change(id, 'complete', null)).toMatchObject({ accepted: true });
  });

  it('is the same after a rebuild from the log', async () => {
    const report = await rebuild({ ...catalogueStore, databaseUrl: service.databaseUrl, mode: 'compare' });
    expect(report.differences).toEqual([]);
  });
});
