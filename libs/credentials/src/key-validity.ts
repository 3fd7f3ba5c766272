/**
 * When the signatures of a key are valid. The limits are members of the key's JWK: `nbf` and `exp` (NumericDate as in
 * RFC 7519) and `revoked: {"revoked_at", "reason"?}` (historical keys as in OpenID Federation 1.0). The hub publishes
 * them in its JWKS, so every verifier can compare them with the signed time.
 */
import type { Jwk, Jwks } from './signing-key.js';

/**
 * `revoked` applies to everything that the key ever signed, because the holder of a stolen key can sign with any
 * date. `not_yet_valid` and `expired` depend on the signed time. `unknown` means that the set has no such key.
 */
export type KeyValidity = 'valid' | 'unknown' | 'revoked' | 'not_yet_valid' | 'expired';

/** The members of a JWK that limit its validity. */
export function validityMembers({ nbf, exp, revoked }: Jwk): Jwk {
  return {
    ...(nbf !== undefined && { nbf }),
    ...(exp !== undefined && { exp }),
    ...(revoked !== undefined && { revoked }),
  };
}

/**
 * The validity of the key with this `kid` for a signature with the given time. A key with an unreadable limit is
 * never valid.
 */
export function keyValidityAt(jwks: Jwks, kid: string, signedAt: Date): KeyValidity {
  const jwk = jwks.keys.find((candidate) => candidate['kid'] === kid);
  return jwk === undefined ? 'unknown' : validityOf(jwk, signedAt);
}

/**
 * Returns the private key to sign with: of the keys that are valid now, the one whose validity began last. A key that
 * is added with a future `nbf` therefore takes over automatically. Throws when no key is valid.
 */
export function signingKeyAt(keys: readonly Jwk[], at: Date): Jwk {
  const validFrom = ({ nbf }: Jwk): number => (typeof nbf === 'number' ? nbf : -Infinity);
  const [newest] = keys
    .filter((jwk) => typeof jwk['d'] === 'string' && validityOf(jwk, at) === 'valid')
    .sort((a, b) => validFrom(b) - validFrom(a));
  if (newest === undefined) throw new Error(`no signing key is valid at ${at.toISOString()}`);
  return newest;
}

function validityOf({ nbf = -Infinity, exp = Infinity, revoked }: Jwk, at: Date): KeyValidity {
  if (revoked !== undefined && revoked !== null) return 'revoked';
  const seconds = at.getTime() / 1000;
  if (typeof nbf !== 'number' || !(seconds >= nbf)) return 'not_yet_valid';
  return typeof exp === 'number' && seconds < exp ? 'valid' : 'expired';
}
