import { describe, expect, it } from '@jest/globals';
import {
  cliHarness,
  KEY,
  problemReply,
  RELEASE,
  releaseReply,
  type StubReply,
  VALID_MANIFEST,
  verdictReply,
} from '../../test/cli-harness.js';

const cli = cliHarness();
const path = '/developer/v1/releases/ir.acme.invoices/1.4.0';

describe('kushk release', () => {
  it('submits the manifest with notes and tier, and prints warnings with line numbers', async () => {
    const warning = {
      code: 'scope_missing',
      path: '/names/fa',
      message: 'needs the scope x',
      message_fa: '',
      stage: 'instance',
    };
    cli.replies = [verdictReply(), { status: 201, body: { ...RELEASE, warnings: [warning] } }];
    const { exitCode, out, err } = await cli.run(
      [
        'release',
        'submit',
        cli.writeFile(VALID_MANIFEST),
        '--tier',
        'verified',
        '--notes-file',
        cli.writeFile('Adds OCR', 'notes.txt'),
      ],
      cli.withPublisherKey(),
    );
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    expect(out).toContain('ir.acme.invoices@1.4.0 is submitted\n');
    expect(out).toContain('manifest.yaml:7:24  instance    /names/fa needs the scope x (scope_missing)\n');
    expect(out).toMatch(/\nnext: "kushk release wait ir\.acme\.invoices 1\.4\.0" waits [^\n]*\n$/);
    expect(cli.requests).toEqual([
      expect.objectContaining({ method: 'POST', url: '/developer/v1/checks' }),
      {
        method: 'POST',
        url: '/developer/v1/releases',
        authorization: `Bearer ${KEY}`,
        organisation: undefined,
        language: 'en',
        body: expect.objectContaining({
          requested_tier: 'verified',
          notes: 'Adds OCR',
          manifest: expect.objectContaining({ id: 'ir.acme.invoices', version: '1.4.0' }),
        }),
      },
    ]);
  });

  it.each([
    [{ code: 'duplicate', severity: 'error', path: '/version' }],
    [{ code: 'plugin_api_unsupported', severity: 'warning', path: '/plugin_api' }],
  ])('sends nothing that every instance would refuse (%j), and exits with 5', async (problem) => {
    const warnings = [{ ...problem, stage: 'instance', message: 'is wrong', message_fa: '' }];
    cli.replies = [verdictReply(warnings), verdictReply(warnings), { status: 201, body: RELEASE }];
    const submit = (...args: string[]) =>
      cli.run(['release', 'submit', cli.writeFile(VALID_MANIFEST), ...args], cli.withPublisherKey());
    const { exitCode, out } = await submit();
    expect(exitCode).toBe(5);
    expect(out).toContain(`${problem.path} is wrong (${problem.code})`);
    expect(out).toContain('it was not sent');
    expect(cli.requests.map(({ url }) => url)).toEqual(['/developer/v1/checks']);
    expect((await submit('--allow-refused')).exitCode).toBe(0);
  });

  it('prints what the difference to the published version means, when it submits and when it checks', async () => {
    const message = 'all records of type bid become unreachable';
    const body = {
      verdict: 'valid',
      warnings: [],
      checks: [],
      diff: { previous: '1.3.0', class: 'consent', changes: [] },
      consequences: [{ message, message_fa: '' }],
    };
    cli.replies = [
      { status: 200, body },
      { status: 201, body: RELEASE },
      { status: 200, body },
    ];
    const file = cli.writeFile(VALID_MANIFEST);
    for (const command of [
      ['release', 'submit', file],
      ['manifest', 'check', file, '--against', 'published'],
    ]) {
      const { exitCode, out } = await cli.run(command, cli.withPublisherKey());
      expect({ exitCode, out }).toEqual({
        exitCode: 0,
        out: expect.stringContaining(`compared with 1.3.0, the newest published version:\n  ${message}\n`),
      });
    }
  });

  it('submits to an older hub, which sends no consequences', async () => {
    const diff = { previous: '1.3.0', class: 'consent', changes: [] };
    cli.replies = [
      { status: 200, body: { verdict: 'valid', warnings: [], checks: [], diff } },
      { status: 201, body: RELEASE },
    ];
    const { exitCode } = await cli.run(['release', 'submit', cli.writeFile(VALID_MANIFEST)], cli.withPublisherKey());
    expect(exitCode).toBe(0);
  });

  it('prints the problems that the service reports, with line numbers', async () => {
    cli.replies = [
      problemReply(422, 'catalogue.manifest_invalid', {
        problems: [
          { code: 'x', severity: 'error', path: '/kind', message: 'is wrong', message_fa: '', stage: 'submission' },
        ],
      }),
    ];
    const { exitCode, out } = await cli.run(
      ['release', 'submit', cli.writeFile(VALID_MANIFEST)],
      cli.withPublisherKey(),
    );
    expect({ exitCode, out }).toEqual({
      exitCode: 1,
      out: 'manifest.yaml:5:1  submission  /kind is wrong (x)\n1 error\n',
    });
  });

  it.each([
    ['submitted', '"kushk release wait ir.acme.invoices 1.4.0" waits until it is reviewed'],
    ['in_review', '"kushk release status ir.acme.invoices 1.4.0" shows'],
    ['approved', 'the operator of the hub publishes it'],
    ['rejected', 'raise version in it, and submit it again with "kushk release submit FILE"'],
    ['withdrawn', 'raise version in it'],
    ['published', '"kushk release wait ir.acme.invoices 1.4.0" waits until one does'],
  ])('names the next command of a release that is %s', async (status, next) => {
    cli.replies = [releaseReply(status)];
    const { out } = await cli.run(['release', 'status', 'ir.acme.invoices', '1.4.0'], cli.withPublisherKey());
    expect(out.split('\n').at(-2)).toMatch(/^next: /);
    expect(out.split('\n').at(-2)).toContain(next);
  });

  it('writes commands as the person types them: with npx when npx runs it', async () => {
    cli.replies = [releaseReply('approved'), problemReply(404, 'catalogue.release_not_found')];
    const run = () =>
      cli.run(['release', 'status', 'a.b', '1.0.0'], cli.withPublisherKey({ npm_lifecycle_event: 'npx' }));
    expect((await run()).out).toContain('"npx @kushk/cli release wait ');
    expect((await run()).err).toContain('"npx @kushk/cli release list" shows');
  });

  it('sends no request for a file that is not valid YAML', async () => {
    const { exitCode, out } = await cli.run(
      ['release', 'submit', cli.writeFile('a: 1\na: 2'), '--json'],
      cli.withPublisherKey(),
    );
    expect({ exitCode, code: JSON.parse(out).error.params.problems[0].code, requests: cli.requests }).toEqual({
      exitCode: 1,
      code: 'yaml_duplicate_key',
      requests: [],
    });
  });

  it('returns to an earlier release, and shows in a dry run what that would lose', async () => {
    const made = {
      plugin_id: 'ir.acme.invoices',
      from: '1.3.0',
      version: '1.4.0',
      dry_run: true,
      approval: 'automatic',
      present: '1.3.9',
      losses: { settings: ['currency'], record_types: ['receipt'] },
      diff: null,
      release: null,
    };
    cli.replies = [
      { status: 200, body: made },
      { status: 201, body: { ...made, dry_run: false, release: { ...RELEASE, status: 'published' } } },
    ];
    const command = ['release', 'return', 'ir.acme.invoices', '1.3.0', '--as', '1.4.0', '--reason', 'wrong totals'];
    const dry = await cli.run([...command, '--dry-run'], cli.withPublisherKey());
    expect(dry).toMatchObject({ exitCode: 0, err: '' });
    expect(dry.out).toContain('settings of 1.3.9 that it does not have: currency\n');
    expect(dry.out).toContain('records of 1.3.9 that it does not have: receipt\n');
    const { out } = await cli.run(command, cli.withPublisherKey());
    expect(out).toContain('1.4.0 has the content of 1.3.0, as its reviewer approved it\n');
    expect(out).toContain('ir.acme.invoices@1.4.0 is published\n');
    const url = '/developer/v1/releases/ir.acme.invoices/1.3.0/return';
    expect(cli.requests).toMatchObject([
      { method: 'POST', url, body: { version: '1.4.0', reason: 'wrong totals', dry_run: true } },
      { method: 'POST', url, body: { version: '1.4.0', reason: 'wrong totals' } },
    ]);
  });

  it('shows the status of a release, and withdraws a release with a reason', async () => {
    cli.replies = [
      { status: 200, body: { ...RELEASE, status: 'rejected', review_notes: 'No\u001B[2Jicon' } },
      { status: 200, body: { ...RELEASE, status: 'withdrawn' } },
    ];
    const status = await cli.run(['release', 'status', 'ir.acme/../x', '1.4.0'], cli.withPublisherKey());
    expect(status.out).toMatch(/is rejected\n[^]*review notes +No \[2Jicon\n/);
    expect(
      JSON.parse(
        (
          await cli.run(
            ['--json', 'release', 'withdraw', 'ir.acme.invoices', '1.4.0', '--reason', 'mistake'],
            cli.withPublisherKey(),
          )
        ).out,
      ),
    ).toMatchObject({ status: 'withdrawn' });
    expect(cli.requests.map(({ method, url, body }) => ({ method, url, body }))).toEqual([
      { method: 'GET', url: '/developer/v1/releases/ir.acme%2F..%2Fx/1.4.0', body: undefined },
      { method: 'POST', url: '/developer/v1/releases/ir.acme.invoices/1.4.0/withdraw', body: { reason: 'mistake' } },
    ]);
    expect((await cli.run(['release', 'status', '..', '1.4.0'], cli.withPublisherKey())).exitCode).toBe(2);
  });

  it.each<[string, StubReply, number]>([
    ['a refusal', problemReply(409, 'catalogue.version_exists', { version: '1.4.0' }), 1],
    ['an unknown release', problemReply(404, 'catalogue.release_not_found'), 1],
    ['a manifest of another publisher', problemReply(403, 'catalogue.publisher_mismatch'), 1],
    ['a wrong key', problemReply(401, 'auth.publisher_key_invalid'), 4],
    ['a missing role', problemReply(403, 'auth.role_missing'), 4],
    ['an unavailable service', { ...problemReply(503, 'catalogue.unavailable'), headers: { 'retry-after': '7' } }, 3],
    ['too many requests', problemReply(429, 'rate.limited'), 3],
    ['an HTML page', { status: 200, body: '<html>' }, 3],
    ['JSON without the fields of a release', { status: 200, body: {} }, 3],
    ['a JSON list', { status: 200, body: [] }, 3],
    ['null', { status: 200, body: 'null' }, 3],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 3],
  ])('after %s, prints one line and exits with the documented code', async (_what, reply, exitCode) => {
    cli.replies = [reply, reply];
    const result = await cli.run(['release', 'status', 'ir.acme.invoices', '1.4.0'], cli.withPublisherKey());
    expect(result).toMatchObject({ exitCode, out: '' });
    expect(result.err).toMatch(/^kushk: [^\n]+ \([a-z_.]+\)\n/);
    expect(result.err + result.out).not.toContain(KEY);
    const code = (reply.body as { code?: string } | undefined)?.code;
    if (code !== undefined) expect(result.err).toContain(`(${code})\n`);
    if (code !== undefined) expect(result.err).toContain('request id: req_42');
    const json = await cli.run(['release', 'status', 'ir.acme.invoices', '1.4.0', '--json'], cli.withPublisherKey());
    expect({ exitCode: json.exitCode, err: json.err, code: JSON.parse(json.out).error.code }).toEqual({
      exitCode,
      err: '',
      code: code ?? 'cli.answer_unreadable',
    });
  });

  it('prints each problem of a rejected request in the requested language', async () => {
    const reply = problemReply(422, 'request.invalid', {
      problems: [
        {
          code: 'too_long',
          path: '/notes',
          message: 'is too long',
          message_fa: 'بلند است',
          stage: 'request',
          hint: 'shorten it',
        },
      ],
    });
    cli.replies = [reply, reply];
    expect((await cli.run(['release', 'status', 'a.b', '1.0.0'], cli.withPublisherKey())).err).toBe(
      'kushk: Request refused: because (request.invalid)\n  /notes is too long; shorten it\n  request id: req_42\n',
    );
    expect(
      (await cli.run(['release', 'status', 'a.b', '1.0.0', '--lang', 'fa'], cli.withPublisherKey())).err,
    ).toContain('/notes بلند است');
    expect(cli.requests.map(({ language }) => language)).toEqual(['en', 'fa']);
  });

  it('exits with 3 when the service cannot be reached', async () => {
    expect(
      await cli.run(['release', 'status', 'a.b', '1.0.0', '--base-url', 'http://127.0.0.1:9'], cli.withPublisherKey()),
    ).toMatchObject({ exitCode: 3, out: '' });
  });

  it('prints progress on stderr while it waits for a slow reply', async () => {
    let reply = (): void => undefined;
    const after = new Promise<void>((resolve) => (reply = resolve));
    cli.replies = [{ status: 200, body: RELEASE, after }];
    const result = await cli.run(['release', 'status', 'a.b', '1.0.0'], {
      ...cli.withPublisherKey(),
      onError: () => reply(),
    });
    expect(result).toMatchObject({ exitCode: 0, progress: expect.stringMatching(/^Reading … \d+ s\n/) });
  });
});

describe('kushk release submit --if-exists same', () => {
  const submit = (...args: string[]) =>
    cli.run(
      ['release', 'submit', cli.writeFile(VALID_MANIFEST), '--if-exists', 'same', ...args],
      cli.withPublisherKey(),
    );
  const exists = (isSame: boolean) =>
    problemReply(409, 'catalogue.version_exists', {
      plugin_id: 'ir.acme.invoices',
      version: '1.4.0',
      status: 'in_review',
      same_content: isSame,
    });

  it('exits with 0 and prints the existing release if the same manifest was submitted before', async () => {
    const replies = [exists(true), exists(true), releaseReply('in_review')];
    cli.replies = [...replies, ...replies];
    expect(await submit('--json')).toMatchObject({
      exitCode: 0,
      err: '',
      out: expect.stringContaining('"status": "in_review"'),
    });
    expect(await submit()).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('is in_review'),
      err: 'this version was submitted before with the same manifest\n',
    });
    expect(cli.requests[2]).toMatchObject({ method: 'GET', url: path });
  });

  it('exits with 13 if the version exists with different content, and with 1 when --if-exists is not used', async () => {
    cli.replies = [exists(false), exists(false), exists(true), exists(true)];
    expect((await submit()).exitCode).toBe(13);
    expect((await cli.run(['release', 'submit', cli.writeFile(VALID_MANIFEST)], cli.withPublisherKey())).exitCode).toBe(
      1,
    );
  });
});
