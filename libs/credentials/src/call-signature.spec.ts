import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Stripe } from '../../../tools/check/development/stripe.js';
import { inspectCall, signCall, verifyCall, type CallVerdict } from './call-signature.js';
import { newCredential } from './credential.js';

const secret = newCredential('ks');
const older = newCredential('ks');
const now = 1_780_000_000;
const body = Buffer.from(JSON.stringify({ id: 'evt_1', type: 'plugin.ping', data: { نام: 'فاکتور ۱۲۳' } }));
const good = signCall(secret, body, now);
const hex = good.slice(good.indexOf('v1=') + 3);

describe('a call signature', () => {
  it('is HMAC-SHA256 over "<t>.<body>" with the whole secret as the key', () => {
    // The expected value is the output of: printf '1780000000.{}' | openssl dgst -sha256 -hmac ks_0123456789abcdef
    expect(signCall('ks_0123456789abcdef', '{}', 1_780_000_000)).toBe(
      't=1780000000,v1=0260d2f826b1cf9ec2a8b22f738ce905bb48b385bc135346f4df24c9e38a5d57',
    );
    expect(verifyCall({ header: good, body }, secret, { nowSeconds: now })).toBe(true);
  });

  it("contains one value per secret during a rotation, the new secret's value first", () => {
    const both = signCall([secret, older], body, now);
    expect(both).toBe(`${good},${signCall(older, body, now).split(',')[1]}`);
    for (const known of [secret, older])
      expect(verifyCall({ header: both, body }, known, { nowSeconds: now })).toBe(true);
    expect(verifyCall({ header: both, body }, newCredential('ks'), { nowSeconds: now })).toBe(false);
    expect(verifyCall({ header: good, body }, [older, secret], { nowSeconds: now })).toBe(true);
  });

  it('contains the values of the newest two secrets, however many secrets the sender has', () => {
    const many = [secret, older, ...Array.from({ length: 4 }, () => newCredential('ks'))];
    expect(signCall(many, body, now)).toBe(signCall([secret, older], body, now));
  });

  it("is verified by Stripe's library, with one signature and with two", () => {
    const stripe = new Stripe('sk_test_not_used');
    const at = Math.floor(Date.now() / 1000);
    const one = signCall(secret, body, at);
    const two = signCall([secret, older], body, at);
    for (const [header, key] of [
      [one, secret],
      [two, secret],
      [two, older],
    ] as const) {
      expect(stripe.webhooks.constructEvent(body, header, key).id).toBe('evt_1');
    }
    expect(() => stripe.webhooks.constructEvent(body, one, older)).toThrow(/signature/);
    expect(() => stripe.webhooks.constructEvent(Buffer.concat([body, Buffer.from(' ')]), one, secret)).toThrow(
      /signature/,
    );
  });

  it("is accepted when Stripe's library created it", () => {
    const header = new Stripe('sk_test_not_used').webhooks.generateTestHeaderString({
      payload: body.toString(),
      secret,
      timestamp: now,
    });
    expect(verifyCall({ header, body }, secret, { nowSeconds: now })).toBe(true);
  });

  const bodies: readonly (readonly [string, Buffer])[] = [
    ['a space at the end', Buffer.concat([body, Buffer.from(' ')])],
    ['another serialisation', Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1))],
    ['a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body])],
    ['a CRLF', Buffer.concat([body, Buffer.from('\r\n')])],
    ['invalid UTF-8', Buffer.concat([body, Buffer.from([0xff])])],
    ['a zero byte', Buffer.concat([body, Buffer.from([0])])],
    ['no content', Buffer.alloc(0)],
  ];
  it.each(bodies)('is rejected for a body with %s', (_title, changed) => {
    expect(inspectCall({ header: good, body: changed }, secret, { nowSeconds: now })).toBe('mismatch');
  });

  it.each(bodies)('is valid for the exact bytes of a body with %s', (_title, bytes) => {
    expect(verifyCall({ header: signCall(secret, bytes, now), body: bytes }, secret, { nowSeconds: now })).toBe(true);
  });

  it('distinguishes invalid UTF-8 from the replacement character', () => {
    const header = signCall(secret, Buffer.from([0x22, 0xff, 0x22]), now);
    expect(verifyCall({ header, body: Buffer.from('"\ufffd"') }, secret, { nowSeconds: now })).toBe(false);
  });

  const headers: readonly (readonly [string, unknown, CallVerdict])[] = [
    ['missing', undefined, 'missing'],
    ['empty', '', 'missing'],
    ['an array', [good], 'malformed'],
    ['without a value', `t=${now},v1=`, 'malformed'],
    ['with 63 hex digits', `t=${now},v1=${hex.slice(1)}`, 'malformed'],
    ['with 65 hex digits', `t=${now},v1=${hex}0`, 'malformed'],
    ['in upper case', `t=${now},v1=A${hex.slice(1).toUpperCase()}`, 'malformed'],
    ['with a space after the comma', `t=${now}, v1=${hex}`, 'malformed'],
    ['with a space at the end', `${good} `, 'malformed'],
    ['with a capital T', `T=${now},v1=${hex}`, 'malformed'],
    ['with two times', `t=${now},t=${now},v1=${hex}`, 'malformed'],
    ['without a time', `v1=${hex}`, 'malformed'],
    ['with the value before the time', `v1=${hex},t=${now}`, 'valid'],
    ['with a thousand values', `t=${now}${`,v1=${hex}`.repeat(1000)}`, 'malformed'],
    ['with five values', `t=${now}${`,v1=${hex}`.repeat(5)}`, 'malformed'],
    ['with an unknown scheme only', `t=${now},v0=${hex}`, 'malformed'],
    ['with a known and an unknown scheme', `t=${now},v2=x,v1=${hex}`, 'valid'],
    ['with a newline', `t=${now}\n,v1=${hex}`, 'malformed'],
    ['with digits that are not ASCII', `t=۱۷۸۰۰۰۰۰۰۰,v1=${hex}`, 'malformed'],
    ['with a plus', `t=+${now},v1=${hex}`, 'malformed'],
    ['with leading zeros', `t=0${now},v1=${hex}`, 'malformed'],
    ['with 20 digits', `t=${'1'.repeat(20)},v1=${hex}`, 'malformed'],
    ['with a negative time', `t=-${now},v1=${hex}`, 'malformed'],
    ['with a fraction', `t=${now}.0,v1=${hex}`, 'malformed'],
    ['with an exponent', `t=178e7,v1=${hex}`, 'malformed'],
    ['with another time', `t=${now + 1},v1=${hex}`, 'mismatch'],
    ['with a trailing comma', `${good},`, 'malformed'],
    ['of another secret', signCall(older, body, now), 'mismatch'],
  ];
  it.each(headers)('is accepted or rejected as expected when the header is %s', (_title, header, verdict) => {
    expect(inspectCall({ header, body }, secret, { nowSeconds: now })).toBe(verdict);
  });

  it.each([
    [-299, true],
    [-300, true],
    [-301, false],
    [299, true],
    [300, true],
    [301, false],
    [3600, false],
  ] as const)('with a timestamp offset of %i seconds is valid: %p', (offset, valid) => {
    expect(verifyCall({ header: signCall(secret, body, now + offset), body }, secret, { nowSeconds: now })).toBe(valid);
  });

  it('is neither created nor valid with an empty or short secret', () => {
    expect(() => signCall('', body, now)).toThrow(RangeError);
    expect(() => signCall('k', body, now)).toThrow(RangeError);
    expect(() => signCall([], body, now)).toThrow(RangeError);
    for (const weak of ['', 'k', 'fifteen-letters']) {
      const forged = `t=${now},v1=${createHmac('sha256', weak).update(`${now}.`).update(body).digest('hex')}`;
      expect(verifyCall({ header: forged, body }, weak, { nowSeconds: now })).toBe(false);
    }
    expect(verifyCall({ header: good, body }, [], { nowSeconds: now })).toBe(false);
  });

  it('is not created for a time that is not an integer number of seconds', () => {
    for (const wrong of [0, -1, 1.5, Number.NaN, Infinity])
      expect(() => signCall(secret, body, wrong)).toThrow(RangeError);
  });
});
