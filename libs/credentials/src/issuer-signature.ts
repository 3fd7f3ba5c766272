/**
 * The header `Service-Issuer-Signature` of lifecycle calls: a detached JWS (RFC 7515 appendix F, EdDSA) of the form
 * `header..signature` (docs/reference/wire-formats.md). The first `installed` call delivers the signing secret, so
 * that secret cannot prove who sent the call. This signature can.
 */
import { sign, verify } from 'node:crypto';
import { privateKeyOf, publicJwk, publicKeyOf, type Jwk, type Jwks } from './signing-key.js';

export interface IssuerClaims {
  /** URL origin of the calling instance, e.g. `https://assistant.example`. */
  readonly iss: string;
  /** The id of the plugin that is called. */
  readonly aud: string;
  /** Time of the signature in Unix seconds. */
  readonly iat: number;
}
export interface IssuerExpectation {
  readonly aud: string;
  readonly nowSeconds: number;
  readonly toleranceSeconds?: number;
}

const TOLERANCE_SECONDS = 300;
const MAX_LENGTH = 2048;
const SHAPE = /^([A-Za-z0-9_-]+)\.\.([A-Za-z0-9_-]{86})$/;

/** Returns the public key of an instance for a JWKS, listed for the origins of its `api_base`. */
export function issuerJwk(jwk: Jwk, serviceOrigins: readonly string[]): Jwk {
  return { ...publicJwk(jwk), service_origins: serviceOrigins };
}

/** Signs the body of a lifecycle call with the instance's private key. */
export function signIssuer(privateJwk: Jwk, claims: IssuerClaims, body: Uint8Array | string): string {
  const { key, kid } = privateKeyOf(privateJwk);
  const header = { alg: 'EdDSA', kid, iss: claims.iss, aud: claims.aud, iat: claims.iat };
  const protectedPart = Buffer.from(JSON.stringify(header)).toString('base64url');
  return `${protectedPart}..${sign(null, signingInput(protectedPart, body), key).toString('base64url')}`;
}

/**
 * Returns the claims if a key of the set signed this body for this plugin at most five minutes ago; otherwise null. The
 * key must be listed for `iss`, so that no instance can sign for the origin of another one.
 */
export function verifyIssuer(
  publicJwks: Jwks,
  { signature, body }: { readonly signature: unknown; readonly body: Uint8Array | string },
  expected: IssuerExpectation,
): (IssuerClaims & { readonly kid: string }) | null {
  const header = readIssuer(signature);
  if (header === null || header.aud !== expected.aud) return null;
  if (Math.abs(expected.nowSeconds - header.iat) > (expected.toleranceSeconds ?? TOLERANCE_SECONDS)) return null;
  const key = publicKeyOf({ keys: publicJwks.keys.filter((listed) => isListedFor(listed, header.iss)) }, header.kid);
  const [protectedPart = '', , signaturePart = ''] = String(signature).split('.');
  if (key === null || !verify(null, signingInput(protectedPart, body), key, Buffer.from(signaturePart, 'base64url')))
    return null;
  return header;
}

/**
 * Returns the claims WITHOUT verification, only to find the issuer whose keys verify the signature. Returns null when
 * the signature is malformed.
 */
export function readIssuer(signature: unknown): (IssuerClaims & { readonly kid: string }) | null {
  const parts = typeof signature === 'string' && signature.length <= MAX_LENGTH ? SHAPE.exec(signature) : null;
  if (parts === null) return null;
  try {
    const header = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>;
    const { alg, kid, iss, aud, iat, crit } = header;
    if (alg !== 'EdDSA' || crit !== undefined || typeof kid !== 'string' || typeof iss !== 'string') return null;
    if (typeof aud !== 'string' || typeof iat !== 'number' || !Number.isSafeInteger(iat)) return null;
    return { iss, aud, iat, kid };
  } catch {
    return null;
  }
}

/** `service_origins` of a JWK are the origins for which an instance may sign with the key. */
function isListedFor({ service_origins: origins }: Jwk, iss: string): boolean {
  return Array.isArray(origins) && origins.includes(iss);
}

function signingInput(protectedPart: string, body: Uint8Array | string): Buffer {
  const payload = typeof body === 'string' ? Buffer.from(body, 'utf8') : Buffer.from(body);
  return Buffer.from(`${protectedPart}.${payload.toString('base64url')}`, 'ascii');
}
