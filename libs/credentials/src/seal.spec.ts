import { describe, expect, it } from '@jest/globals';
import { CompactEncrypt, EncryptJWT } from 'jose';
import { isExpired, sealHandle, unsealHandle, type HandleClaims } from './handle.js';
import { newSealingKey, seal, SealBroken, unseal } from './seal.js';

const [current, previous, foreign] = [newSealingKey(), newSealingKey(), newSealingKey()];
const keys = [current, previous];

describe('a sealed value', () => {
  it('can be unsealed for its context with the current key and with an earlier one', async () => {
    const value = { token: 'ki_x', نام: 'فاکتورها' };
    for (const sealingKeys of [keys, [previous]]) {
      const sealed = await seal(sealingKeys, value, 'token:ins_1');
      expect(sealed).not.toContain('ki_x');
      expect(await unseal(keys, sealed, 'token:ins_1')).toEqual(value);
    }
  });

  it('is different every time the same value is sealed', async () => {
    expect(await seal(keys, { a: 1 }, 'c')).not.toBe(await seal(keys, { a: 1 }, 'c'));
  });

  it('is rejected for another context, with other keys, or after any part was changed', async () => {
    const sealed = await seal(keys, { a: 1 }, 'token:ins_1');
    await expect(unseal(keys, sealed, 'token:ins_2')).rejects.toThrow(SealBroken);
    await expect(unseal([foreign], sealed, 'token:ins_1')).rejects.toThrow(SealBroken);
    const parts = sealed.split('.');
    for (const index of [0, 2, 3, 4]) {
      const changed = [...parts];
      changed[index] = flip(changed[index] ?? '');
      await expect(unseal(keys, changed.join('.'), 'token:ins_1')).rejects.toThrow(SealBroken);
    }
    for (const nonsense of ['', 'x', '....', 'e30..a.b.c'])
      await expect(unseal(keys, nonsense, 'token:ins_1')).rejects.toThrow(SealBroken);
  });

  it('is rejected when it was sealed with the right key but another algorithm', async () => {
    const secret = Buffer.from(current.k, 'base64url');
    const other = await new CompactEncrypt(Buffer.from('{"a":1}'))
      .setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM', kid: current.kid, ctx: 'c' })
      .encrypt(secret);
    await expect(unseal(keys, other, 'c')).rejects.toThrow(SealBroken);
    const withoutContext = await new EncryptJWT({ a: 1 })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: current.kid })
      .encrypt(secret);
    await expect(unseal(keys, withoutContext, 'c')).rejects.toThrow(SealBroken);
  });

  it('requires a 32-byte key', async () => {
    await expect(seal([], {}, 'c')).rejects.toThrow(RangeError);
    await expect(seal([{ kid: 'short', k: 'AAAA' }], {}, 'c')).rejects.toThrow(RangeError);
  });
});

describe('a handle', () => {
  const claims: HandleClaims = {
    id: 'hdl_1',
    installation_id: 'ins_1',
    person_id: 'per_1',
    organisation_id: 'org_1',
    session_id: 'pss_1',
    purpose: 'page',
    origin: 'https://plugin.acme.ir',
    tool: null,
    call_id: null,
    read_only: false,
    issued_at: '2026-11-20T10:00:00.000Z',
    expires_at: '2026-11-20T10:05:00.000Z',
  };

  it('returns its claims when it is unsealed', async () => {
    const handle = await sealHandle(keys, claims);
    expect(handle).toMatch(/^kh_/);
    expect(await unsealHandle(keys, handle)).toEqual(claims);
  });

  it('has expired from its last moment on', () => {
    const end = Date.parse(claims.expires_at);
    expect([isExpired(claims, new Date(end - 1)), isExpired(claims, new Date(end))]).toEqual([false, true]);
  });

  it('does not reveal the person that it names', async () => {
    const handle = await sealHandle(keys, claims);
    const open = handle
      .slice(3)
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString('latin1'))
      .join(' ');
    for (const secret of ['ins_1', 'per_1', 'org_1', 'plugin.acme.ir']) expect(open).not.toContain(secret);
  });

  it('is rejected when it is truncated, changed, sealed for another use or with other keys, or is not a handle', async () => {
    const handle = await sealHandle(keys, claims);
    const other = `kh_${await seal(keys, claims, 'token:ins_1')}`;
    for (const text of [
      handle.slice(0, -1),
      flip(handle),
      handle.slice(3),
      other,
      'kh_',
      '',
      undefined,
      null,
      5,
      `${handle}\n`,
      'x'.repeat(10_000),
    ]) {
      expect(await unsealHandle(keys, text)).toBeNull();
    }
    expect(await unsealHandle([foreign], handle)).toBeNull();
  });
});

/** Changes the first bit of the second-to-last character, which always carries data. */
function flip(text: string): string {
  const at = text.length - 2;
  return text.slice(0, at) + (text.charAt(at) === 'A' ? 'B' : 'A') + text.slice(at + 1);
}
