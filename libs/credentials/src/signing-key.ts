/** Ed25519 keys as JWKs (RFC 8037), with the RFC 7638 thumbprint as `kid`. No other algorithm is accepted. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { validityMembers } from './key-validity.js';

/** A parsed JWK that is not validated yet: the code that uses it checks its members. */
export type Jwk = Readonly<Record<string, unknown>>;
/** A JSON Web Key Set, as `/.well-known/jwks.json` serves it. */
export interface Jwks {
  readonly keys: readonly Jwk[];
}

/** Creates a private key (OKP Ed25519 with `kid`) for `KUSHK_SIGNING_KEY`. */
export function newSigningKey(): Jwk {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as unknown as Jwk;
  return { ...jwk, kid: thumbprint(jwk), alg: 'EdDSA', use: 'sig' };
}

/**
 * Returns the public key for a JWKS, with its validity and without the private member `d`. Throws when the key is
 * invalid.
 */
export function publicJwk(jwk: Jwk): Jwk {
  if (jwk['d'] !== undefined) privateKeyOf(jwk);
  else if (publicKeyOf({ keys: [jwk] }, kidOf(jwk)) === null)
    throw new TypeError('the key must be an OKP key on Ed25519');
  return {
    kty: 'OKP',
    crv: 'Ed25519',
    x: jwk['x'],
    kid: kidOf(jwk),
    alg: 'EdDSA',
    use: 'sig',
    ...validityMembers(jwk),
  };
}

/** Returns the private key for node:crypto. Throws when it is not an Ed25519 private key with a `kid`. */
export function privateKeyOf(jwk: Jwk): { key: KeyObject; kid: string } {
  if (jwk['kty'] !== 'OKP' || jwk['crv'] !== 'Ed25519')
    throw new TypeError('the signing key must be an OKP key on Ed25519');
  return { key: createPrivateKey({ key: { ...jwk }, format: 'jwk' }), kid: kidOf(jwk) };
}

/** Returns the public key with this `kid`, or null when the set has no valid Ed25519 key with that id. */
export function publicKeyOf(jwks: Jwks, kid: unknown): KeyObject | null {
  if (typeof kid !== 'string') return null;
  const jwk = jwks.keys.find(
    (candidate) => candidate['kid'] === kid && candidate['kty'] === 'OKP' && candidate['crv'] === 'Ed25519',
  );
  if (jwk === undefined || typeof jwk['x'] !== 'string') return null;
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: jwk['x'] }, format: 'jwk' });
  } catch {
    return null;
  }
}

/**
 * Whether this is a valid Ed25519 public key without its private part. The `kid` must be the thumbprint of the key,
 * so that nobody can publish a key under another key's id.
 */
export function isPublicKey(jwk: Jwk): boolean {
  return jwk['d'] === undefined && publicKeyOf({ keys: [jwk] }, jwk['kid']) !== null && jwk['kid'] === thumbprint(jwk);
}

function kidOf(jwk: Jwk): string {
  if (typeof jwk['kid'] !== 'string' || jwk['kid'] === '') throw new TypeError('the signing key has no kid');
  return jwk['kid'];
}

function thumbprint(jwk: Jwk): string {
  return createHash('sha256')
    .update(JSON.stringify({ crv: jwk['crv'], kty: jwk['kty'], x: jwk['x'] }))
    .digest('base64url');
}
