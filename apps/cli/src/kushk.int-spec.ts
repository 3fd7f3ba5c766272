import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  BROKEN,
  commandUnderTest,
  INVOICES,
  KEY,
  refusal,
  RELEASE,
  type Answer,
} from './black-box/command-under-test.js';

const cli = commandUnderTest();
const read = (file: string) => readFileSync(join(cli.folder, file), 'utf8');

describe('kushk manifest check', () => {
  it('says that nothing is wrong, and exits with 0', async () => {
    expect(await cli.run(['manifest', 'check', cli.write(INVOICES)])).toMatchObject({
      exitCode: 0,
      out: 'manifest.yaml: no problems\n',
      err: '',
    });
  });

  it('tells every problem with its line and column, and exits with 1', async () => {
    const { exitCode, out } = await cli.run(['manifest', 'check', cli.write(BROKEN)]);
    expect({ exitCode, lines: out.split('\n') }).toEqual({
      exitCode: 1,
      lines: [
        'manifest.yaml:3:1  submission  /version must be string, not number (type)',
        '    put it in quotes',
        'manifest.yaml:5:1  instance    /records needs the scope records.own (scope_missing)',
        '    add records.own to scopes and say why',
        '2 problems',
        '',
      ],
    });
  });

  it('speaks Persian when asked, or when the locale is Persian', async () => {
    const file = cli.write(INVOICES.replace('publisher: acme\n', ''));
    expect((await cli.run(['manifest', 'check', file, '--lang', 'fa'])).out).toContain(
      '/publisher لازم است (required)\n۱ مشکل',
    );
    expect((await cli.run(['manifest', 'check', file], { environment: { LANG: 'fa_IR.UTF-8' } })).out).toContain(
      'لازم است',
    );
  });

  it('wants https in production, reads standard input and JSON, and writes one JSON document', async () => {
    const json = JSON.stringify(
      {
        schema: '1',
        id: 'ir.acme.x',
        version: '1.0.0',
        publisher: 'acme',
        kind: 'external',
        plugin_api: '1.0',
        names: { en: 'X' },
        base_url: 'http://localhost:1',
      },
      null,
      2,
    );
    expect((await cli.run(['manifest', 'check', '-'], { input: json })).exitCode).toBe(0);
    const { exitCode, out } = await cli.run(['manifest', 'check', '-', '--production', '--json'], { input: json });
    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      file: '-',
      valid: false,
      problems: [{ code: 'base_url_not_https', path: '/base_url', line: 11, column: 3, stage: 'submission' }],
    });
  });

  it('tells where the YAML itself cannot be read', async () => {
    expect((await cli.run(['manifest', 'check', cli.write('id: [a\nname: b')])).out).toMatch(
      /^manifest\.yaml:2:\d+ {2}submission {2} is not valid YAML: /,
    );
  });

  it('reads UTF-8 with or without a mark, and refuses other encodings instead of guessing', async () => {
    expect(
      (await cli.run(['manifest', 'check', cli.write(`\uFEFF${INVOICES.replaceAll('\n', '\r\n')}`)])).exitCode,
    ).toBe(0);
    for (const encoding of ['utf16le', 'latin1'] as const) {
      const file = cli.write(Buffer.from(`\uFEFF${INVOICES}é`, encoding), `${encoding}.yaml`);
      expect(await cli.run(['manifest', 'check', file])).toMatchObject({
        exitCode: 2,
        out: '',
        err: `kushk: ${file} is not UTF-8 text (cli.usage)\n`,
      });
      expect(
        (await cli.run(['release', 'submit', cli.write(INVOICES), '--notes-file', file], cli.asPublisher())).exitCode,
      ).toBe(2);
    }
    expect(cli.asked).toEqual([]);
  });

  it('exits with 2 for a file that is not there, an unknown command or option, and a missing word', async () => {
    expect(await cli.run(['manifest', 'check', 'missing.yaml'])).toMatchObject({
      exitCode: 2,
      out: '',
      err: 'kushk: missing.yaml cannot be read (ENOENT) (cli.usage)\n',
    });
    for (const words of [
      ['manifest', 'check'],
      ['nonsense'],
      ['manifest', 'check', 'x', '--nonsense'],
      ['manifest'],
      ['operator', 'key', 'issue', 'acme'],
    ]) {
      expect({ words, exitCode: (await cli.run(words)).exitCode }).toEqual({ words, exitCode: 2 });
    }
  });
});

describe('kushk release', () => {
  it('submits the manifest with notes and tier, and shows warnings at their lines', async () => {
    const warning = {
      code: 'scope_missing',
      path: '/names/fa',
      message: 'needs the scope x',
      message_fa: '',
      stage: 'instance',
    };
    cli.answers = [{ status: 201, body: { ...RELEASE, warnings: [warning] } }];
    const { exitCode, out, err } = await cli.run(
      [
        'release',
        'submit',
        cli.write(INVOICES),
        '--tier',
        'verified',
        '--notes-file',
        cli.write('Adds OCR', 'notes.txt'),
      ],
      cli.asPublisher(),
    );
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    expect(out).toContain('ir.acme.invoices@1.4.0 is submitted\n');
    expect(out).toContain('manifest.yaml:7:24  instance    /names/fa needs the scope x (scope_missing)\n');
    expect(cli.asked).toEqual([
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

  it('shows the problems that the service found at their lines', async () => {
    cli.answers = [
      refusal(422, 'catalogue.manifest_invalid', {
        problems: [{ code: 'x', path: '/kind', message: 'is wrong', message_fa: '', stage: 'submission' }],
      }),
    ];
    const { exitCode, out } = await cli.run(['release', 'submit', cli.write(INVOICES)], cli.asPublisher());
    expect({ exitCode, out }).toEqual({
      exitCode: 1,
      out: 'manifest.yaml:5:1  submission  /kind is wrong (x)\n1 problem\n',
    });
  });

  it('sends nothing when the file cannot be read as YAML', async () => {
    const { exitCode, out } = await cli.run(
      ['release', 'submit', cli.write('a: 1\na: 2'), '--json'],
      cli.asPublisher(),
    );
    expect({ exitCode, code: JSON.parse(out).error.params.problems[0].code, asked: cli.asked }).toEqual({
      exitCode: 1,
      code: 'yaml_duplicate_key',
      asked: [],
    });
  });

  it('asks for a release by id, and withdraws it with a reason', async () => {
    cli.answers = [
      { status: 200, body: { ...RELEASE, status: 'rejected', review_notes: 'No\u001B[2Jicon' } },
      { status: 200, body: { ...RELEASE, status: 'withdrawn' } },
    ];
    const status = await cli.run(['release', 'status', 'ir.acme/../x', '1.4.0'], cli.asPublisher());
    expect(status.out).toMatch(/is rejected\n[^]*review notes +No \[2Jicon\n/);
    expect(
      JSON.parse(
        (
          await cli.run(
            ['--json', 'release', 'withdraw', 'ir.acme.invoices', '1.4.0', '--reason', 'mistake'],
            cli.asPublisher(),
          )
        ).out,
      ),
    ).toMatchObject({ status: 'withdrawn' });
    expect(cli.asked.map(({ method, url, body }) => ({ method, url, body }))).toEqual([
      { method: 'GET', url: '/developer/v1/releases/ir.acme%2F..%2Fx/1.4.0', body: undefined },
      { method: 'POST', url: '/developer/v1/releases/ir.acme.invoices/1.4.0/withdraw', body: { reason: 'mistake' } },
    ]);
    expect((await cli.run(['release', 'status', '..', '1.4.0'], cli.asPublisher())).exitCode).toBe(2);
  });

  it.each<[string, Answer, number]>([
    ['a refusal', refusal(409, 'catalogue.version_exists', { version: '1.4.0' }), 1],
    ['something that is not there', refusal(404, 'catalogue.release_not_found'), 1],
    ['a manifest of another publisher', refusal(403, 'catalogue.publisher_mismatch'), 1],
    ['a wrong key', refusal(401, 'auth.publisher_key_invalid'), 4],
    ['a missing role', refusal(403, 'auth.role_missing'), 4],
    ['a part that is down', { ...refusal(503, 'catalogue.unavailable'), headers: { 'retry-after': '7' } }, 3],
    ['too many requests', refusal(429, 'rate.limited'), 3],
    ['a page of something else', { status: 200, body: '<html>' }, 3],
    ['JSON of something else', { status: 200, body: {} }, 3],
    ['a list of something else', { status: 200, body: [] }, 3],
    ['nothing', { status: 200, body: 'null' }, 3],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 3],
  ])('exits for %s with the documented code, in one readable line', async (_what, answer, exitCode) => {
    cli.answers = [answer, answer];
    const ran = await cli.run(['release', 'status', 'ir.acme.invoices', '1.4.0'], cli.asPublisher());
    expect(ran).toMatchObject({ exitCode, out: '' });
    expect(ran.err).toMatch(/^kushk: [^\n]+ \([a-z_.]+\)\n/);
    expect(ran.err + ran.out).not.toContain(KEY);
    const code = (answer.body as { code?: string } | undefined)?.code;
    if (code !== undefined) expect(ran.err).toContain(`(${code})\n`);
    if (code !== undefined) expect(ran.err).toContain('request id: req_42');
    const json = await cli.run(['release', 'status', 'ir.acme.invoices', '1.4.0', '--json'], cli.asPublisher());
    expect({ exitCode: json.exitCode, err: json.err, code: JSON.parse(json.out).error.code }).toEqual({
      exitCode,
      err: '',
      code: code ?? 'cli.answer_unreadable',
    });
  });

  it('shows the problems of a request one by one, in the language cli.asked for', async () => {
    const answer = refusal(422, 'request.invalid', {
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
    cli.answers = [answer, answer];
    expect((await cli.run(['release', 'status', 'a.b', '1.0.0'], cli.asPublisher())).err).toBe(
      'kushk: It was refused: because (request.invalid)\n  /notes is too long; shorten it\n  request id: req_42\n',
    );
    expect((await cli.run(['release', 'status', 'a.b', '1.0.0', '--lang', 'fa'], cli.asPublisher())).err).toContain(
      '/notes بلند است',
    );
    expect(cli.asked.map(({ language }) => language)).toEqual(['en', 'fa']);
  });

  it('exits with 3 where nobody listens, and says on stderr what takes longer than a second', async () => {
    expect(
      await cli.run(['release', 'status', 'a.b', '1.0.0', '--base-url', 'http://127.0.0.1:9'], cli.asPublisher()),
    ).toMatchObject({ exitCode: 3, out: '' });
    cli.answers = [{ status: 200, body: RELEASE, afterMs: 1_500 }];
    expect(await cli.run(['release', 'status', 'a.b', '1.0.0'], cli.asPublisher())).toMatchObject({
      exitCode: 0,
      err: 'Asking … 1 s\n',
    });
  });
});

describe('kushk usage', () => {
  it('shows the figures by installation, and that they are minimums', async () => {
    const figures = {
      mu_consumed: '95.5',
      mu_purchased: '0',
      mu_gifted: '50',
      proposals_applied: 41,
      proposals_rejected: 6,
    };
    cli.answers = [
      {
        status: 200,
        body: {
          month: '2026-10',
          timezone: 'Asia/Tehran',
          partial: true,
          plugins: [{ plugin_id: 'ir.acme.invoices', installations: [{ alias: 'inst_a', ...figures }] }],
        },
      },
    ];
    const { exitCode, out } = await cli.run(['usage', '--month', '2026-10'], cli.asPublisher());
    expect({ exitCode, url: cli.asked[0]?.url }).toEqual({ exitCode: 0, url: '/developer/v1/usage?month=2026-10' });
    expect(out).toMatch(/partial[^]*ir\.acme\.invoices +inst_a +95\.5 +0 +50 +41 +6\n$/);
  });
});

describe('kushk operator', () => {
  const key = {
    id: 'key_1',
    label: 'ci',
    last4: 'wxyz',
    created_at: '2026-11-20T10:00:00.000Z',
    last_used_at: null,
    expires_at: null,
    revoked_at: null,
  };

  it('adds and lists publishers', async () => {
    cli.answers = [
      { status: 201, body: { id: 'acme', name: 'Acme' } },
      { status: 200, body: { items: [{ id: 'acme', name: 'Acme' }] } },
    ];
    expect((await cli.run(['operator', 'publisher', 'add', 'acme', 'Acme'], cli.asPerson())).out).toBe(
      'publisher acme added\n',
    );
    expect((await cli.run(['operator', 'publisher', 'list'], cli.asPerson())).out).toBe(
      'publisher  name\nacme       Acme\n',
    );
    expect(cli.asked[0]).toMatchObject({
      method: 'POST',
      url: '/operator/v1/publishers',
      authorization: 'Bearer ey.staff.token',
      body: { id: 'acme', name: 'Acme' },
    });
  });

  it('issues a key, alone on stdout so that it can be piped; lists and revokes without it', async () => {
    cli.answers = [
      { status: 201, body: { key, secret: KEY } },
      { status: 200, body: { items: [key] } },
      { status: 204 },
    ];
    const issued = await cli.run(
      ['operator', 'key', 'issue', 'acme', '--label', 'ci', '--expires-at', '2027-01-01T00:00:00Z'],
      cli.asPerson(),
    );
    expect(issued).toMatchObject({
      exitCode: 0,
      out: `${KEY}\n`,
      err: 'key key_1 of acme issued; it is shown this once and cannot be shown again\n',
    });
    expect((await cli.run(['operator', 'key', 'list', 'acme'], cli.asPerson())).out).toContain('key_1  ci     …wxyz');
    expect((await cli.run(['operator', 'key', 'revoke', 'acme', 'key_1', '--json'], cli.asPerson())).out).toBe(
      '{\n  "revoked": "key_1"\n}\n',
    );
    expect(cli.asked.map(({ method, url, body }) => ({ method, url, body }))).toEqual([
      {
        method: 'POST',
        url: '/operator/v1/publishers/acme/keys',
        body: { label: 'ci', expires_at: '2027-01-01T00:00:00Z' },
      },
      { method: 'GET', url: '/operator/v1/publishers/acme/keys', body: undefined },
      { method: 'DELETE', url: '/operator/v1/publishers/acme/keys/key_1', body: undefined },
    ]);
  });

  it('registers and lists instances', async () => {
    const instance = { id: 'i1', name: 'One', plugin_api: '1.0', registered_at: '2026-11-20T10:00:00.000Z' };
    cli.answers = [
      { status: 201, body: instance },
      { status: 200, body: { items: [instance] } },
    ];
    expect(
      (await cli.run(['operator', 'instance', 'register', 'i1', 'One', '--plugin-api', '1.0'], cli.asPerson()))
        .exitCode,
    ).toBe(0);
    expect((await cli.run(['operator', 'instance', 'list'], cli.asPerson())).out).toContain('i1        One   1.0');
    expect(cli.asked[0]?.body).toEqual({ id: 'i1', name: 'One', plugin_api: '1.0' });
  });

  it('hands over the credentials of a link once: alone on stdout, or into a file that only its owner may read', async () => {
    const link = { url: 'tls://nats.hub.example:7422', credentials: '-----BEGIN NATS USER JWT-----\nSECRET\n' };
    const instance = {
      id: 'i1',
      name: 'One',
      plugin_api: '1.0',
      registered_at: '2026-11-20T10:00:00.000Z',
      public_key: null,
    };
    const [file, pins] = [cli.write('', 'link.creds'), cli.write('', 'pins.json')];
    const add = ['operator', 'instance', 'add', 'i1', 'One', '--plugin-api', '1.0'];
    cli.answers = [
      { status: 201, body: { ...instance, link } },
      { status: 201, body: { ...instance, link, pinned_keys: { keys: [{ kid: 'hub' }] } } },
      { status: 201, body: { ...instance, link: null } },
    ];
    const shown = await cli.run(add, cli.asPerson());
    expect(shown).toMatchObject({ exitCode: 0, out: link.credentials });
    const written = await cli.run(
      [...add, '--credentials-file', file, '--pinned-keys-file', pins, '--json'],
      cli.asPerson(),
    );
    expect(JSON.parse(written.out)).toMatchObject({ id: 'i1', link: { url: link.url } });
    expect(written.out + written.err).not.toContain('SECRET');
    expect([read(file), statSync(join(cli.folder, file)).mode & 0o777, read(pins)]).toEqual([
      link.credentials,
      0o600,
      '{"keys":[{"kid":"hub"}]}',
    ]);
    expect((await cli.run([...add, '--credentials-file', file], cli.asPerson())).out).toContain(
      'no credentials were issued',
    );
    expect(read(file)).toBe(link.credentials);
  });

  it('rotates and removes instances, and asks nothing where the credentials would have no place', async () => {
    const instance = {
      id: 'i1',
      name: 'One',
      plugin_api: '1.0',
      registered_at: '2026-11-20T10:00:00.000Z',
      link: { url: 'tls://nats.hub.example:7422', credentials: 'NEW' },
    };
    cli.answers = [{ status: 200, body: instance }, { status: 204 }];
    const file = cli.write('OLD', 'link.creds');
    expect(
      await cli.run(
        ['operator', 'instance', 'rotate', 'i1', '--credentials-file', '/nowhere/link.creds'],
        cli.asPerson(),
      ),
    ).toMatchObject({ exitCode: 2 });
    expect(cli.asked).toEqual([]);
    expect(
      await cli.run(['operator', 'instance', 'rotate', 'i1', '--credentials-file', file], cli.asPerson()),
    ).toMatchObject({ exitCode: 0 });
    expect(read(file)).toBe('NEW');
    expect(await cli.run(['operator', 'instance', 'remove', 'i1'], cli.asPerson())).toMatchObject({ exitCode: 0 });
    expect(cli.asked.map(({ method, url }) => [method, url])).toEqual([
      ['POST', '/operator/v1/instances/i1/rotate'],
      ['DELETE', '/operator/v1/instances/i1'],
    ]);
  });
});

describe('kushk dev', () => {
  it("publishes a file into the instance's catalogue", async () => {
    cli.answers = [{ status: 201, body: { plugin_id: 'ir.acme.invoices', version: '1.4.0' } }];
    const { exitCode, out } = await cli.run(
      ['dev', 'publish', cli.write(INVOICES), '--organisation', 'org_1'],
      cli.asPerson(),
    );
    expect({ exitCode, out }).toEqual({
      exitCode: 0,
      out: `ir.acme.invoices@1.4.0 is in the store of ${cli.origin}\n`,
    });
    expect(cli.asked[0]).toMatchObject({
      method: 'POST',
      url: '/instance/v1/dev/releases',
      organisation: 'org_1',
      body: { manifest: { id: 'ir.acme.invoices' } },
    });
  });

  it('is told that production refuses it', async () => {
    cli.answers = [refusal(404, 'route.not_found')];
    expect((await cli.run(['dev', 'publish', cli.write(INVOICES)], cli.asPerson())).exitCode).toBe(1);
  });

  it('reads credentials once, as lines for a .env file', async () => {
    cli.answers = [
      {
        status: 200,
        body: {
          installation_id: 'ins_1',
          token: 'ki_x',
          signing_secret: 'ks_y',
          api_base: `${cli.origin}/i/ins_1/plugin/v1`,
        },
      },
    ];
    expect((await cli.run(['dev', 'credentials', 'ins_1'], cli.asPerson())).out).toBe(
      `KUSHK_INSTALLATION_ID=ins_1\nKUSHK_API_BASE=${cli.origin}/i/ins_1/plugin/v1\nKUSHK_INSTALLATION_TOKEN=ki_x\nKUSHK_SIGNING_SECRET=ks_y\n`,
    );
    expect(cli.asked[0]).toMatchObject({ method: 'POST', url: '/instance/v1/installations/ins_1/credentials' });
  });
});

describe('where and as whom', () => {
  const development = (): void => {
    mkdirSync(join(cli.folder, '.kushk'));
    writeFileSync(
      join(cli.folder, '.kushk', 'dev.json'),
      JSON.stringify({
        hub: { base_url: cli.origin },
        instances: [{ id: 'i1', service_origin: cli.origin }],
        publisher: { id: 'acme', key: KEY },
        staff: { operator_token: 'op' },
        organisation: { id: 'org_9', admin_token: 'ad' },
      }),
    );
  };

  it('may end with the line break that it was pasted with, and holds no other space', async () => {
    cli.answers = [{ status: 200, body: RELEASE }];
    expect(
      (await cli.run(['release', 'status', 'a.b', '1.0.0'], cli.asPublisher({ KUSHK_PUBLISHER_KEY: `${KEY}\r\n` })))
        .exitCode,
    ).toBe(0);
    expect(cli.asked[0]?.authorization).toBe(`Bearer ${KEY}`);
    expect(
      await cli.run(['release', 'status', 'a.b', '1.0.0'], cli.asPublisher({ KUSHK_PUBLISHER_KEY: `${KEY} x` })),
    ).toMatchObject({ exitCode: 4, err: expect.stringContaining('cli.credential_malformed') });
  });

  it('comes from the development system of the checkout when nothing else is said', async () => {
    development();
    cli.answers = [
      { status: 200, body: RELEASE },
      { status: 200, body: { items: [] } },
      { status: 201, body: { plugin_id: 'a.b', version: '1.0.0' } },
    ];
    await cli.run(['release', 'status', 'a.b', '1.0.0']);
    await cli.run(['operator', 'publisher', 'list']);
    await cli.run(['dev', 'publish', cli.write(INVOICES)]);
    expect(cli.asked.map(({ authorization, organisation }) => [authorization, organisation])).toEqual([
      [`Bearer ${KEY}`, undefined],
      ['Bearer op', undefined],
      ['Bearer ad', 'org_9'],
    ]);
  });

  it('never sends a credential of the development system to another address', async () => {
    development();
    const { exitCode, err } = await cli.run([
      'release',
      'status',
      'a.b',
      '1.0.0',
      '--base-url',
      cli.origin.replace('127.0.0.1', 'localhost'),
    ]);
    expect({ exitCode, asked: cli.asked }).toEqual({ exitCode: 4, asked: [] });
    expect(err).toContain('KUSHK_PUBLISHER_KEY');
  });

  it('is missing: 2 for the address, 4 for the credential', async () => {
    expect((await cli.run(['usage'])).exitCode).toBe(2);
    expect((await cli.run(['usage', '--base-url', 'ftp://x'])).exitCode).toBe(2);
    expect((await cli.run(['usage', '--base-url', cli.origin])).exitCode).toBe(4);
    const malformed = await cli.run(['usage', '--base-url', cli.origin, '--key', 'kp_\nsecret']);
    expect(malformed.exitCode).toBe(4);
    expect(malformed.err).not.toContain('secret');
  });
});

describe('the command itself', () => {
  it('explains every command and the exit codes, and has the version of its package', async () => {
    for (const words of [[], ['release', 'submit'], ['operator', 'key', 'issue'], ['dev', 'credentials']]) {
      const { exitCode, out } = await cli.run([...words, '--help']);
      expect({ words, exitCode, explains: /Usage: kushk[^]*Exit codes:\n {2}0 /.test(out) }).toEqual({
        words,
        exitCode: 0,
        explains: true,
      });
    }
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect((await cli.run(['--version'])).out).toBe(`${version}\n`);
  });

  it('starts within 200 ms of a Node that does nothing', async () => {
    const nothing = (): Promise<number> =>
      new Promise((resolve) => {
        const started = performance.now();
        spawn(process.execPath, ['-e', '0']).on('close', () => resolve(performance.now() - started));
      });
    const [bare, ours] = [[] as number[], [] as number[]];
    for (let run = 0; run < 5; run += 1) {
      bare.push(await nothing());
      ours.push((await cli.run(['--version'])).milliseconds);
    }
    expect(Math.min(...ours) - Math.min(...bare)).toBeLessThan(200);
  });
});
