/**
 * When the signatures of a key count, as members of its JWK: `nbf` and `exp` (NumericDate, as in RFC 7519: from then on,
 * and before then) and `revoked: {"revoked_at", "reason"?}` (as OpenID Federation 1.0 writes historical keys). They stand in
 * the hub's JWKS, so that everybody who verifies can hold them against the time that was signed.
 */
import type { Jwk, Jwks } from './signing-key.js';

/**
 * `revoked` is for ever and for everything that the key has signed: who has a stolen key writes any time into what he
 * signs. `not_yet` and `no_longer` go by that time.
 */
export type KeyStanding = 'good' | 'unknown' | 'revoked' | 'not_yet' | 'no_longer';

/** The members of a JWK that say when it counts, and no others. */
export function validityOf({ nbf, exp, revoked }: Jwk): Jwk {
  return {
    ...(nbf !== undefined && { nbf }),
    ...(exp !== undefined && { exp }),
    ...(revoked !== undefined && { revoked }),
  };
}

/** How the key with this `kid` stands towards something that it signed at a time. What cannot be read never counts in favour. */
export function keyStanding(jwks: Jwks, kid: string, signedAt: Date): KeyStanding {
  const jwk = jwks.keys.find((candidate) => candidate['kid'] === kid);
  return jwk === undefined ? 'unknown' : standingOf(jwk, signedAt);
}

/**
 * The private key to sign with at a time: of those that count then, the one that began last, so that a key which is added
 * with `nbf` ahead takes over by itself. Throws when there is none.
 */
export function signingKeyAt(keys: readonly Jwk[], at: Date): Jwk {
  const beginning = ({ nbf }: Jwk): number => (typeof nbf === 'number' ? nbf : -Infinity);
  const [newest] = keys
    .filter((jwk) => typeof jwk['d'] === 'string' && standingOf(jwk, at) === 'good')
    .sort((a, b) => beginning(b) - beginning(a));
  if (newest === undefined) throw new Error(`no signing key counts at ${at.toISOString()}`);
  return newest;
}

function standingOf({ nbf = -Infinity, exp = Infinity, revoked }: Jwk, at: Date): KeyStanding {
  if (revoked !== undefined && revoked !== null) return 'revoked';
  const seconds = at.getTime() / 1000;
  if (typeof nbf !== 'number' || !(seconds >= nbf)) return 'not_yet';
  return typeof exp === 'number' && seconds < exp ? 'good' : 'no_longer';
}
