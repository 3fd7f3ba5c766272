import { describe, expect, it } from '@jest/globals';
import { newCredential } from './credential.js';
import { redactedBody, redactedSample } from './redacted-sample.js';

const sampleOf = (text: string, maxBytes = 2_048): string | null => redactedSample(Buffer.from(text), maxBytes);

describe('redactedSample', () => {
  it('returns a text without secrets unchanged, and null for an empty body', () => {
    const text = '{"error":"صورت‌حساب inv-1 پیدا نشد","token_count":3}';
    expect(sampleOf(text)).toBe(text);
    expect(sampleOf('')).toBeNull();
  });

  it.each([newCredential('ks'), newCredential('ki'), newCredential('kp'), 'kh_v1.abc-DEF_123.xyz'])(
    'redacts the credential %s wherever it stands',
    (secret) => {
      const sample = sampleOf(`no plugin for ${secret}, "${secret}" and /x?k=${secret}`);
      expect(sample).not.toContain(secret.slice(3));
      expect(sample).toContain(`${secret.slice(0, 3)}[redacted]`);
    },
  );

  it('redacts a credential after an escaped line break', () => {
    const secret = newCredential('ki');
    expect(sampleOf(`{"trace":"line 1\\n${secret}"}`)).toBe('{"trace":"line 1\\nki_[redacted]"}');
  });

  it.each([
    'authorization: Bearer s3cr3t-value',
    'Authorization=Basic czNjcjN0LXZhbHVl',
    '{"password": "s3cr3t-value"}',
    '{"api_key":"s3cr3t-value","x":1}',
    '{\\"client_secret\\":\\"s3cr3t-value\\"}',
    'Set-Cookie: sid=s3cr3t-value',
    'postgres://app:s3cr3t-value@db/app',
    'jwt eyJhbGciOiJub25lIn0.eyJzIjoiczNjcjN0LXZhbHVlIn0.sig',
  ])('redacts the authorization-like value in %s', (text) => {
    expect(sampleOf(text)).toContain('[redacted]');
    expect(sampleOf(text)).not.toMatch(/s3cr3t-value|czNjcjN0/);
  });

  it('redacts a secret that the cut would divide', () => {
    const secret = newCredential('ks');
    const sample = sampleOf(`${'x'.repeat(2_030)} ${secret}`);
    expect(sample).not.toContain(secret.slice(3, 10));
    expect(Buffer.byteLength(sample ?? '')).toBeLessThanOrEqual(2_048);
  });

  it('cuts at the boundary of a character', () => {
    expect(sampleOf('آآآ', 3)).toBe('آ');
  });

  it('returns text that PostgreSQL can store for any bytes', () => {
    expect(redactedSample(Buffer.from([0, 255, 65]), 100)).toBe('\uFFFD\uFFFDA');
  });

  it('leaves JSON readable after the redaction of a member', () => {
    const sample = sampleOf('{"token":"s3cr3t","scopes":["cases.read"]}') ?? '';
    expect(JSON.parse(sample)).toEqual({ token: '[redacted]', scopes: ['cases.read'] });
  });
});

describe('redactedBody', () => {
  it('replaces the values of settings, of which some are secrets, and keeps their names', () => {
    const body = Buffer.from('{"event":"installed","settings":{"region":"ir","pin":"s3cr3t","deep":{"pin":"s3cr3t"}}}');
    const text = redactedBody(body, 2_048) ?? '';
    expect(text).not.toContain('s3cr3t');
    expect(JSON.parse(text)).toMatchObject({ settings: { region: '[redacted]', deep: '[redacted]' } });
  });

  it('replaces them before the cut, wherever it falls', () => {
    const settings = { pin: 's3cr3t', long: 'x'.repeat(100_000) };
    expect(redactedBody(Buffer.from(JSON.stringify({ settings })), 64)).not.toContain('s3cr3t');
  });

  it('returns a body that only mentions settings unchanged', () => {
    for (const text of ['"settings"', '{"settings":null}', '{"settings" broken', '["settings"]'])
      expect(redactedBody(Buffer.from(text), 2_048)).toBe(text);
  });
});
