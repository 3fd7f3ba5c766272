import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

interface Ran { readonly exitCode: number | null; readonly out: string; readonly err: string; readonly milliseconds: number }
interface Asked { readonly method: string; readonly url: string; readonly authorization: string; readonly organisation: string | undefined; readonly language: string | undefined; readonly body: unknown }
interface Answer { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string>; readonly afterMs?: number }

const COMMAND = new URL('../bin/kushk.mjs', import.meta.url).pathname;
const KEY = 'kp_0123456789abcdefghijABCDEFGHIJ000000';

let folder: string;
let service: Server;
let origin: string;
let asked: Asked[];
let answers: Answer[];

beforeAll(async () => {
  service = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { method = '', url = '', headers } = request;
      asked.push({ method, url, authorization: headers.authorization ?? '', organisation: headers['service-organisation']?.toString(), language: headers['accept-language'], body: body === '' ? undefined : JSON.parse(body) });
      const answer = answers.shift() ?? { status: 500 };
      setTimeout(() => {
        response.writeHead(answer.status, { 'content-type': answer.status < 400 ? 'application/json' : 'application/problem+json', ...answer.headers });
        response.end(answer.body === undefined ? '' : typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
      }, answer.afterMs ?? 0);
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => service.close(resolve)));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kushk-cli-'));
  [asked, answers] = [[], []];
});
afterEach(() => rmSync(folder, { recursive: true }));

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
  return text;
}

/** The built command as a process of its own, in an empty folder, with nothing of our environment. */
function kushk(words: readonly string[], { environment = {}, input = '' }: { environment?: Record<string, string>; input?: string } = {}): Promise<Ran> {
  const started = performance.now();
  const child = spawn(process.execPath, [COMMAND, ...words], { cwd: folder, env: { PATH: process.env['PATH'], LANG: 'C', ...environment } });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => { out += text; });
  child.stderr.setEncoding('utf8').on('data', (text: string) => { err += text; });
  child.stdin.end(input);
  return new Promise((resolve) => child.on('close', (exitCode) => resolve({ exitCode, out, err, milliseconds: performance.now() - started })));
}

const asPublisher = (): { environment: Record<string, string> } => ({ environment: { KUSHK_BASE_URL: `${origin}/`, KUSHK_PUBLISHER_KEY: KEY } });
const asPerson = (): { environment: Record<string, string> } => ({ environment: { KUSHK_BASE_URL: origin, KUSHK_SERVICE_ORIGIN: origin, KUSHK_TOKEN: 'ey.staff.token' } });

const INVOICES = `schema: "1"
id: ir.acme.invoices
version: 1.4.0
publisher: acme
kind: external
plugin_api: "1.0"
names: { en: Invoices, fa: فاکتورها }
base_url: http://localhost:3000
`;
const BROKEN = INVOICES.replace('version: 1.4.0', 'version: 1.4').replace('publisher: acme\n', 'publisher: acme\nrecords: [{ type: invoice, schema: { type: object } }]\n');
const write = (text: string, name = 'manifest.yaml'): string => {
  writeFileSync(join(folder, name), text);
  return name;
};
const RELEASE = {
  id: 'rel_1', plugin_id: 'ir.acme.invoices', version: '1.4.0', kind: 'external', plugin_api: '1.0', status: 'submitted', requested_tier: '', tier: null, notes: '', warnings: [],
  review_notes: null, status_reason: null, manifest_digest: 'sha256:00', signature: null, diff: null, submitted_at: '2026-11-20T10:00:00.000Z', review_started_at: null, decided_at: null,
  published_at: null, updated_at: '2026-11-20T10:00:00.000Z', fleet: { compatible: 0, accepted: 0, refused: [] },
};
const refusal = (status: number, code: string, params: object = {}): Answer => ({ status, body: { type: 'about:blank', title: 'It was refused', status, detail: 'because', code, params, request_id: 'req_42' } });

describe('kushk manifest check', () => {
  it('says that nothing is wrong, and exits with 0', async () => {
    expect(await kushk(['manifest', 'check', write(INVOICES)])).toMatchObject({ exitCode: 0, out: 'manifest.yaml: no problems\n', err: '' });
  });

  it('tells every problem with its line and column, and exits with 1', async () => {
    const { exitCode, out } = await kushk(['manifest', 'check', write(BROKEN)]);
    expect({ exitCode, lines: out.split('\n') }).toEqual({
      exitCode: 1,
      lines: [
        'manifest.yaml:3:1  submission  /version must be string, not number (type)', '    put it in quotes',
        'manifest.yaml:5:1  instance    /records needs the scope records.own (scope_missing)', '    add records.own to scopes and say why', '2 problems', '',
      ],
    });
  });

  it('speaks Persian when asked, or when the locale is Persian', async () => {
    const file = write(INVOICES.replace('publisher: acme\n', ''));
    expect((await kushk(['manifest', 'check', file, '--lang', 'fa'])).out).toContain('/publisher لازم است (required)\n۱ مشکل');
    expect((await kushk(['manifest', 'check', file], { environment: { LANG: 'fa_IR.UTF-8' } })).out).toContain('لازم است');
  });

  it('wants https in production, reads standard input and JSON, and writes one JSON document', async () => {
    const json = JSON.stringify({ schema: '1', id: 'ir.acme.x', version: '1.0.0', publisher: 'acme', kind: 'external', plugin_api: '1.0', names: { en: 'X' }, base_url: 'http://localhost:1' }, null, 2);
    expect((await kushk(['manifest', 'check', '-'], { input: json })).exitCode).toBe(0);
    const { exitCode, out } = await kushk(['manifest', 'check', '-', '--production', '--json'], { input: json });
    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ file: '-', valid: false, problems: [{ code: 'base_url_not_https', path: '/base_url', line: 11, column: 3, stage: 'submission' }] });
  });

  it('tells where the YAML itself cannot be read', async () => {
    expect((await kushk(['manifest', 'check', write('id: [a\nname: b')])).out).toMatch(/^manifest\.yaml:2:\d+ {2}submission {2} is not valid YAML: /);
  });

  it('exits with 2 for a file that is not there, an unknown command or option, and a missing word', async () => {
    expect(await kushk(['manifest', 'check', 'missing.yaml'])).toMatchObject({ exitCode: 2, out: '', err: 'kushk: missing.yaml cannot be read (ENOENT) (cli.usage)\n' });
    for (const words of [['manifest', 'check'], ['nonsense'], ['manifest', 'check', 'x', '--nonsense'], ['manifest'], ['operator', 'key', 'issue', 'acme']]) {
      expect({ words, exitCode: (await kushk(words)).exitCode }).toEqual({ words, exitCode: 2 });
    }
  });
});

describe('kushk release', () => {
  it('submits the manifest with notes and tier, and shows warnings at their lines', async () => {
    const warning = { code: 'scope_missing', path: '/names/fa', message: 'needs the scope x', message_fa: '', stage: 'instance' };
    answers = [{ status: 201, body: { ...RELEASE, warnings: [warning] } }];
    const { exitCode, out, err } = await kushk(['release', 'submit', write(INVOICES), '--tier', 'verified', '--notes-file', write('Adds OCR', 'notes.txt')], asPublisher());
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    expect(out).toContain('ir.acme.invoices@1.4.0 is submitted\n');
    expect(out).toContain('manifest.yaml:7:24  instance    /names/fa needs the scope x (scope_missing)\n');
    expect(asked).toEqual([{ method: 'POST', url: '/developer/v1/releases', authorization: `Bearer ${KEY}`, organisation: undefined, language: 'en', body: expect.objectContaining({ requested_tier: 'verified', notes: 'Adds OCR', manifest: expect.objectContaining({ id: 'ir.acme.invoices', version: '1.4.0' }) }) }]);
  });

  it('shows the problems that the service found at their lines', async () => {
    answers = [refusal(422, 'catalogue.manifest_invalid', { problems: [{ code: 'x', path: '/kind', message: 'is wrong', message_fa: '', stage: 'submission' }] })];
    const { exitCode, out } = await kushk(['release', 'submit', write(INVOICES)], asPublisher());
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: 'manifest.yaml:5:1  submission  /kind is wrong (x)\n1 problem\n' });
  });

  it('sends nothing when the file cannot be read as YAML', async () => {
    const { exitCode, out } = await kushk(['release', 'submit', write('a: 1\na: 2'), '--json'], asPublisher());
    expect({ exitCode, code: JSON.parse(out).error.params.problems[0].code, asked }).toEqual({ exitCode: 1, code: 'yaml_duplicate_key', asked: [] });
  });

  it('asks for a release by id, and withdraws it with a reason', async () => {
    answers = [{ status: 200, body: { ...RELEASE, status: 'rejected', review_notes: 'No\u001B[2Jicon' } }, { status: 200, body: { ...RELEASE, status: 'withdrawn' } }];
    const status = await kushk(['release', 'status', 'ir.acme/../x', '1.4.0'], asPublisher());
    expect(status.out).toMatch(/is rejected\n[^]*review notes +No \[2Jicon\n/);
    expect(JSON.parse((await kushk(['--json', 'release', 'withdraw', 'ir.acme.invoices', '1.4.0', '--reason', 'mistake'], asPublisher())).out)).toMatchObject({ status: 'withdrawn' });
    expect(asked.map(({ method, url, body }) => ({ method, url, body }))).toEqual([
      { method: 'GET', url: '/developer/v1/releases/ir.acme%2F..%2Fx/1.4.0', body: undefined },
      { method: 'POST', url: '/developer/v1/releases/ir.acme.invoices/1.4.0/withdraw', body: { reason: 'mistake' } },
    ]);
    expect((await kushk(['release', 'status', '..', '1.4.0'], asPublisher())).exitCode).toBe(2);
  });

  it.each<[string, Answer, number]>([
    ['a refusal', refusal(409, 'catalogue.version_exists', { version: '1.4.0' }), 1], ['something that is not there', refusal(404, 'catalogue.release_not_found'), 1],
    ['a manifest of another publisher', refusal(403, 'catalogue.publisher_mismatch'), 1], ['a wrong key', refusal(401, 'auth.publisher_key_invalid'), 4], ['a missing role', refusal(403, 'auth.role_missing'), 4],
    ['a part that is down', { ...refusal(503, 'catalogue.unavailable'), headers: { 'retry-after': '7' } }, 3], ['too many requests', refusal(429, 'rate.limited'), 3],
    ['a page of something else', { status: 200, body: '<html>' }, 3], ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 3],
  ])('exits for %s with the documented code, in one readable line', async (_what, answer, exitCode) => {
    answers = [answer, answer];
    const ran = await kushk(['release', 'status', 'ir.acme.invoices', '1.4.0'], asPublisher());
    expect(ran).toMatchObject({ exitCode, out: '' });
    expect(ran.err).toMatch(/^kushk: [^\n]+ \([a-z_.]+\)\n/);
    expect(ran.err + ran.out).not.toContain(KEY);
    const code = (answer.body as { code?: string } | undefined)?.code;
    if (code !== undefined) expect(ran.err).toContain(`(${code})\n`);
    if (code !== undefined) expect(ran.err).toContain('request id: req_42');
    const json = await kushk(['release', 'status', 'ir.acme.invoices', '1.4.0', '--json'], asPublisher());
    expect({ exitCode: json.exitCode, err: json.err, code: JSON.parse(json.out).error.code }).toEqual({ exitCode, err: '', code: code ?? 'cli.answer_unreadable' });
  });

  it('shows the problems of a request one by one, in the language asked for', async () => {
    const answer = refusal(422, 'request.invalid', { problems: [{ code: 'too_long', path: '/notes', message: 'is too long', message_fa: 'بلند است', stage: 'request', hint: 'shorten it' }] });
    answers = [answer, answer];
    expect((await kushk(['release', 'status', 'a.b', '1.0.0'], asPublisher())).err).toBe('kushk: It was refused: because (request.invalid)\n  /notes is too long; shorten it\n  request id: req_42\n');
    expect((await kushk(['release', 'status', 'a.b', '1.0.0', '--lang', 'fa'], asPublisher())).err).toContain('/notes بلند است');
    expect(asked.map(({ language }) => language)).toEqual(['en', 'fa']);
  });

  it('exits with 3 where nobody listens, and says on stderr what takes longer than a second', async () => {
    expect(await kushk(['release', 'status', 'a.b', '1.0.0', '--base-url', 'http://127.0.0.1:9'], asPublisher())).toMatchObject({ exitCode: 3, out: '' });
    answers = [{ status: 200, body: RELEASE, afterMs: 1_500 }];
    expect(await kushk(['release', 'status', 'a.b', '1.0.0'], asPublisher())).toMatchObject({ exitCode: 0, err: 'Asking … 1 s\n' });
  });
});

describe('kushk usage', () => {
  it('shows the figures by installation, and that they are minimums', async () => {
    const figures = { mu_consumed: '95.5', mu_purchased: '0', mu_gifted: '50', proposals_applied: 41, proposals_rejected: 6 };
    answers = [{ status: 200, body: { month: '2026-10', timezone: 'Asia/Tehran', partial: true, plugins: [{ plugin_id: 'ir.acme.invoices', installations: [{ alias: 'inst_a', ...figures }] }] } }];
    const { exitCode, out } = await kushk(['usage', '--month', '2026-10'], asPublisher());
    expect({ exitCode, url: asked[0]?.url }).toEqual({ exitCode: 0, url: '/developer/v1/usage?month=2026-10' });
    expect(out).toMatch(/partial[^]*ir\.acme\.invoices +inst_a +95\.5 +0 +50 +41 +6\n$/);
  });
});

describe('kushk operator', () => {
  const key = { id: 'key_1', label: 'ci', last4: 'wxyz', created_at: '2026-11-20T10:00:00.000Z', last_used_at: null, expires_at: null, revoked_at: null };

  it('adds and lists publishers', async () => {
    answers = [{ status: 201, body: { id: 'acme', name: 'Acme' } }, { status: 200, body: { items: [{ id: 'acme', name: 'Acme' }] } }];
    expect((await kushk(['operator', 'publisher', 'add', 'acme', 'Acme'], asPerson())).out).toBe('publisher acme added\n');
    expect((await kushk(['operator', 'publisher', 'list'], asPerson())).out).toBe('publisher  name\nacme       Acme\n');
    expect(asked[0]).toMatchObject({ method: 'POST', url: '/operator/v1/publishers', authorization: 'Bearer ey.staff.token', body: { id: 'acme', name: 'Acme' } });
  });

  it('issues a key, alone on stdout so that it can be piped; lists and revokes without it', async () => {
    answers = [{ status: 201, body: { key, secret: KEY } }, { status: 200, body: { items: [key] } }, { status: 204 }];
    const issued = await kushk(['operator', 'key', 'issue', 'acme', '--label', 'ci', '--expires-at', '2027-01-01T00:00:00Z'], asPerson());
    expect(issued).toMatchObject({ exitCode: 0, out: `${KEY}\n`, err: 'key key_1 of acme issued; it is shown this once and cannot be shown again\n' });
    expect((await kushk(['operator', 'key', 'list', 'acme'], asPerson())).out).toContain('key_1  ci     …wxyz');
    expect((await kushk(['operator', 'key', 'revoke', 'acme', 'key_1', '--json'], asPerson())).out).toBe('{\n  "revoked": "key_1"\n}\n');
    expect(asked.map(({ method, url, body }) => ({ method, url, body }))).toEqual([
      { method: 'POST', url: '/operator/v1/publishers/acme/keys', body: { label: 'ci', expires_at: '2027-01-01T00:00:00Z' } },
      { method: 'GET', url: '/operator/v1/publishers/acme/keys', body: undefined }, { method: 'DELETE', url: '/operator/v1/publishers/acme/keys/key_1', body: undefined },
    ]);
  });

  it('registers and lists instances', async () => {
    const instance = { id: 'i1', name: 'One', plugin_api: '1.0', registered_at: '2026-11-20T10:00:00.000Z' };
    answers = [{ status: 201, body: instance }, { status: 200, body: { items: [instance] } }];
    expect((await kushk(['operator', 'instance', 'register', 'i1', 'One', '--plugin-api', '1.0'], asPerson())).exitCode).toBe(0);
    expect((await kushk(['operator', 'instance', 'list'], asPerson())).out).toContain('i1        One   1.0');
    expect(asked[0]?.body).toEqual({ id: 'i1', name: 'One', plugin_api: '1.0' });
  });
});

describe('kushk dev', () => {
  it("publishes a file into the instance's catalogue", async () => {
    answers = [{ status: 201, body: { plugin_id: 'ir.acme.invoices', version: '1.4.0' } }];
    const { exitCode, out } = await kushk(['dev', 'publish', write(INVOICES), '--organisation', 'org_1'], asPerson());
    expect({ exitCode, out }).toEqual({ exitCode: 0, out: `ir.acme.invoices@1.4.0 is in the store of ${origin}\n` });
    expect(asked[0]).toMatchObject({ method: 'POST', url: '/instance/v1/dev/releases', organisation: 'org_1', body: { manifest: { id: 'ir.acme.invoices' } } });
  });

  it('is told that production refuses it', async () => {
    answers = [refusal(404, 'route.not_found')];
    expect((await kushk(['dev', 'publish', write(INVOICES)], asPerson())).exitCode).toBe(1);
  });

  it('reads credentials once, as lines for a .env file', async () => {
    answers = [{ status: 200, body: { installation_id: 'ins_1', token: 'ki_x', signing_secret: 'ks_y', api_base: `${origin}/i/ins_1/plugin/v1` } }];
    expect((await kushk(['dev', 'credentials', 'ins_1'], asPerson())).out).toBe(`KUSHK_INSTALLATION_ID=ins_1\nKUSHK_API_BASE=${origin}/i/ins_1/plugin/v1\nKUSHK_INSTALLATION_TOKEN=ki_x\nKUSHK_SIGNING_SECRET=ks_y\n`);
    expect(asked[0]).toMatchObject({ method: 'POST', url: '/instance/v1/installations/ins_1/credentials' });
  });
});

describe('where and as whom', () => {
  const development = (): void => {
    mkdirSync(join(folder, '.kushk'));
    writeFileSync(join(folder, '.kushk', 'dev.json'), JSON.stringify({
      hub: { base_url: origin }, instances: [{ id: 'i1', service_origin: origin }], publisher: { id: 'acme', key: KEY }, staff: { operator_token: 'op' }, organisation: { id: 'org_9', admin_token: 'ad' },
    }));
  };

  it('comes from the development system of the checkout when nothing else is said', async () => {
    development();
    answers = [{ status: 200, body: RELEASE }, { status: 200, body: { items: [] } }, { status: 201, body: { plugin_id: 'a.b', version: '1.0.0' } }];
    await kushk(['release', 'status', 'a.b', '1.0.0']);
    await kushk(['operator', 'publisher', 'list']);
    await kushk(['dev', 'publish', write(INVOICES)]);
    expect(asked.map(({ authorization, organisation }) => [authorization, organisation])).toEqual([[`Bearer ${KEY}`, undefined], ['Bearer op', undefined], ['Bearer ad', 'org_9']]);
  });

  it('never sends a credential of the development system to another address', async () => {
    development();
    const { exitCode, err } = await kushk(['release', 'status', 'a.b', '1.0.0', '--base-url', origin.replace('127.0.0.1', 'localhost')]);
    expect({ exitCode, asked }).toEqual({ exitCode: 4, asked: [] });
    expect(err).toContain('KUSHK_PUBLISHER_KEY');
  });

  it('is missing: 2 for the address, 4 for the credential', async () => {
    expect((await kushk(['usage'])).exitCode).toBe(2);
    expect((await kushk(['usage', '--base-url', 'ftp://x'])).exitCode).toBe(2);
    expect((await kushk(['usage', '--base-url', origin])).exitCode).toBe(4);
    const malformed = await kushk(['usage', '--base-url', origin, '--key', 'kp_\nsecret']);
    expect(malformed.exitCode).toBe(4);
    expect(malformed.err).not.toContain('secret');
  });
});

describe('the command itself', () => {
  it('explains every command and the exit codes, and has the version of its package', async () => {
    for (const words of [[], ['release', 'submit'], ['operator', 'key', 'issue'], ['dev', 'credentials']]) {
      const { exitCode, out } = await kushk([...words, '--help']);
      expect({ words, exitCode, explains: /Usage: kushk[^]*Exit codes:\n {2}0 /.test(out) }).toEqual({ words, exitCode: 0, explains: true });
    }
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
    expect((await kushk(['--version'])).out).toBe(`${version}\n`);
  });

  it('starts within 200 ms of a Node that does nothing', async () => {
    const nothing = (): Promise<number> => new Promise((resolve) => {
      const started = performance.now();
      spawn(process.execPath, ['-e', '0']).on('close', () => resolve(performance.now() - started));
    });
    const [bare, ours] = [[] as number[], [] as number[]];
    for (let run = 0; run < 5; run += 1) {
      bare.push(await nothing());
      ours.push((await kushk(['--version'])).milliseconds);
    }
    expect(Math.min(...ours) - Math.min(...bare)).toBeLessThan(200);
  });
});
