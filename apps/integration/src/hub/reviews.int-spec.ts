import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ListedReview, Page, QueuedReview, ReleaseEvent, ReleaseForStaff } from '@kushk/contracts';
import { answered, eventually, statusAndCode, type HttpResponse, type HttpClient } from '@kushk/testing';
import { startHub, type HubHarness } from './hub-harness.js';

let hub: HubHarness;
let olga: HttpClient;
let rita: HttpClient;
/** Uses the second gateway, unlike the other two clients. */
let sam: HttpClient;
beforeAll(async () => {
  hub = await startHub();
  [olga, rita, sam] = await Promise.all([hub.as('olga'), hub.as('rita'), hub.as('sam', 1)]);
});
afterAll(() => hub.stop());

const path = (name: string, version = '1.0.0') => `/operator/v1/releases/ir.acme.${name}/${version}`;
async function submit(name: string, more: object = {}, requested_tier = ''): Promise<void> {
  const manifest = {
    schema: '1',
    id: `ir.acme.${name}`,
    version: '1.0.0',
    publisher: 'acme',
    kind: 'external',
    plugin_api: '1.0',
    names: { en: name },
    base_url: 'https://acme.ir',
    ...more,
  };
  expect((await hub.submit({ manifest, requested_tier, notes: `About ${name}` })).status).toBe(201);
}
const postStep = (as: HttpClient, step: `${string}/${string}`, json: object = {}) => {
  const [name = '', verb] = step.split('/');
  return answered(() => as(`${path(name)}/${verb}`, { json }));
};
function granted<Body>({ status, text, json }: HttpResponse): Body {
  if (status !== 200) throw new Error(`answered ${status} ${text}`);
  return json as Body;
}
const queue = async (as: HttpClient, query: string) =>
  granted<Page<QueuedReview>>(await as(`/operator/v1/reviews?${query}`));
const becomes = (name: string, status: string) =>
  eventually(async () => granted<ReleaseForStaff>(await olga(path(name))).status === status);
const named = ({ items }: Page<QueuedReview>) => items.map(({ plugin_id }) => plugin_id.split('.').at(-1));

describe('concurrent reviewers', () => {
  it('cannot take the same release: the first gets it, and the others get 409 with the assignee', async () => {
    await submit('wanted');
    const reach = Array.from({ length: 20 }, (_each, turn) => ({
      name: turn % 2 === 0 ? 'rita' : 'sam',
      as: turn % 2 === 0 ? rita : sam,
    }));
    const answers = await Promise.all(
      reach.map(async ({ name, as }) => ({ name, response: await postStep(as, 'wanted/take') })),
    );
    const [holder, ...more] = answers.filter(({ response }) => response.status === 200);
    expect(more).toEqual([]);
    for (const { name, response } of answers.filter((each) => each !== holder)) {
      if (name === holder!.name)
        expect([statusAndCode(response), response.json['params']]).toEqual([
          '409 catalogue.transition_invalid',
          { from: 'in_review', to: 'in_review', allowed: ['submitted', 'approved', 'rejected', 'withdrawn'] },
        ]);
      else
        expect([statusAndCode(response), response.json['params']]).toEqual([
          '409 review.taken_by_other',
          { taken_by: holder!.name, taken_by_name: expect.any(String) },
        ]);
    }
  });

  it('cannot give back, approve or reject a release that another reviewer has taken', async () => {
    await submit('held');
    granted(await postStep(rita, 'held/take'));
    for (const other of [sam, olga]) {
      for (const [verb, body] of [
        ['give_back', {}],
        ['approve', { tier: 'verified' }],
        ['reject', { notes: 'No' }],
      ] as const)
        expect(statusAndCode(await postStep(other, `held/${verb}`, body))).toBe('409 review.taken_by_other');
    }
    granted(await postStep(rita, 'held/give_back'));
    granted(await postStep(sam, 'held/take'));
    expect(statusAndCode(await postStep(rita, 'held/reject', { notes: 'No' }))).toBe('409 review.taken_by_other');
    granted(await postStep(sam, 'held/reject', { notes: 'No' }));
  });

  it('must reject with notes of 1 to 4000 code points', async () => {
    await submit('noted');
    granted(await postStep(rita, 'noted/take'));
    for (const notes of [undefined, null, '', ' \n', 7, '✍'.repeat(4_001), '🖋'.repeat(4_001), 'a\u0007b', 'a\u202Eb'])
      expect([notes, statusAndCode(await postStep(rita, 'noted/reject', { notes }))]).toEqual([
        notes,
        '422 request.invalid',
      ]);
    granted(await postStep(rita, 'noted/reject', { notes: '🖋'.repeat(4_000) }));
    await becomes('noted', 'rejected');
  });
});

describe('the review queue', () => {
  it('compares what waits with what was published since it was submitted, and says what became of what was approved', async () => {
    await submit('since');
    await submit('since', { version: '1.1.0', scopes: { 'cases.read': 'Finds cases' } });
    const read = async (version: string) => granted<ReleaseForStaff>(await rita(path('since', version)));
    expect((await read('1.1.0')).diff).toBeNull();
    granted(await postStep(rita, 'since/take'));
    granted(await postStep(rita, 'since/approve', { tier: 'community', publish: true }));
    await becomes('since', 'published');
    expect((await read('1.1.0')).diff).toMatchObject({ previous: '1.0.0', class: 'consent' });
    expect((await read('1.0.0')).diff).toBeNull();
    const { items } = granted<Page<ListedReview>>(await rita('/operator/v1/reviews?q=since'));
    expect(items.map((one) => [one.version, one.status, one.release_status, one.diff_class])).toEqual([
      ['1.0.0', 'approved', 'published', null],
      ['1.1.0', 'submitted', 'submitted', 'consent'],
    ]);
  });

  it('shows version, requested tier, kind, diff class and age of each release', async () => {
    await submit('grows', {}, 'community');
    granted(await postStep(rita, 'grows/take'));
    granted(await postStep(rita, 'grows/approve', { tier: 'community', publish: true }));
    await becomes('grows', 'published');
    await submit('grows', { version: '1.1.0', scopes: { 'cases.read': 'Finds cases' } }, 'private');
    const image = `registry.acme.ir/acme/box@sha256:${'c'.repeat(64)}`;
    await submit('box', { kind: 'instance', base_url: undefined, image, egress: [] });
    const [grows, box] = (await eventually(async () => {
      const { items } = await queue(olga, 'status=submitted&limit=200');
      const found = ['ir.acme.grows', 'ir.acme.box'].map((id) => items.find(({ plugin_id }) => plugin_id === id));
      return found.every((one) => one !== undefined) && found;
    })) as QueuedReview[];
    expect(grows).toEqual({
      plugin_id: 'ir.acme.grows',
      names: expect.any(Object),
      version: '1.1.0',
      status: 'submitted',
      requested_tier: 'private',
      submitted_at: expect.any(String),
      taken_by: null,
      taken_by_name: null,
      publisher_id: 'acme',
      kind: 'external',
      diff_class: 'consent',
      release_status: 'submitted',
      age_seconds: expect.any(Number),
    });
    expect(box).toMatchObject({ kind: 'instance', diff_class: null, requested_tier: '' });
    const age = (Date.now() - Date.parse(grows!.submitted_at)) / 1_000;
    expect(Number.isInteger(grows!.age_seconds) && grows!.age_seconds >= 0 && grows!.age_seconds <= age).toBe(true);
  });

  it('shows the age of each release in seconds', async () => {
    const ageOf = async () => (await queue(olga, 'limit=1')).items[0]!.age_seconds;
    const before = await ageOf();
    expect(await eventually(async () => (await ageOf()) > before)).toBe(true);
  });

  it('filters by requested tier, by missing tier, and by assignee', async () => {
    granted(await postStep(sam, 'box/take'));
    expect(named(await queue(rita, 'requested_tier=private'))).toEqual(['grows']);
    expect(named(await queue(rita, 'requested_tier=community'))).toEqual(['grows']);
    const wishless = await queue(rita, 'requested_tier=none');
    expect([new Set(wishless.items.map(({ requested_tier }) => requested_tier)), named(wishless)]).toEqual([
      new Set(['']),
      expect.arrayContaining(['box', 'held']),
    ]);
    expect(named(await queue(sam, 'taken_by=me&status=in_review'))).toContain('box');
    expect(await queue(rita, 'taken_by=sam&status=in_review').then(named)).toEqual(
      await queue(sam, 'taken_by=me&status=in_review').then(named),
    );
    expect(named(await queue(rita, 'taken_by=me&status=in_review'))).not.toContain('box');
    expect((await queue(rita, 'taken_by=nobody')).items).toEqual([]);
    expect(statusAndCode(await rita('/operator/v1/reviews?requested_tier=golden'))).toBe('422 request.invalid');
    expect(statusAndCode(await rita(`/operator/v1/reviews?taken_by=${'x'.repeat(256)}`))).toBe('422 request.invalid');
  });

  it('keeps its pages stable while reviewers take releases between page requests', async () => {
    for (const name of ['page1', 'page2', 'page3', 'page4']) await submit(name);
    await eventually(async () => named(await queue(olga, 'limit=200')).includes('page4'));
    const all = named(await queue(olga, 'limit=200'));
    const seen: (string | undefined)[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page<QueuedReview> = await queue(olga, `limit=2&cursor=${cursor}`);
      seen.push(...named(page));
      cursor = page.next_cursor;
      await postStep(rita, `page${1 + (seen.length % 4)}/take`);
    }
    expect(seen).toEqual(all);
  });
});

describe('the history of a release', () => {
  const historyOf = async (name: string, query = '') =>
    granted<Page<ReleaseEvent>>(await rita(`${path(name)}/history${query}`));
  const steps = ({ items }: Page<ReleaseEvent>) =>
    items.map(({ number, event, status, actor }) => [
      number,
      event,
      status,
      actor.kind === 'publisher'
        ? `${actor.publisher_id} by ${actor.key?.label}`
        : actor.kind === 'staff'
          ? `${actor.subject} as ${actor.role}`
          : actor.kind,
    ]);

  it('lists every event with its actor, from the submission to the withdrawal', async () => {
    await submit('lived', {}, 'verified');
    granted(await postStep(rita, 'lived/take'));
    granted(await postStep(rita, 'lived/give_back'));
    granted(await postStep(sam, 'lived/take'));
    granted(await postStep(sam, 'lived/approve', { tier: 'community', notes: 'Fine for all' }));
    await becomes('lived', 'approved');
    granted(await postStep(olga, 'lived/publish'));
    granted(await postStep(olga, 'lived/suspend', { reason: 'It leaks' }));
    granted(await postStep(olga, 'lived/resume'));
    granted(await postStep(olga, 'lived/withdraw', { reason: 'Replaced' }));
    const history = await historyOf('lived');
    expect(steps(history)).toEqual([
      [1, 'submitted', 'submitted', 'acme by CI'],
      [2, 'taken', 'in_review', 'rita as reviewer'],
      [3, 'given_back', 'submitted', 'rita as reviewer'],
      [4, 'taken', 'in_review', 'sam as reviewer'],
      [5, 'approved', 'approved', 'sam as reviewer'],
      [6, 'published', 'published', 'olga as operator'],
      [7, 'suspended', 'suspended', 'olga as operator'],
      [8, 'resumed', 'published', 'olga as operator'],
      [9, 'withdrawn', 'withdrawn', 'olga as operator'],
    ]);
    const release = granted<ReleaseForStaff>(await rita(path('lived')));
    const [submitted, , , , approved, published, suspended, , withdrawn] = history.items;
    expect(submitted).toMatchObject({
      happened_at: release.submitted_at,
      notes: 'About lived',
      tier: 'verified',
      reason: null,
      signature_keyid: null,
      sequence: null,
      actor: { key: { id: expect.stringMatching(/^key_/), last4: hub.key.slice(-4) } },
    });
    expect(approved).toMatchObject({
      happened_at: release.decided_at,
      notes: 'Fine for all',
      tier: 'community',
      signature_keyid: release.signature!.signatures[0]!.keyid,
      sequence: null,
    });
    expect(published).toMatchObject({ happened_at: release.published_at, sequence: expect.any(Number) });
    expect([suspended?.reason, withdrawn?.reason]).toEqual(['It leaks', 'Replaced']);
    expect(withdrawn?.sequence).toBeGreaterThan(published!.sequence!);
    const times = history.items.map(({ happened_at }) => happened_at);
    expect(times).toEqual([...times].sort());
  });

  it('names the reviewer who published on approval, and the publisher who withdrew', async () => {
    expect(steps(await historyOf('grows')).slice(-2)).toEqual([
      [3, 'approved', 'approved', 'rita as reviewer'],
      [4, 'published', 'published', 'rita as reviewer'],
    ]);
    await submit('regretted');
    expect(
      (
        await hub.publisher('/developer/v1/releases/ir.acme.regretted/1.0.0/withdraw', {
          json: { reason: 'Wrong file' },
        })
      ).status,
    ).toBe(200);
    expect(steps(await historyOf('regretted'))).toEqual([
      [1, 'submitted', 'submitted', 'acme by CI'],
      [2, 'withdrawn', 'withdrawn', 'acme by CI'],
    ]);
  });

  it('is returned in pages', async () => {
    const one = await historyOf('lived', '?limit=4');
    const two = await historyOf('lived', `?limit=5&cursor=${one.next_cursor}`);
    expect([...steps(one), ...steps(two)]).toEqual(steps(await historyOf('lived')));
    expect(two.next_cursor).toBeNull();
    for (const wrong of [
      'x',
      'MA',
      Buffer.from('lived').toString('base64url'),
      Buffer.from('9'.repeat(40)).toString('base64url'),
    ])
      expect(statusAndCode(await rita(`${path('lived')}/history?cursor=${wrong}`))).toBe('422 cursor.invalid');
  });

  it('gives 404 for a release that does not exist', async () => {
    expect(statusAndCode(await rita('/operator/v1/releases/ir.nobody.nothing/1.0.0/history'))).toBe(
      '404 catalogue.release_not_found',
    );
    const beyond = Buffer.from('9').toString('base64url');
    expect(statusAndCode(await rita(`/operator/v1/releases/ir.nobody.nothing/1.0.0/history?cursor=${beyond}`))).toBe(
      '404 catalogue.release_not_found',
    );
    expect((await historyOf('lived', `?cursor=${beyond}`)).items).toEqual([]);
  });

  it('is hidden from publishers, and no response to a publisher names a staff member', async () => {
    for (const name of ['lived', 'grows', 'held', 'wanted']) {
      const response = await hub.publisher(`/developer/v1/releases/ir.acme.${name}/1.0.0`);
      const { signature } = response.json as unknown as ReleaseForStaff;
      const all = [
        response.text,
        signature === null ? '' : Buffer.from(signature.payload, 'base64').toString(),
        (await hub.publisher('/developer/v1/plugins')).text,
        (await hub.publisher(`/developer/v1/releases/ir.acme.${name}/1.0.0/withdraw`, { json: { reason: 'x' } })).text,
      ];
      for (const text of all) expect(text).not.toMatch(/rita|sam|olga|taken_by|"by"/);
    }
    expect((await hub.publisher(`${path('lived')}/history`)).status).toBe(401);
    expect((await hub.publisher('/developer/v1/releases/ir.acme.lived/1.0.0/history')).status).toBe(404);
  });
});

describe('the automatic checks of a release', () => {
  it("contain the same problems as the publisher's warnings, and do not change with the release's status", async () => {
    await submit('inward', {
      base_url: 'https://10.1.2.3',
      scopes: { 'wallet.consume': 'Sells' },
      plans: 'none',
      tools: [{ name: 'find', description: 'Finds', input_schema: { $ref: '#/nowhere' } }],
    });
    const release = granted<ReleaseForStaff>(await rita(path('inward')));
    const outcomes = Object.fromEntries(release.checks.map(({ name, outcome }) => [name, outcome]));
    expect(outcomes).toEqual({
      structure: 'passed',
      run_location: 'passed',
      image: 'not_applicable',
      egress: 'not_applicable',
      reach: 'warning',
      scopes: 'warning',
      capabilities: 'not_applicable',
      json_schemas: 'failed',
      plans: 'failed',
      tools: 'passed',
      settings: 'not_applicable',
      ui: 'not_applicable',
    });
    const warnings = (await hub.publisher('/developer/v1/releases/ir.acme.inward/1.0.0')).json['warnings'] as unknown[];
    const problems = release.checks.flatMap((check) => check.problems);
    expect([problems.length, new Set(problems)]).toEqual([warnings.length, new Set(warnings)]);
    expect(granted<ReleaseForStaff>(await postStep(rita, 'inward/take')).checks).toEqual(release.checks);
  });
});

describe('kushk review and kushk operator release', () => {
  const COMMAND = new URL('../../../cli/dist/kushk.mjs', import.meta.url).pathname;
  const run = async (subject: string, ...args: string[]) => {
    const env = {
      PATH: process.env['PATH'],
      LANG: 'C',
      KUSHK_BASE_URL: `http://127.0.0.1:${hub.ports[0]}`,
      KUSHK_PUBLISHER_KEY: hub.key,
      KUSHK_TOKEN: await hub.signIn.token(subject, { expires: '1 hour' }),
    };
    return new Promise<{ exitCode: unknown; out: string; err: string }>((resolve) =>
      execFile(process.execPath, [COMMAND, ...args], { env }, (error, out, err) =>
        resolve({ exitCode: error === null ? 0 : error.code, out, err }),
      ),
    );
  };
  const kushk = (subject: string, ...args: string[]) => run(subject, 'review', ...args);
  const release = ['ir.acme.commanded', '1.0.0'];

  it('shows a release to a reviewer, who takes it and decides; nobody else can', async () => {
    // `plans` is not a list: the hub accepts it with a failed check, and a reviewer must be able to read it.
    const parts = {
      scopes: { 'cases.read': 'Finds the case' },
      plans: 'none',
      tools: [{ name: 'find' }],
      records: [{ type: 'loan', names: { en: 'Lent thing' }, schema: { type: 'object' } }],
      settings: { type: 'object', properties: { region: { type: 'string', enum: ['ir', 'eu'] } } },
      ui: { app: { path: '/pages/app' }, panels: [{ key: 'side', path: '/pages/side' }] },
    };
    await submit('commanded', parts, 'verified');
    const waiting = await eventually(async () => {
      const { out } = await kushk('rita', 'list', '--search', 'commanded');
      return out.includes('ir.acme.commanded') ? out : null;
    });
    expect(waiting).toMatch(/ir\.acme\.commanded {2}1\.0\.0 +submitted +verified +first +0 h +-\n/);

    const shown = (await kushk('rita', 'show', ...release)).out;
    for (const text of ['About commanded', 'https://acme.ir', 'Finds the case', 'plans: failed', 'review take'])
      expect(shown).toContain(text);
    for (const line of [/loan +Lent thing/, /side +\/pages\/side/, /region +ir \| eu/]) expect(shown).toMatch(line);
    expect((await kushk('rita', 'take', ...release)).out).toContain('ir.acme.commanded@1.0.0 is in_review');
    const other = await kushk('sam', 'approve', ...release, '--tier', 'verified');
    expect([other.exitCode, other.err]).toEqual([1, expect.stringContaining('review.taken_by_other')]);

    const silent = await kushk('rita', 'reject', ...release);
    expect([silent.exitCode, silent.err]).toEqual([2, expect.stringContaining('--notes')]);
    const rejected = await kushk('rita', 'reject', ...release, '--notes', 'plans is not a list', '--json');
    expect(JSON.parse(rejected.out)).toMatchObject({ status: 'rejected', review_notes: 'plans is not a list' });
  });

  it('requests changes, which the publisher answers, and passes an appeal to another reviewer', async () => {
    await submit('talked', { scopes: { 'cases.read': 'Finds the case' } });
    const talked = ['ir.acme.talked', '1.0.0'];
    const ofPublisher = (...args: string[]) => run('rita', 'release', ...args);
    await kushk('rita', 'take', ...talked);
    const comment = '/scopes/cases.read=Which cases?';
    const wanted = await kushk('rita', 'request-changes', ...talked, '--notes', 'Say why', '--comment', comment);
    for (const line of [/changes requested at \d/, /reviewer \/scopes\/cases\.read/, /Which cases\?/])
      expect(wanted.out).toMatch(line);
    const wrong = await kushk('rita', 'request-changes', ...talked, '--notes', 'x', '--comment', 'Why?');
    expect([wrong.exitCode, wrong.err]).toEqual([2, expect.stringContaining('POINTER=TEXT')]);

    const answer = await ofPublisher('comment', ...talked, '--path', '/scopes/cases.read', '--text', 'Open ones');
    expect(answer).toMatchObject({ exitCode: 0, out: 'the reviewer reads it with the release\n' });
    expect((await kushk('rita', 'show', ...talked)).out).toMatch(/publisher \/scopes\/cases\.read[^]*Open ones/);
    await kushk('rita', 'reject', ...talked, '--notes', 'Still too much');
    expect((await ofPublisher('status', ...talked)).out).toContain('kushk release appeal ir.acme.talked 1.0.0');
    const appealed = await ofPublisher('appeal', ...talked, '--text', 'It needs them');
    expect(appealed.out).toMatch(/is in_review[^]*Still too much[^]*It needs them[^]*another reviewer than the one/);
    const own = await kushk('rita', 'take', ...talked);
    expect([own.exitCode, own.err]).toEqual([1, expect.stringContaining('review.other_reviewer_required')]);
    expect((await kushk('sam', 'show', ...talked)).out).toContain('the appeal waits for another reviewer');
    expect((await kushk('sam', 'take', ...talked)).exitCode).toBe(0);
    const later = await kushk('sam', 'request-changes', ...talked, '--notes', 'One more question');
    expect(later.out).toMatch(/Which cases\?[^]*Still too much[^]*It needs them[^]*One more question/);
    const next = async () => (await ofPublisher('status', ...talked)).out;
    expect(await next()).toContain('kushk release comment ir.acme.talked 1.0.0 --text TEXT');
    await kushk('sam', 'reject', ...talked, '--notes', 'I agree');
    expect(await next()).not.toContain('kushk release appeal');
  });

  it('approves with a tier and publishes', async () => {
    await submit('accepted');
    const accepted = ['ir.acme.accepted', '1.0.0'];
    expect(await kushk('rita', 'take', ...accepted)).toMatchObject({ exitCode: 0 });
    expect(await kushk('rita', 'approve', ...accepted, '--tier', 'community', '--publish')).toMatchObject({
      exitCode: 0,
    });
    const published = await eventually(async () => {
      const reply = granted<ReleaseForStaff>(await rita(path('accepted')));
      return reply.status === 'published' ? reply : null;
    });
    expect(published.tier).toBe('community');
  });

  it('publishes what was approved alone, and suspends it with a reason, as the operator', async () => {
    await submit('later');
    const later = ['ir.acme.later', '1.0.0'] as const;
    await kushk('rita', 'take', ...later);
    const approved = await kushk('rita', 'approve', ...later, '--tier', 'community');
    expect(approved.out).toContain('next: "kushk operator release publish ir.acme.later 1.0.0"');
    const again = await kushk('rita', 'approve', ...later, '--tier', 'community', '--publish');
    expect([again.exitCode, again.err]).toEqual([1, expect.stringContaining('"kushk operator release publish')]);
    for (const [step, status] of [
      [['publish'], 'published'],
      [['suspend', '--reason', 'Leaks data'], 'suspended'],
      [['resume'], 'published'],
      [['withdraw', '--reason', 'Ended'], 'withdrawn'],
    ] as const) {
      const [name, ...options] = step;
      expect(await run('olga', 'operator', 'release', name, ...later, ...options)).toMatchObject({
        exitCode: 0,
        out: expect.stringContaining(`ir.acme.later@1.0.0 is ${status}`),
      });
    }
  });
});
