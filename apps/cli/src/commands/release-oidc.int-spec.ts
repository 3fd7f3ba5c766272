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
const TRUST = 'tru_01m8g3bs1qeb0t6kqctdz6masj';
const EXCHANGED = 'kp_exchanged';
const OIDC = ['--oidc', '--trust', TRUST];
const claims = { iss: 'https://gitlab.example', aud: 'https://other.example', sub: 'project_path:acme/invoices' };
const tokenOf = (payload: object): string => `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.c2ln`;
const TOKEN = tokenOf({ ...claims, jti: 'c5a2' });

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();
const exchanged = (seconds = 600, key = EXCHANGED): StubReply => ({
  status: 201,
  body: { key, expires_at: inSeconds(seconds) },
});
const issued = (value = TOKEN): StubReply => ({ status: 200, body: { value } });
/** As in a job of GitHub or Forgejo, on a machine where a key is stored, too. */
const onGithub = () =>
  cli.withPublisherKey({
    ACTIONS_ID_TOKEN_REQUEST_URL: `${cli.origin}/token?api-version=2.0`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of the job',
  });
const onGitlab = () => cli.withPublisherKey({ KUSHK_ID_TOKEN: `${TOKEN}\n` });
const submit = (job: ReturnType<typeof onGithub>, ...args: string[]) =>
  cli.run(['release', 'submit', cli.writeFile(VALID_MANIFEST), ...OIDC, ...args], job);
const wait = (job: ReturnType<typeof onGithub>, ...args: string[]) =>
  cli.run(['release', 'wait', 'ir.acme.invoices', '1.4.0', '--until', 'approved', ...OIDC, ...args], job);
const sent = () => cli.requests.map(({ method, url, authorization }) => [method, url, authorization]);
const withKey = (method: string, url: string) => [method, url, `Bearer ${EXCHANGED}`];

describe('kushk release submit and wait --oidc', () => {
  it('requests the token of a job of GitHub or Forgejo, exchanges it without a credential, and submits', async () => {
    cli.replies = [issued(), exchanged(), verdictReply(), { status: 201, body: RELEASE }];
    const { exitCode, out, err } = await submit(onGithub());
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    expect(out).toContain('ir.acme.invoices@1.4.0 is submitted');
    expect(sent()).toEqual([
      ['GET', `/token?api-version=2.0&audience=${encodeURIComponent(cli.origin)}`, 'Bearer of the job'],
      ['POST', '/oidc/exchange', ''],
      withKey('POST', '/developer/v1/checks'),
      withKey('POST', '/developer/v1/releases'),
    ]);
    expect(cli.requests[1]?.body).toEqual({ trust: TRUST, token: TOKEN });
    expect(JSON.stringify([out, err, cli.requests])).not.toContain(KEY);
  });

  it('submits and waits in a job of GitLab with the one token that it has', async () => {
    cli.replies = [exchanged(), verdictReply(), { status: 201, body: RELEASE }, releaseReply('approved')];
    const { exitCode, out } = await submit(onGitlab(), '--wait', '--until', 'approved', '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ status: 'approved' });
    expect(sent()).toEqual([
      ['POST', '/oidc/exchange', ''],
      withKey('POST', '/developer/v1/checks'),
      withKey('POST', '/developer/v1/releases'),
      withKey('GET', path),
    ]);
  });

  it.each([
    ['submit', () => submit(onGitlab())],
    ['submit, for the token of GitHub', () => submit(onGithub())],
    ['wait', () => wait(onGitlab())],
  ])('ends with the refusal of the exchange, and sends nothing with the stored key: %s', async (name, run) => {
    cli.replies = [...(name.includes('GitHub') ? [issued()] : []), problemReply(401, 'auth.exchange_refused')];
    const { exitCode, err } = await run();
    expect(exitCode).toBe(4);
    expect(err).toContain('auth.exchange_refused');
    expect(err).toContain('iss https://gitlab.example, aud https://other.example, sub project_path:acme/invoices');
    expect(err).not.toContain(TOKEN);
    expect(cli.requests.at(-1)?.url).toBe('/oidc/exchange');
    expect(JSON.stringify(cli.requests)).not.toContain(KEY);
  });

  it('exchanges another token of Forgejo when the command before had the one of the same second', async () => {
    const second = issued(tokenOf(claims));
    const refused = problemReply(401, 'auth.exchange_refused');
    cli.replies = [second, refused, issued(tokenOf({ ...claims, iat: 2 })), exchanged(), releaseReply('approved')];
    expect((await wait(onGithub())).exitCode).toBe(0);
    cli.replies = [second, refused, second, refused];
    expect((await wait(onGithub())).exitCode).toBe(4);
  });

  it.each([
    ['en', 'permissions: id-token: write'],
    ['fa', 'این کار CI توکن هویت ندارد'],
  ])('sends nothing without an identity token, although a key is stored (%s)', async (language, text) => {
    const { exitCode, err } = await submit(cli.withPublisherKey(), '--lang', language);
    expect(exitCode).toBe(4);
    expect(err).toContain(text);
    expect(cli.requests).toEqual([]);
  });

  it('says what to do in Persian when the exchange is refused', async () => {
    cli.replies = [problemReply(401, 'auth.exchange_refused')];
    const { err } = await submit(onGitlab(), '--lang', 'fa');
    expect(err).toContain('در توکن iss برابر https://gitlab.example');
  });

  it('spends no token on a file that cannot be submitted', async () => {
    const file = cli.writeFile('{');
    expect((await cli.run(['release', 'submit', file, ...OIDC], onGitlab())).exitCode).toBe(1);
    expect(cli.requests).toEqual([]);
  });

  it('exchanges another token of GitHub before its key ends', async () => {
    cli.replies = [
      ...[issued(), exchanged(30), releaseReply('submitted')],
      ...[issued(), exchanged(600, 'kp_second'), releaseReply('approved')],
    ];
    expect((await wait(onGithub())).exitCode).toBe(0);
    expect(sent().at(-1)).toEqual(['GET', `${path}?wait=30`, 'Bearer kp_second']);
  });

  it('stops before the key of a job of GitLab ends, as undecided', async () => {
    cli.replies = [exchanged(10), releaseReply('submitted')];
    const { exitCode, err } = await wait(onGitlab());
    expect(exitCode).toBe(75);
    expect(err).toContain('its CI system gives a job one token');
    expect(sent()).toEqual([['POST', '/oidc/exchange', ''], withKey('GET', path)]);
  });

  it('tries again while a part of the hub is down, and gives up on a refusal of the CI system', async () => {
    const down = problemReply(503, 'service.unavailable');
    cli.replies = [issued(), down, issued(), exchanged(), releaseReply('approved')];
    expect((await wait(onGithub())).exitCode).toBe(0);
    cli.replies = [{ status: 403, body: {} }];
    const refused = await wait(onGithub());
    expect(refused).toMatchObject({ exitCode: 4, err: expect.stringContaining('gave no identity token (HTTP 403)') });
  });

  it.each([
    [['--oidc'], '--oidc needs --trust'],
    [['--trust', TRUST], '--trust and --audience need --oidc'],
    [[...OIDC, '--key', KEY], 'use either --oidc or --key'],
    [['--timeout', '5m'], '--until and --timeout need --wait'],
  ])('is refused with %j', async (args, message) => {
    const { exitCode, err } = await cli.run(['release', 'submit', cli.writeFile(VALID_MANIFEST), ...args], onGitlab());
    expect({ exitCode, err }).toEqual({ exitCode: 2, err: expect.stringContaining(message) });
    expect(cli.requests).toEqual([]);
  });
});
