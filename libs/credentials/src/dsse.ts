/**
 * Dead Simple Signing Envelope (DSSE 1.0) with Ed25519. The signature covers the pre-authentication encoding `DSSEv1
 * <length of type> <type> <length of payload> <payload>`. `openssl pkeyutl -rawin` and `@sigstore/verify` can verify
 * the envelope without our code.
 */
import { sign, verify } from 'node:crypto';
import type { DsseEnvelope } from '@kushk/contracts';
import { privateKeyOf, publicKeyOf, type Jwk, type Jwks } from './signing-key.js';

export interface DsseContent {
  readonly payloadType: string;
  readonly payload: Buffer;
  readonly kid: string;
}

const MAX_SIGNATURES = 8;

/** Signs the payload with a private key (JWK, Ed25519, with `kid`). */
export function signDsse(privateJwk: Jwk, payloadType: string, payload: Uint8Array): DsseEnvelope {
  const { key, kid } = privateKeyOf(privateJwk);
  const signature = sign(null, preAuthenticationEncoding(payloadType, payload), key);
  return {
    payloadType,
    payload: Buffer.from(payload).toString('base64'),
    signatures: [{ keyid: kid, sig: signature.toString('base64') }],
  };
}

/**
 * Returns the payload and the key that signed it, or null. At least one signature must be by a key of the set. Every
 * signature that names a key of the set must be valid, because an invalid one shows that the envelope was tampered
 * with.
 */
export function verifyDsse(publicJwks: Jwks, envelope: unknown): DsseContent | null {
  if (!isEnvelope(envelope)) return null;
  const payload = strictBase64(envelope.payload);
  if (payload === null) return null;
  const signed = preAuthenticationEncoding(envelope.payloadType, payload);
  let kid: string | null = null;
  for (const signature of envelope.signatures) {
    const key = publicKeyOf(publicJwks, signature.keyid);
    if (key === null) continue;
    const bytes = strictBase64(signature.sig);
    if (bytes === null || !verify(null, signed, key, bytes)) return null;
    kid ??= signature.keyid;
  }
  return kid === null ? null : { payloadType: envelope.payloadType, payload, kid };
}

/** The signed bytes. The lengths count UTF-8 bytes. */
export function preAuthenticationEncoding(payloadType: string, payload: Uint8Array): Buffer {
  const type = Buffer.from(payloadType, 'utf8');
  return Buffer.concat([Buffer.from(`DSSEv1 ${type.length} `), type, Buffer.from(` ${payload.length} `), payload]);
}

function isEnvelope(value: unknown): value is DsseEnvelope {
  if (typeof value !== 'object' || value === null) return false;
  const { payloadType, payload, signatures } = value as Record<string, unknown>;
  return (
    typeof payloadType === 'string' &&
    typeof payload === 'string' &&
    Array.isArray(signatures) &&
    signatures.length <= MAX_SIGNATURES &&
    signatures.every((signature: unknown) => {
      const { keyid, sig } = (signature ?? {}) as Record<string, unknown>;
      return typeof keyid === 'string' && typeof sig === 'string';
    })
  );
}

/** Node decodes anything that resembles base64, but only one encoding of an envelope may be accepted. */
function strictBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}
