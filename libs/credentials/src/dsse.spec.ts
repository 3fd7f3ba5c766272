import { execFileSync } from 'node:child_process';
import { createHash, createPublicKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import { canonicalDigest, canonicalJson, inputHash } from './canonical.js';
import type { DsseEnvelope } from '@kushk/contracts';
import { preAuthenticationEncoding, signDsse, verifyDsse } from './dsse.js';
import {
  approvalDigest,
  openApproval,
  openStatusStatement,
  releaseStatement,
  statusStatement,
} from './release-statement.js';
import { newSigningKey, publicJwk } from './signing-key.js';

const reviewer = newSigningKey();
const other = newSigningKey();
const pinned = { keys: [publicJwk(other), publicJwk(reviewer)] };
const manifest = { id: 'ir.acme.invoices', version: '1.4.0', names: { fa: 'فاکتورها', en: 'Invoices' }, rate: 1e-7 };
const approval = {
  plugin_id: 'ir.acme.invoices',
  version: '1.4.0',
  manifest_digest: canonicalDigest(manifest),
  image: null,
  tier: 'verified',
  decided_at: '2026-11-20T10:00:00.000Z',
  previous: '1.3.0',
  provenance: null,
} as const;
const statement = releaseStatement(approval);
const envelope = signDsse(reviewer, statement.payloadType, statement.payload);
const statusOfRelease = {
  plugin_id: 'ir.acme.invoices',
  version: '1.4.0',
  status: 'suspended',
  reason: 'نشت داده',
  sequence: 7,
  at: '2026-11-20T10:00:00.000Z',
  manifest_digest: approval.manifest_digest,
} as const;

describe('the signed approval of a release', () => {
  it('is verified by openssl from the published DSSE envelope alone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'dsse-'));
    try {
      const key = pinned.keys.find((candidate) => candidate['kid'] === envelope.signatures[0]?.keyid);
      writeFileSync(
        join(folder, 'key.pem'),
        createPublicKey({ key: { ...key }, format: 'jwk' }).export({ type: 'spki', format: 'pem' }),
      );
      const payload = Buffer.from(envelope.payload, 'base64');
      writeFileSync(
        join(folder, 'pae'),
        Buffer.concat([Buffer.from(`DSSEv1 28 application/vnd.in-toto+json ${payload.length} `), payload]),
      );
      writeFileSync(join(folder, 'sig'), Buffer.from(envelope.signatures[0]?.sig ?? '', 'base64'));
      const check = (): string =>
        execFileSync(
          'openssl',
          ['pkeyutl', '-verify', '-pubin', '-inkey', 'key.pem', '-rawin', '-in', 'pae', '-sigfile', 'sig'],
          { cwd: folder, encoding: 'utf8', stdio: 'pipe' },
        );
      expect(check()).toContain('Signature Verified Successfully');
      writeFileSync(
        join(folder, 'pae'),
        Buffer.concat([
          Buffer.from(`DSSEv1 28 application/vnd.in-toto+json ${payload.length} `),
          payload,
          Buffer.from(' '),
        ]),
      );
      expect(check).toThrow();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is verified by @sigstore/verify', () => {
    const sigstoreVerifies = (candidate: DsseEnvelope): void => {
      const keyid = candidate.signatures[0]?.keyid ?? '';
      const finder = (hint: string) => {
        const jwk = pinned.keys.find((key) => key['kid'] === hint);
        return { publicKey: createPublicKey({ key: { ...jwk }, format: 'jwk' }), validFor: () => true };
      };
      const trust = toTrustMaterial(
        {
          mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
          tlogs: [],
          certificateAuthorities: [],
          ctlogs: [],
          timestampAuthorities: [],
          rekorTlogUrls: [],
        } as never,
        finder,
      );
      const entity = toSignedEntity({
        mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
        verificationMaterial: {
          content: { $case: 'publicKey', publicKey: { hint: keyid } },
          tlogEntries: [],
          timestampVerificationData: { rfc3161Timestamps: [] },
        },
        content: {
          $case: 'dsseEnvelope',
          dsseEnvelope: {
            payloadType: candidate.payloadType,
            payload: Buffer.from(candidate.payload, 'base64'),
            signatures: candidate.signatures.map(({ keyid: id, sig }) => ({
              keyid: id,
              sig: Buffer.from(sig, 'base64'),
            })),
          },
        },
      });
      new Verifier(trust, { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 }).verify(entity);
    };
    sigstoreVerifies(envelope);
    expect(() => {
      sigstoreVerifies({ ...envelope, payloadType: 'application/json' });
    }).toThrow(/signature/);
  });

  it('is an in-toto Statement over the canonical manifest', () => {
    expect(JSON.parse(Buffer.from(envelope.payload, 'base64').toString())).toEqual({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name: 'pkg:generic/ir.acme.invoices@1.4.0', digest: { sha256: canonicalDigest(manifest).slice(7) } }],
      predicateType: 'urn:kushk:release-approval:v1',
      predicate: { decision: 'approved', tier: 'verified', time: '2026-11-20T10:00:00.000Z', previous: '1.3.0' },
    });
  });

  it('is returned from its envelope, with the image if there is one', () => {
    expect(openApproval(pinned, envelope)).toEqual({ ...approval, kid: reviewer['kid'] });
    const image = `registry.example:5000/acme/invoices@sha256:${'ab'.repeat(32)}`;
    const withImage = releaseStatement({ ...approval, image, previous: null });
    expect(openApproval(pinned, signDsse(reviewer, withImage.payloadType, withImage.payload))).toMatchObject({
      image,
      previous: null,
    });
  });

  it('states where the release comes from: its digest, and what the publisher makes public', () => {
    const claims = { repository: 'acme/invoices', run_id: '43' };
    const digest = canonicalDigest({ trust_id: 'tru_1', claims });
    for (const shown of [{ issuer: 'https://ci.example', claims }, null]) {
      const provenance = { digest, shown };
      const signed = releaseStatement({ ...approval, provenance });
      const opened = openApproval(pinned, signDsse(reviewer, signed.payloadType, signed.payload));
      expect(opened?.provenance).toEqual(provenance);
      const { predicate } = JSON.parse(String(signed.payload)) as { predicate: Readonly<Record<string, unknown>> };
      expect(predicate['provenance']).toEqual({ digest: { sha256: digest.slice(7) }, ...shown });
    }
  });

  it('names the approval that it repeats, and means the same to a reader that knows no basis', () => {
    const basis = { version: '1.2.0', approval_digest: approvalDigest(envelope), decided_at: approval.decided_at };
    const repeated = releaseStatement({ ...approval, basis });
    expect(openApproval(pinned, signDsse(reviewer, repeated.payloadType, repeated.payload))).toEqual({
      ...approval,
      basis,
      kid: reviewer['kid'],
    });
    const { predicate, ...rest } = JSON.parse(repeated.payload.toString()) as { readonly predicate: object };
    expect(predicate).toMatchObject({
      basis: {
        name: 'pkg:generic/ir.acme.invoices@1.2.0',
        digest: { sha256: createHash('sha256').update(Buffer.from(envelope.payload, 'base64')).digest('hex') },
      },
    });
    const { basis: _basis, ...known } = predicate as { readonly basis: unknown };
    expect({ ...rest, predicate: known }).toEqual(JSON.parse(statement.payload.toString()));
    for (const wrong of [
      null,
      'x',
      { name: 'pkg:generic/ir.other@1.2.0', digest: { sha256: 'a'.repeat(64) }, time: '' },
    ]) {
      const hostile = Buffer.from(JSON.stringify({ ...rest, predicate: { ...predicate, basis: wrong } }));
      expect(openApproval(pinned, signDsse(reviewer, repeated.payloadType, hostile))).toBeNull();
    }
  });

  it('is not accepted as a status statement, nor a status statement as an approval', () => {
    const { payloadType, payload } = statusStatement(statusOfRelease);
    const status = signDsse(other, payloadType, payload);
    expect(openStatusStatement(pinned, status)).toEqual({ ...statusOfRelease, kid: other['kid'] });
    expect(openApproval(pinned, status)).toBeNull();
    expect(openStatusStatement(pinned, envelope)).toBeNull();
  });

  const [signature] = envelope.signatures;
  const sig = signature?.sig ?? '';
  const keyid = signature?.keyid ?? '';
  const hostile: readonly (readonly [string, unknown])[] = [
    ['of a key that is not pinned', signDsse(newSigningKey(), statement.payloadType, statement.payload)],
    [
      'of an unknown key under a pinned kid',
      signDsse({ ...newSigningKey(), kid: keyid }, statement.payloadType, statement.payload),
    ],
    ['with another payload type', { ...envelope, payloadType: 'application/json' }],
    ['with another payload', { ...envelope, payload: Buffer.from('{}').toString('base64') }],
    [
      'with a payload in base64url without padding',
      { ...envelope, payload: Buffer.from(envelope.payload, 'base64').toString('base64url') },
    ],
    ['with a newline in the base64', { ...envelope, payload: `${envelope.payload}\n` }],
    ['with an empty signature', { ...envelope, signatures: [{ keyid, sig: '' }] }],
    ['with no signature', { ...envelope, signatures: [] }],
    [
      'with one true and one false signature of pinned keys',
      {
        ...envelope,
        signatures: [
          { keyid, sig },
          { keyid: other['kid'], sig },
        ],
      },
    ],
    ['with nine signatures', { ...envelope, signatures: Array.from({ length: 9 }, () => ({ keyid, sig })) }],
    ['with signatures that are no list', { ...envelope, signatures: { 0: signature } }],
    ['that is null', null],
    ['that is text', JSON.stringify(envelope)],
  ];
  it.each(hostile)('is not accepted from an envelope %s', (_title, candidate) => {
    expect(verifyDsse(pinned, candidate)).toBeNull();
    expect(openApproval(pinned, candidate)).toBeNull();
  });

  it('is accepted when its envelope also has a signature of an unknown key', () => {
    expect(
      verifyDsse(pinned, {
        ...envelope,
        signatures: [
          { keyid: 'unknown', sig: 'AAAA' },
          { keyid, sig },
        ],
      })?.kid,
    ).toBe(keyid);
  });

  it('is not accepted when the signed content is not a valid approval', () => {
    const inToto = (value: unknown): DsseEnvelope =>
      signDsse(reviewer, statement.payloadType, Buffer.from(JSON.stringify(value)));
    const sound = JSON.parse(statement.payload.toString()) as Record<string, unknown>;
    for (const wrong of [
      null,
      [],
      {},
      { ...sound, predicateType: 'x' },
      { ...sound, subject: [] },
      { ...sound, subject: [null] },
      { ...sound, predicate: { ...(sound['predicate'] as object), decision: 'rejected' } },
      { ...sound, predicate: { ...(sound['predicate'] as object), tier: 'golden' } },
      { ...sound, _type: 'x' },
    ]) {
      expect(openApproval(pinned, inToto(wrong))).toBeNull();
    }
  });

  it('is verified with public keys that contain no private member', () => {
    expect(Object.keys(publicJwk(reviewer))).not.toContain('d');
    expect(() => publicJwk({ ...publicJwk(reviewer), x: 'none' })).toThrow();
    expect(() => publicJwk({ ...reviewer, crv: 'X25519' })).toThrow();
  });

  it('is signed over an encoding that states lengths in bytes, not in characters', () => {
    expect(preAuthenticationEncoding('ن', Buffer.from('ف')).toString()).toBe('DSSEv1 2 ن 2 ف');
  });
});

describe('canonical JSON', () => {
  it('has the digests of the RFC 8785 test vectors for any member order and any escapes in the input', () => {
    const one = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"literals":[null,true,false]}',
    ) as unknown;
    const two = JSON.parse(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27]}',
    ) as unknown;
    expect(canonicalDigest(one)).toBe(canonicalDigest(two));
    expect(canonicalDigest({})).toBe('sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
  });

  it('equals the output of another implementation for any JSON value', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\u2028', '\x7f', '"\\/', 'é', 'e\u0301', '\ufb33', '😀', '\\ud800', '__proto__', '10', '9'),
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.maxSafeInteger(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(text, tie('value'), { maxKeys: 6 }),
      ),
    }));
    fc.assert(
      fc.property(value, (any) => {
        expect(canonicalJson(any)).toBe(canonicalize(any));
      }),
      { numRuns: 3_000 },
    );
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${(index * 7919) % 500}`, index]));
    expect(canonicalJson(wide)).toBe(canonicalize(wide));
  });

  it('is created for a string that only looks like an escaped surrogate', () => {
    expect(canonicalJson({ a: '\\ud800' })).toBe('{"a":"\\\\ud800"}');
    expect(() => canonicalJson({ '\udc00': 1 })).toThrow(TypeError);
    expect(() => canonicalJson([Infinity])).toThrow(TypeError);
  });

  it('is not needed by inputHash, which hashes any request, even with a lone surrogate or no body', () => {
    expect(inputHash({ a: 1, b: 2 })).toBe(inputHash({ b: 2, a: 1 }));
    expect(inputHash({ a: '\ud800' })).not.toBe(inputHash({ a: '\ud801' }));
    expect(inputHash(undefined)).toBe(inputHash(null));
    expect(() => canonicalDigest({ a: '\ud800' })).toThrow(TypeError);
  });
});
