import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort, waitUntil } from '@kushk/embedded';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { loadSecrets, type Secrets } from '../start/secrets.js';
import { obtainToken } from './obtain-token.js';

const [audience, other] = ['urn:kushk:hub', 'urn:kushk:instance'];
const page = { clientId: 'kushk-hub', origin: 'http://127.0.0.1:8080' };
const thirtyDaysSeconds = 30 * 86_400;

let issuer: string;
let port: number;
let secrets: Secrets['signIn'];
let provider: ChildProcess;

async function startProvider(): Promise<void> {
  provider = spawn(
    process.execPath,
    ['--import', resolve('tools/typescript.mjs'), resolve('tools/run/sign-in/main.ts')],
    {
      stdio: 'ignore',
      env: {
        ...process.env,
        SIGN_IN_ISSUER: issuer,
        SIGN_IN_HOST: '127.0.0.1',
        SIGN_IN_PORT: String(port),
        SIGN_IN_AUDIENCES: `${audience},${other}`,
        SIGN_IN_SECRETS: JSON.stringify(secrets),
        SIGN_IN_PAGES: JSON.stringify([page]),
      },
    },
  );
  const isReady = () =>
    fetch(`${issuer}/.well-known/openid-configuration`).then(
      (response) => response.ok,
      () => false,
    );
  expect(await waitUntil(isReady, 60_000)).toBe(true);
}
async function stopProvider(): Promise<void> {
  provider.kill('SIGTERM');
  await once(provider, 'exit');
}

beforeAll(async () => {
  port = await freePort();
  issuer = `http://127.0.0.1:${port}`;
  const folder = mkdtempSync(join(tmpdir(), 'kushk-sign-in-'));
  secrets = loadSecrets(join(folder, 'secrets.json')).signIn;
  rmSync(folder, { recursive: true });
  await startProvider();
});
afterAll(stopProvider);

const signIn = (username: string, password = secrets.password, of = audience) =>
  obtainToken({ issuer, audience: of, clientSecret: secrets.developmentClientSecret, username, password });
const verified = (token: string) =>
  jwtVerify(token, createRemoteJWKSet(new URL(`${issuer}/jwks`)), { issuer, audience });

describe('the local sign-in provider', () => {
  it('issues an access token to the development client that is valid for 30 days', async () => {
    const { payload } = await verified(await signIn('reviewer'));
    expect(payload.sub).toBe('dev|reviewer');
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(thirtyDaysSeconds);
  });

  it('issues a token for the audience that was requested, and for no other one', async () => {
    const token = await signIn('admin', secrets.password, other);
    expect(decodeJwt(token).aud).toBe(other);
    await expect(verified(token)).rejects.toThrow('unexpected "aud" claim value');
    await expect(signIn('admin', secrets.password, 'urn:elsewhere')).rejects.toThrow('was rejected');
  });

  it('rejects a wrong password and an unknown account', async () => {
    await expect(signIn('reviewer', 'guess')).rejects.toThrow('the sign-in of "reviewer" was rejected');
    await expect(signIn('nobody')).rejects.toThrow('the sign-in of "nobody" was rejected');
  });

  it.each([
    ['fa', 'rtl', 'بازبین', null],
    ['en', 'ltr', 'Reviewer', 'en'],
  ])('shows the accounts with their roles in %s, on a page that may only submit its own form', async (...expected) => {
    const [, direction, role, locale] = expected;
    const query = new URLSearchParams({
      client_id: page.clientId,
      response_type: 'code',
      redirect_uri: `${page.origin}/session/callback`,
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      ...(locale !== null && { ui_locales: locale }),
    });
    const redirected = await fetch(`${issuer}/auth?${query.toString()}`, { redirect: 'manual' });
    const cookies = redirected.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const shown = await fetch(new URL(redirected.headers.get('location') ?? '', issuer), {
      headers: { cookie: cookies },
    });
    const html = await shown.text();
    expect([html.includes(`dir="${direction}"`), html.includes(role), html.includes('value="reviewer"')]).toEqual([
      true,
      true,
      true,
    ]);
    expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('rejects a redirect URI that is not registered', async () => {
    const query = new URLSearchParams({
      client_id: page.clientId,
      response_type: 'code',
      redirect_uri: 'http://evil.example/',
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const response = await fetch(`${issuer}/auth?${query.toString()}`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  });

  it('accepts a token that was issued before a restart', async () => {
    const token = await signIn('admin');
    await stopProvider();
    await startProvider();
    expect((await verified(token)).payload.sub).toBe('dev|admin');
  });
});
