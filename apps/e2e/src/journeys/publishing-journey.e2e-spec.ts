/** A release from the publisher's submission to the plugin store of an instance. The tests depend on their order. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, RecordingPlugin } from '@kushk/testing';
import { granted, verdict, type Body } from '../parties/client.js';
import { manifestOf, type Manifest } from '../parties/invoices.js';
import { aTime, anId } from '../parties/matchers.js';
import { admin, hubVisitor, newPublisher, operator, reviewer, unique, type Publisher } from '../parties/parties.js';
import { canonicalDigest, publicKeys, statementOf } from '../parties/signatures.js';

describe('publishing a release', () => {
  let plugin: RecordingPlugin;
  let publisher: Publisher;
  let manifest: Manifest;
  let release: string;

  beforeAll(async () => {
    [plugin, publisher] = await Promise.all([RecordingPlugin.start(), newPublisher('journey')]);
    manifest = manifestOf({ id: `ir.${unique('journey')}.invoices`, publisher: publisher.id, baseUrl: plugin.baseUrl });
    release = `/releases/${manifest.id}/${manifest.version}`;
  });
  afterAll(() => plugin.stop());

  it('starts with a submission, which the publisher can read', async () => {
    const submitted = await publisher.api.post('/releases', {
      manifest,
      requested_tier: 'verified',
      notes: 'The first one',
    });
    expect(verdict(submitted)).toBe('201');
    expect(submitted.headers['location']).toBe(`/developer/v1${release}`);
    expect(submitted.body).toEqual({
      id: anId('rel'),
      plugin_id: manifest.id,
      version: '1.0.0',
      kind: 'external',
      plugin_api: '1.0',
      status: 'submitted',
      requested_tier: 'verified',
      tier: null,
      notes: 'The first one',
      warnings: [expect.objectContaining({ code: 'rate_missing', severity: 'warning' })],
      review_notes: null,
      status_reason: null,
      manifest_digest: expect.stringContaining(canonicalDigest(manifest)),
      signature: null,
      diff: null,
      submitted_at: aTime,
      changes_requested_at: null,
      comments: [],
      replaces: null,
      replaced_by: null,
      appeal: null,
      review_started_at: null,
      decided_at: null,
      published_at: null,
      updated_at: aTime,
      fleet: { compatible: 1, accepted: 0, refused: [] },
      provenance: null,
      rollout: {
        state: null,
        percent: 0,
        stages: [{ percent: 100, hours: 0 }],
        next_at: null,
        reason: null,
        halted_by: null,
        tightened: false,
        halt: { error_points: 5, min_calls: 50, min_installations: 2 },
        figures: null,
      },
    });
    expect((await publisher.api.get(release)).body).toEqual(submitted.body);
    const inNoList = ['signature', 'diff', 'fleet', 'provenance', 'rollout', 'comments'];
    const summary = Object.fromEntries(Object.entries(submitted.body as object).filter(([k]) => !inNoList.includes(k)));
    expect((await publisher.api.get('/plugins')).body).toEqual({
      plugins: [
        {
          id: manifest.id,
          names: manifest.names,
          kind: 'external',
          latest_published: null,
          deprecation: null,
          releases: [summary],
        },
      ],
    });
  });

  it('accepts each version only once', async () => {
    expect(verdict(await publisher.api.post('/releases', { manifest }))).toBe('409 catalogue.version_exists');
  });

  it('continues when a reviewer takes the release', async () => {
    const queue = async () => granted(await reviewer.get('/reviews?status=submitted&limit=200')).items as Body[];
    const item = await eventually(async () => (await queue()).find(({ plugin_id }) => plugin_id === manifest.id));
    expect(item).toEqual({
      plugin_id: manifest.id,
      names: manifest.names,
      version: '1.0.0',
      status: 'submitted',
      release_status: 'submitted',
      requested_tier: 'verified',
      submitted_at: aTime,
      taken_by: null,
      taken_by_name: null,
      publisher_id: publisher.id,
      kind: 'external',
      diff_class: null,
      age_seconds: expect.any(Number),
    });
    const taken = await reviewer.post(`${release}/take`);
    expect([verdict(taken), taken.body.status, taken.body.review_started_at]).toEqual(['200', 'in_review', aTime]);
    expect(granted(await publisher.api.get(release)).status).toBe('in_review');
  });

  it('requires a signed approval, which openssl verifies against the canonical manifest', async () => {
    const approved = await reviewer.post(`${release}/approve`, { tier: 'verified', notes: 'Read and tried.' });
    expect([verdict(approved), approved.body.status]).toEqual(['200', 'approved']);
    const seen = granted(await publisher.api.get(release));
    expect(seen).toMatchObject({
      status: 'approved',
      tier: 'verified',
      review_notes: 'Read and tried.',
      decided_at: aTime,
      published_at: null,
    });
    const statement = await statementOf(seen.signature, await publicKeys(hubVisitor));
    expect(statement).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      predicateType: 'urn:kushk:release-approval:v1',
      subject: [{ name: `pkg:generic/${manifest.id}@1.0.0`, digest: { sha256: canonicalDigest(manifest) } }],
      predicate: { decision: 'approved', tier: 'verified' },
    });
    expect(verdict(await admin.get(`/store/${manifest.id}`))).toMatch(/^404 /);
  });

  it('ends when the instance has verified and listed the published release', async () => {
    const published = await operator.post(`${release}/publish`);
    expect([verdict(published), published.body.status]).toEqual(['200', 'published']);
    expect(granted(await publisher.api.get(release))).toMatchObject({ status: 'published', published_at: aTime });
    const offer = await eventually(async () => granted(await admin.get(`/store/${manifest.id}`)));
    expect(offer).toMatchObject({
      plugin_id: manifest.id,
      version: '1.0.0',
      tier: 'verified',
      kind: 'external',
      publisher: publisher.id,
      manifest,
      installation_id: null,
    });
  });
});
