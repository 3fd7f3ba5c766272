import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  AuditEntry,
  Page,
  QueuedReview,
  ReleaseComment,
  ReleaseEvent,
  ReleaseForStaff,
  ReleaseResource,
  ReviewList,
} from '@kushk/contracts';
import { answered, eventually, httpClient, statusAndCode, type HttpClient, type HttpResponse } from '@kushk/testing';
import { startHub, type HubHarness } from './hub-harness.js';

let hub: HubHarness;
let olga: HttpClient;
let rita: HttpClient;
/** Uses the second gateway. */
let sam: HttpClient;
/** The publisher at the second gateway. */
let atSecond: HttpClient;
/** The key of another publisher. */
let other: HttpClient;
beforeAll(async () => {
  hub = await startHub({ replicas: 2 });
  [olga, rita, sam] = await Promise.all([hub.as('olga'), hub.as('rita'), hub.as('sam', 1)]);
  atSecond = httpClient(hub.ports[1]!, { authorization: `Bearer ${hub.key}` });
  bodyOf(await olga('/operator/v1/publishers', { json: { id: 'globex', name: 'Globex' } }));
  const { secret } = bodyOf<{ secret: string }>(
    await olga('/operator/v1/publishers/globex/keys', { json: { label: 'CI' } }),
  );
  other = httpClient(hub.ports[0]!, { authorization: `Bearer ${secret}` });
});
afterAll(() => hub.stop());

function bodyOf<Body>({ status, text, json }: HttpResponse): Body {
  if (status > 201) throw new Error(`answered ${status} ${text}`);
  return json as Body;
}
const idOf = (name: string) => `ir.acme.${name}`;
const submission = (name: string, version = '1.0.0', more: object = {}) => ({
  manifest: {
    schema: '1',
    id: idOf(name),
    version,
    publisher: 'acme',
    kind: 'external',
    plugin_api: '1.0',
    names: { en: name },
    base_url: 'https://acme.ir',
    scopes: { 'cases.read': 'Finds cases' },
  },
  ...more,
});
const submit = async (name: string) => {
  bodyOf(await hub.submit(submission(name)));
};
const step = (as: HttpClient, which: `${string}/${string}`, json: object = {}) => {
  const [name = '', verb] = which.split('/');
  return answered(() => as(`/operator/v1/releases/${idOf(name)}/1.0.0/${verb}`, { json }));
};
const own = (name: string, verb = '', version = '1.0.0') => `/developer/v1/releases/${idOf(name)}/${version}${verb}`;
const asPublisher = async (name: string, version = '1.0.0') =>
  bodyOf<ReleaseResource>(await hub.publisher(own(name, '', version)));
const comment = (
  name: string,
  json: object,
  { as = hub.publisher, headers = {} }: { as?: HttpClient; headers?: Readonly<Record<string, string>> } = {},
) => as(own(name, '/comments'), { json, headers });
const appeal = (name: string, text = 'The scope is needed', as = hub.publisher) =>
  as(own(name, '/appeal'), { json: { text } });
const problemsOf = (response: HttpResponse) => [
  statusAndCode(response),
  (response.json['params'] as { problems: { path: string; code: string }[] }).problems.map(
    ({ path, code }) => `${path} ${code}`,
  ),
];

describe('a request for changes', () => {
  it('reaches the publisher with its comments and without the name of the reviewer', async () => {
    await submit('talks');
    bodyOf(await step(rita, 'talks/take'));
    const request = {
      notes: 'Please explain\nthe scope',
      comments: [{ path: '/scopes/cases.read', text: 'Which cases?' }, { text: 'And a screenshot' }],
    };
    const requested = bodyOf<ReleaseForStaff>(await step(rita, 'talks/request-changes', request));
    const comments = [
      { by: 'reviewer', path: '', text: request.notes },
      { by: 'reviewer', path: '/scopes/cases.read', text: 'Which cases?' },
      { by: 'reviewer', path: '', text: 'And a screenshot' },
    ];
    expect(requested).toMatchObject({ status: 'in_review', taken_by: { subject: 'rita' }, comments });

    const read = await hub.publisher(own('talks'));
    expect(bodyOf<ReleaseResource>(read)).toMatchObject({
      status: 'in_review',
      changes_requested_at: requested.comments[0]!.at,
      comments,
      appeal: null,
      replaces: null,
      replaced_by: null,
    });
    expect(read.text).not.toMatch(/rita/i);
    expect(new Set(requested.comments.map(({ id }) => id)).size).toBe(3);

    const key = { 'idempotency-key': 'answer-1' };
    const answer = { path: '/scopes/cases.read', text: 'Open cases alone' };
    const first = await comment('talks', answer, { headers: key });
    expect([first.status, bodyOf<ReleaseComment>(first)]).toEqual([
      201,
      { id: expect.stringMatching(/^cmt_/), at: expect.any(String), by: 'publisher', ...answer },
    ]);
    const again = await comment('talks', answer, { headers: key });
    expect([again.json, again.headers['idempotency-replayed']]).toEqual([first.json, 'true']);
    const after = bodyOf<ReleaseForStaff>(await sam(`/operator/v1/releases/${idOf('talks')}/1.0.0`));
    expect(after.comments).toEqual([...requested.comments, first.json]);

    const { items } = bodyOf<Page<ReleaseEvent>>(await olga(`/operator/v1/releases/${idOf('talks')}/1.0.0/history`));
    expect(items.map(({ event, notes, actor }) => [event, notes, actor.kind])).toEqual([
      ['submitted', '', 'publisher'],
      ['taken', null, 'staff'],
      ['changes_requested', request.notes, 'staff'],
      ['commented', 'Open cases alone', 'publisher'],
    ]);
    const audit = await eventually(async () => {
      const page = bodyOf<Page<AuditEntry>>(await olga('/operator/v1/audit?limit=50'));
      const actions = page.items.filter(({ subject }) => subject?.id === `${idOf('talks')}@1.0.0`);
      return actions.length === 4 ? actions.map(({ action }) => action) : null;
    });
    expect(audit).toEqual(['release.commented', 'review.changes_requested', 'review.taken', 'release.submitted']);
  });

  it('is refused to everyone but the reviewer who holds the release', async () => {
    await submit('held');
    expect(statusAndCode(await step(rita, 'held/request-changes', { notes: 'x' }))).toBe(
      '409 catalogue.transition_invalid',
    );
    bodyOf(await step(rita, 'held/take'));
    expect(statusAndCode(await step(sam, 'held/request-changes', { notes: 'x' }))).toBe('409 review.taken_by_other');
    bodyOf(await hub.publisher(own('held', '/withdraw'), { json: { reason: 'Never mind' } }));
    expect(statusAndCode(await step(rita, 'held/request-changes', { notes: 'x' }))).toBe(
      '409 catalogue.transition_invalid',
    );
  });

  it('must have notes, and comments with a JSON Pointer and a text', async () => {
    await submit('checked');
    bodyOf(await step(rita, 'checked/take'));
    const invalid = async (json: object) => problemsOf(await step(rita, 'checked/request-changes', json));
    expect(await invalid({ notes: ' ' })).toEqual(['422 request.invalid', ['/notes required']]);
    expect(await invalid({ notes: 'x', comments: [{ path: 'scopes', text: '' }, 7, { text: 'y', by: 'z' }] })).toEqual([
      '422 request.invalid',
      ['/comments/0/path json_pointer', '/comments/0/text required', '/comments/1 type', '/comments/2 unknown_field'],
    ]);
    const many = Array.from({ length: 51 }, () => ({ text: 'y' }));
    expect(await invalid({ notes: 'x', comments: many })).toEqual(['422 request.invalid', ['/comments too_many']]);
    bodyOf(await step(rita, 'checked/request-changes', { notes: 'x', comments: many.slice(0, 50) }));
    const full = await step(rita, 'checked/request-changes', { notes: 'x', comments: many.slice(0, 50) });
    expect([statusAndCode(full), full.json['params']]).toEqual([
      '409 quota.exceeded',
      { quota: 'release_comments', limit: 100, used: 51 },
    ]);
  });
});

describe('a comment of a publisher', () => {
  it('is made on its own releases alone, and only while they are under review', async () => {
    await submit('mine');
    bodyOf(await comment('mine', { text: 'First' }));
    const foreign = await comment('mine', { text: 'Hello' }, { as: other });
    expect(statusAndCode(foreign)).toBe('404 catalogue.release_not_found');
    expect(problemsOf(await comment('mine', { path: 'x', text: ' ' }))).toEqual([
      '422 request.invalid',
      ['/path json_pointer', '/text required'],
    ]);
    bodyOf(await step(rita, 'mine/take'));
    bodyOf(await step(rita, 'mine/reject', { notes: 'No' }));
    const late = await comment('mine', { text: 'But why?' });
    expect([statusAndCode(late), late.json['params']]).toEqual([
      '409 catalogue.release_not_under_review',
      { status: 'rejected' },
    ]);
  });
});

describe('a person of a publisher', () => {
  it('answers and appeals in the portal, until the operator ends the membership', async () => {
    const portal = '/portal/v1/publishers/acme';
    const members = '/operator/v1/publishers/acme/members';
    const { id } = bodyOf<{ id: string }>(await olga(members, { json: { subject: 'pia', name: 'Pia' } }));
    const pia = await hub.as('pia', 1);
    const inPortal = (verb: string, json: object) =>
      pia(`${portal}/releases/${idOf('person')}/1.0.0/${verb}`, { json });
    await submit('person');
    bodyOf(await step(rita, 'person/take'));
    bodyOf(await step(rita, 'person/request-changes', { notes: 'Which cases?' }));
    const answer = await inPortal('comments', { path: '/scopes/cases.read', text: 'Open ones' });
    expect([answer.status, answer.json]).toMatchObject([201, { by: 'publisher', text: 'Open ones' }]);
    bodyOf(await step(rita, 'person/reject', { notes: 'Still too much' }));
    expect(bodyOf<ReleaseResource>(await inPortal('appeal', { text: 'It is needed' }))).toMatchObject({
      status: 'in_review',
      comments: [{ by: 'reviewer' }, { by: 'publisher' }],
    });
    expect((await olga(`${members}/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await inPortal('comments', { text: 'And now?' })).status).toBe(404);
  });
});

describe('a submission that replaces a release', () => {
  const replace = (name: string, version: string, replaces: unknown) =>
    hub.publisher('/developer/v1/releases', { json: submission(name, version, { replaces }) });

  it('withdraws it in the same commit, as the service', async () => {
    await submit('again');
    bodyOf(await step(rita, 'again/take'));
    bodyOf(await step(rita, 'again/request-changes', { notes: 'Fewer scopes' }));
    const made = bodyOf<ReleaseResource>(await replace('again', '1.0.1', '1.0.0'));
    expect(made).toMatchObject({ status: 'submitted', replaces: '1.0.0', replaced_by: null, comments: [] });
    expect(await asPublisher('again')).toMatchObject({
      status: 'withdrawn',
      status_reason: 'Replaced by 1.0.1',
      replaced_by: '1.0.1',
      changes_requested_at: expect.any(String),
    });
    const { items } = bodyOf<Page<ReleaseEvent>>(await olga(`/operator/v1/releases/${idOf('again')}/1.0.0/history`));
    expect(items.at(-1)).toMatchObject({ event: 'withdrawn', actor: { kind: 'system' } });
    const queue = await eventually(async () => {
      const page = bodyOf<Page<QueuedReview>>(await olga('/operator/v1/reviews?q=again'));
      return page.items.some(({ status }) => status === 'withdrawn') ? page.items : null;
    });
    expect(queue!.map(({ version, status }) => [version, status])).toEqual([
      ['1.0.0', 'withdrawn'],
      ['1.0.1', 'submitted'],
    ]);
  });

  it('is listed for the reviewer who requested the changes until another takes it, also after a second correction', async () => {
    const openFor = async (as: HttpClient) =>
      bodyOf<ReviewList>(await as('/operator/v1/reviews?open_for=me&q=ret')).items.map(
        ({ version, status, replaces }) => [version, status, replaces?.requested_by_name ?? null],
      );
    await submit('returns');
    bodyOf(await step(rita, 'returns/take'));
    bodyOf(await step(rita, 'returns/request-changes', { notes: 'Fewer scopes' }));
    expect(await openFor(rita)).toEqual([['1.0.0', 'in_review', null]]);
    bodyOf(await replace('returns', '1.0.1', '1.0.0'));
    bodyOf(await replace('returns', '1.0.2', '1.0.1'));
    const listed = await eventually(async () => {
      const found = await openFor(rita);
      return found.length === 1 && found[0]![0] === '1.0.2' ? found : null;
    });
    expect(listed).toEqual([['1.0.2', 'submitted', expect.any(String)]]);
    expect(await openFor(sam)).toEqual([]);
    bodyOf(await answered(() => sam(`/operator/v1/releases/${idOf('returns')}/1.0.2/take`, { json: {} })));
    expect([await openFor(rita), (await openFor(sam)).length]).toEqual([[], 1]);
  });

  it('is one of two that are sent at once', async () => {
    await submit('raced');
    const replacements = ['1.0.1', '1.0.2'].map((version) => ({
      json: submission('raced', version, { replaces: '1.0.0' }),
    }));
    const made = await Promise.all(
      replacements.map((request, at) => (at === 0 ? hub.publisher : atSecond)('/developer/v1/releases', request)),
    );
    const [won, lost] = made.sort((left, right) => left.status - right.status);
    expect((await asPublisher('raced')).replaced_by).toBe(bodyOf<ReleaseResource>(won!).version);
    expect(statusAndCode(lost!)).toBe('409 catalogue.release_not_under_review');
  });

  it('is refused when that release is not under review any more, or not its own', async () => {
    await submit('gone');
    bodyOf(await step(rita, 'gone/take'));
    bodyOf(await step(rita, 'gone/reject', { notes: 'No' }));
    const settled = await replace('gone', '1.0.1', '1.0.0');
    expect([statusAndCode(settled), settled.json['params']]).toEqual([
      '409 catalogue.release_not_under_review',
      { status: 'rejected' },
    ]);
    expect(statusAndCode(await replace('gone', '1.0.1', '0.9.0'))).toBe('404 catalogue.release_not_found');
    expect(statusAndCode(await replace('gone', '1.0.1', '1.0.1'))).toBe('404 catalogue.release_not_found');
    expect(problemsOf(await replace('gone', '1.0.1', 7))).toEqual(['422 request.invalid', ['/replaces type']]);
    expect(statusAndCode(await hub.publisher(own('gone', '', '1.0.1')))).toBe('404 catalogue.release_not_found');
  });
});

describe('an appeal', () => {
  const queued = async (name: string) =>
    bodyOf<Page<QueuedReview>>(await olga(`/operator/v1/reviews?q=${name}`)).items.find(
      ({ plugin_id }) => plugin_id === idOf(name),
    );
  async function reject(name: string): Promise<void> {
    await submit(name);
    bodyOf(await step(rita, `${name}/take`));
    bodyOf(await step(rita, `${name}/reject`, { notes: 'Asks for too much' }));
  }

  it('brings the release back into review, for another reviewer than the one who rejected it', async () => {
    await reject('wronged');
    const rejected = await asPublisher('wronged');
    expect(statusAndCode(await appeal('wronged', 'Mine', other))).toBe('404 catalogue.release_not_found');
    expect(problemsOf(await appeal('wronged', ' '))).toEqual(['422 request.invalid', ['/text required']]);
    const appealed = bodyOf<ReleaseResource>(await appeal('wronged'));
    expect(appealed).toMatchObject({
      status: 'in_review',
      review_notes: null,
      appeal: {
        at: expect.any(String),
        text: 'The scope is needed',
        rejected_at: rejected.decided_at,
        rejection_notes: 'Asks for too much',
      },
    });
    expect(statusAndCode(await appeal('wronged'))).toBe('409 catalogue.transition_invalid');

    const refused = await eventually(async () => {
      const response = await step(rita, 'wronged/take');
      return response.status === 403 ? response : null;
    });
    expect(statusAndCode(refused!)).toBe('403 review.other_reviewer_required');
    expect(await queued('wronged')).toMatchObject({
      status: 'in_review',
      taken_by: null,
      appeal: { at: appealed.appeal!.at, rejected_by: 'rita', rejected_by_name: 'rita' },
    });
    expect(statusAndCode(await step(sam, 'wronged/approve', { tier: 'community' }))).toBe('409 review.not_taken');

    expect(bodyOf<ReleaseForStaff>(await step(sam, 'wronged/take')).taken_by).toMatchObject({ subject: 'sam' });
    const returned = bodyOf<ReleaseForStaff>(await step(sam, 'wronged/give_back'));
    expect(returned).toMatchObject({ status: 'in_review', taken_by: null });
    const { items } = bodyOf<Page<ReleaseEvent>>(await olga(`/operator/v1/releases/${idOf('wronged')}/1.0.0/history`));
    expect(items.at(-1)).toMatchObject({ event: 'given_back', status: 'in_review' });
    expect(statusAndCode(await step(rita, 'wronged/take'))).toBe('403 review.other_reviewer_required');
    bodyOf(await step(olga, 'wronged/take'));
    const approved = bodyOf<ReleaseForStaff>(
      await step(olga, 'wronged/approve', { tier: 'community', notes: 'You are right', publish: true }),
    );
    expect(approved).toMatchObject({ appeal: appealed.appeal, review_notes: 'You are right', tier: 'community' });
    await eventually(async () => (await asPublisher('wronged')).status === 'published');
  });

  it('is possible once: what is rejected again stays rejected', async () => {
    await reject('twice');
    const sent = await Promise.all([hub.publisher, atSecond].map((as) => appeal('twice', 'Please', as)));
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409]);
    bodyOf(await step(sam, 'twice/take'));
    bodyOf(await step(sam, 'twice/reject', { notes: 'I agree with my colleague' }));
    const second = await appeal('twice');
    expect([statusAndCode(second), second.json['params']]).toEqual([
      '409 catalogue.transition_invalid',
      { from: 'rejected', to: 'in_review', allowed: [], reason: 'already_appealed' },
    ]);
    expect(await asPublisher('twice')).toMatchObject({ status: 'rejected', review_notes: 'I agree with my colleague' });
  });
});
