import { createPrivateKey, sign } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { flattenedVerify, importJWK } from 'jose';
import { issuerJwk, readIssuer, signIssuer, verifyIssuer } from './issuer-signature.js';
import { newSigningKey, publicJwk } from './signing-key.js';

const key = newSigningKey();

const body = Buffer.from('{"event":"installed","installation_id":"ins_1"}');
const iat = 1_780_000_000;
const origin = 'http://127.0.0.1:8081';
const jwks = { keys: [issuerJwk(key, [origin])] };
const claims = { iss: origin, aud: 'ir.acme.invoices', iat };
const signature = signIssuer(key, claims, body);
const expected = { aud: claims.aud, nowSeconds: iat };

describe('the issuer signature of a lifecycle call', () => {
  it('is a detached JWS that jose verifies after the body is inserted', async () => {
    const [header = '', payload, sig = ''] = signature.split('.');
    expect(payload).toBe('');
    const verified = await flattenedVerify(
      { protected: header, payload: body.toString('base64url'), signature: sig },
      await importJWK({ ...jwks.keys[0] }, 'EdDSA'),
    );
    expect(verified.protectedHeader).toEqual({ alg: 'EdDSA', kid: key['kid'], ...claims });
  });

  it('contains the issuer, the plugin and the time', () => {
    expect(verifyIssuer(jwks, { signature, body }, expected)).toEqual({ ...claims, kid: key['kid'] });
    expect(readIssuer(signature)).toEqual({ ...claims, kid: key['kid'] });
  });

  it('is rejected for another body, plugin or key, and when its time is too old or too far in the future', () => {
    expect(verifyIssuer(jwks, { signature, body: `${body.toString()} ` }, expected)).toBeNull();
    expect(verifyIssuer(jwks, { signature, body }, { ...expected, aud: 'ir.other.plugin' })).toBeNull();
    expect(
      verifyIssuer(
        { keys: [{ ...issuerJwk(newSigningKey(), [origin]), kid: key['kid'] }] },
        { signature, body },
        expected,
      ),
    ).toBeNull();
    expect(verifyIssuer({ keys: [] }, { signature, body }, expected)).toBeNull();
    expect(verifyIssuer(jwks, { signature, body }, { ...expected, nowSeconds: iat + 301 })).toBeNull();
    expect(verifyIssuer(jwks, { signature, body }, { ...expected, nowSeconds: iat - 301 })).toBeNull();
    expect(verifyIssuer(jwks, { signature, body }, { ...expected, nowSeconds: iat + 300 })).not.toBeNull();
  });

  it('is rejected when the key is listed for another origin, or for none', () => {
    for (const listed of [publicJwk(key), issuerJwk(key, []), issuerJwk(key, ['https://other.example'])])
      expect(verifyIssuer({ keys: [listed] }, { signature, body }, expected)).toBeNull();
    const several = issuerJwk(key, ['https://other.example', origin]);
    expect(verifyIssuer({ keys: [several] }, { signature, body }, expected)).not.toBeNull();
  });

  const [, , sig = ''] = signature.split('.');
  /** Creates a valid signature by the key over any header. */
  const withHeader = (header: unknown): string => {
    const part = Buffer.from(JSON.stringify(header)).toString('base64url');
    const bytes = sign(
      null,
      Buffer.from(`${part}.${body.toString('base64url')}`),
      createPrivateKey({ key: { ...key }, format: 'jwk' }),
    );
    return `${part}..${bytes.toString('base64url')}`;
  };
  const full = { alg: 'EdDSA', kid: key['kid'], ...claims };
  it.each([
    undefined,
    null,
    '',
    'a..b',
    `${signature}.x`,
    signature.replace('..', `.${body.toString('base64url')}.`),
    withHeader({ ...full, alg: 'none' }),
    withHeader({ ...full, alg: 'HS256' }),
    withHeader({ ...full, crit: ['b64'], b64: false }),
    withHeader({ ...full, iat: 'now' }),
    withHeader({ ...full, kid: 1 }),
    withHeader(null),
    withHeader([]),
    `${'A'.repeat(3000)}..${sig}`,
    [signature],
  ])('is rejected when its value is %p', (text) => {
    expect(verifyIssuer(jwks, { signature: withHeader(full), body }, expected)).not.toBeNull();
    expect(verifyIssuer(jwks, { signature: text, body }, expected)).toBeNull();
  });
});
