/**
 * Verifies signatures with third-party implementations: openssl and jose. The recording plugin uses Stripe's library.
 */
import { execFileSync } from 'node:child_process';
import { createHash, createPublicKey, type JsonWebKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordedCall } from '@kushk/testing';
import canonicalize from 'canonicalize';
import { flattenedVerify, importJWK, type JWK } from 'jose';
import { granted, type Client } from './client.js';

interface Envelope {
  readonly payloadType: string;
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

/** The public keys that `origin` serves. */
export async function publicKeys(visitor: Client): Promise<readonly (JWK & { kid: string })[]> {
  return (granted(await visitor.get('/.well-known/jwks.json')) as { keys: (JWK & { kid: string })[] }).keys;
}

/** The SHA-256 digest of the canonical JSON (RFC 8785), in hex. */
export function canonicalDigest(value: object): string {
  return createHash('sha256').update(canonicalize(value)!).digest('hex');
}

/** Verifies a DSSE envelope with `openssl` and returns its statement. Throws when the signature is invalid. */
export async function statementOf(envelope: Envelope, keys: readonly JWK[]): Promise<Record<string, unknown>> {
  const [signature] = envelope.signatures;
  const jwk = keys.find((key) => key.kid === signature?.keyid);
  if (signature === undefined || jwk === undefined) throw new Error('nobody known has signed this envelope');
  const payload = Buffer.from(envelope.payload, 'base64');
  const folder = mkdtempSync(join(tmpdir(), 'kushk-dsse-'));
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  try {
    // DSSE signs the pre-authentication encoding of the payload (github.com/secure-systems-lab/dsse, protocol.md).
    const head = `DSSEv1 ${Buffer.byteLength(envelope.payloadType)} ${envelope.payloadType} ${payload.length} `;
    const signed = file('signed', Buffer.concat([Buffer.from(head), payload]));
    const key = file(
      'key.pem',
      createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }).export({ type: 'spki', format: 'pem' }) as string,
    );
    const sig = file('sig', Buffer.from(signature.sig, 'base64'));
    execFileSync('openssl', ['pkeyutl', '-verify', '-pubin', '-inkey', key, '-rawin', '-in', signed, '-sigfile', sig], {
      stdio: 'pipe',
    });
    return JSON.parse(payload.toString('utf8')) as Record<string, unknown>;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Verifies the signature of a lifecycle call with jose: a detached JWS (RFC 7515 appendix F) over the call's body.
 * Returns the protected header of the JWS.
 */
export async function issuerOf(call: RecordedCall, keys: readonly JWK[]): Promise<Record<string, unknown>> {
  const [protectedHeader = '', between, signature = ''] = String(call.headers['service-issuer-signature']).split('.');
  if (between !== '') throw new Error('the signature is not detached');
  const payload = call.body.toString('base64url');
  const { protectedHeader: verified } = await flattenedVerify(
    { protected: protectedHeader, payload, signature },
    async ({ kid }) => {
      const key = keys.find((one) => one.kid === kid);
      if (key === undefined) throw new Error(`the key ${String(kid)} is not known`);
      return importJWK(key, 'EdDSA');
    },
  );
  return { ...verified };
}
