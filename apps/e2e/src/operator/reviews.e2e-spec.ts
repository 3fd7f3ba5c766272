/** Tests of what a reviewer sees: the queue, the automatic checks and the history. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kushk/testing';
import { granted, verdict, type Body } from '../parties/client.js';
import { manifestOf, scopes } from '../parties/invoices.js';
import {
  hubVisitor,
  newPublisher,
  operator,
  reviewer,
  takeForReview,
  unique,
  type Publisher,
} from '../parties/parties.js';

describe('a reviewer', () => {
  let publisher: Publisher;
  let id: string;
  let path: string;

  beforeAll(async () => {
    publisher = await newPublisher('reviewed');
    id = `ir.${unique('reviewed')}.invoices`;
    path = `/releases/${id}/1.0.0`;
    const manifest = {
      ...manifestOf({ id, publisher: publisher.id, baseUrl: 'http://localhost:9' }),
      scopes: { ...scopes, 'sources.intake.document': 'Some day' },
    };
    granted(await publisher.api.post('/releases', { manifest, requested_tier: 'community', notes: 'The first one' }));
  });

  it('sees tier, kind, diff class and age of each release in the queue', async () => {
    const find = async (query: string) =>
      granted(await reviewer.get(`/reviews?limit=200&${query}`)).items.find((item: Body) => item.plugin_id === id);
    const item = await eventually(() => find('status=submitted'));
    expect(item).toEqual({
      plugin_id: id,
      names: expect.objectContaining({ fa: expect.any(String) }),
      version: '1.0.0',
      status: 'submitted',
      release_status: 'submitted',
      requested_tier: 'community',
      submitted_at: expect.any(String),
      taken_by: null,
      taken_by_name: null,
      publisher_id: publisher.id,
      kind: 'external',
      diff_class: null,
      age_seconds: expect.any(Number),
    });
    expect(item.age_seconds).toBeLessThan(600);
    expect(await find('requested_tier=community')).toBeDefined();
    expect(await find('requested_tier=none')).toBeUndefined();
    expect(await find('taken_by=me')).toBeUndefined();
    await takeForReview(path);
    expect(await find('taken_by=me&status=in_review')).toBeDefined();
    expect(granted(await operator.get('/reviews?taken_by=me')).items).toEqual([]);
  });

  it('sees every automatic check with the problems that the publisher sees as warnings', async () => {
    const { checks, warnings } = granted(await reviewer.get(path));
    expect(
      checks.filter(({ outcome }: Body) => outcome !== 'passed').map(({ name, outcome }: Body) => [name, outcome]),
    ).toEqual([
      ['image', 'not_applicable'],
      ['egress', 'not_applicable'],
      ['scopes', 'warning'],
      ['plans', 'warning'],
      ['ui', 'not_applicable'],
    ]);
    expect(checks.flatMap(({ problems }: Body) => problems)).toEqual(warnings);
    expect(warnings).toEqual([
      expect.objectContaining({
        code: 'scope_unused',
        severity: 'warning',
        path: '/scopes/sources.intake.document',
        message_fa: expect.any(String),
      }),
      expect.objectContaining({ code: 'rate_missing', severity: 'warning' }),
    ]);
    expect(granted(await publisher.api.get(path)).warnings).toEqual(warnings);
  });

  it('sees the history, which only staff can read', async () => {
    granted(await reviewer.post(`${path}/approve`, { tier: 'verified', notes: 'Read.', publish: true }));
    granted(await operator.post(`${path}/suspend`, { reason: 'It leaks' }));
    // The instance of the system answers and has run no container of it; other tests register some that never answer.
    const denied = granted(await reviewer.get(`${path}/denied_attempts`));
    expect(denied).toEqual({ denied: [], instances: { answered: expect.any(Number), silent: expect.any(Number) } });
    expect(denied.instances.answered).toBeGreaterThan(0);
    const { items, next_cursor } = granted(await reviewer.get(`${path}/history`));
    const who = { kind: 'staff', subject: expect.any(String), name: expect.any(String) };
    const nothing = {
      notes: null,
      reason: null,
      tier: null,
      signature_keyid: null,
      sequence: null,
      happened_at: expect.any(String),
    };
    expect([items, next_cursor]).toEqual([
      [
        {
          ...nothing,
          number: 1,
          event: 'submitted',
          status: 'submitted',
          notes: 'The first one',
          tier: 'community',
          actor: {
            kind: 'publisher',
            publisher_id: publisher.id,
            key: { id: expect.stringMatching(/^key_/), label: 'test', last4: publisher.key.slice(-4) },
            member: null,
          },
        },
        { ...nothing, number: 2, event: 'taken', status: 'in_review', actor: { ...who, role: 'reviewer' } },
        {
          ...nothing,
          number: 3,
          event: 'approved',
          status: 'approved',
          actor: { ...who, role: 'reviewer' },
          notes: 'Read.',
          tier: 'verified',
          signature_keyid: expect.any(String),
        },
        {
          ...nothing,
          number: 4,
          event: 'published',
          status: 'published',
          actor: { ...who, role: 'reviewer' },
          signature_keyid: expect.any(String),
          sequence: expect.any(Number),
        },
        {
          ...nothing,
          number: 5,
          event: 'suspended',
          status: 'suspended',
          actor: { ...who, role: 'operator' },
          reason: 'It leaks',
          signature_keyid: expect.any(String),
          sequence: expect.any(Number),
        },
      ],
      null,
    ]);
    const subjects = new Set<string>(items.flatMap(({ actor }: Body) => actor.subject ?? []));
    expect(subjects.size).toBe(2);
    const seen = await Promise.all([
      publisher.api.get(path),
      publisher.api.get('/plugins'),
      publisher.api.post(`${path}/withdraw`, { reason: 'x' }),
    ]);
    const { signature } = seen[0].body;
    for (const text of [...seen.map((answer) => answer.text), Buffer.from(signature.payload, 'base64').toString()])
      for (const subject of subjects) expect(text).not.toContain(subject);
    expect(
      verdict(await hubVisitor.get(`/operator/v1${path}/history`).set('authorization', `Bearer ${publisher.key}`)),
    ).toBe('401 auth.token_invalid');
    expect(verdict(await reviewer.get('/releases/ir.nobody.nothing/1.0.0/history'))).toBe(
      '404 catalogue.release_not_found',
    );
    expect(verdict(await reviewer.get(`${path}/history?cursor=x`))).toBe('422 cursor.invalid');
  });

  it('cannot approve without a tier or reject without notes', async () => {
    const held = { ...manifestOf({ id, publisher: publisher.id, baseUrl: 'http://localhost:9' }), version: '1.0.1' };
    granted(await publisher.api.post('/releases', { manifest: held }));
    path = `/releases/${id}/1.0.1`;
    await takeForReview(path);
    for (const body of [{}, { tier: 'golden' }, { tier: '' }, { tier: 'verified', notes: 'x'.repeat(4_001) }])
      expect(verdict(await reviewer.post(`${path}/approve`, body))).toBe('422 request.invalid');
    for (const body of [{}, { notes: '' }, { notes: '  ' }, { notes: 'x'.repeat(4_001) }])
      expect(verdict(await reviewer.post(`${path}/reject`, body))).toBe('422 request.invalid');
  });
});
