/** Vectors for `Service-Issuer-Signature`: every way in which a lifecycle call is accepted or refused. */
import { signIssuer, verifyIssuer, type IssuerClaims } from '@kushk/credentials';
import { NOW } from './call-vectors.js';
import { issuer, jwks, ORIGIN, OTHER_ORIGIN, otherIssuer, releaseKey, unlistedKey } from './vector-keys.js';

export interface IssuerVector {
  readonly name: string;
  readonly header: string | null;
  readonly body_base64: string;
  readonly plugin_id: string;
  /** The origin of `api_base`; null when the installation is not known. */
  readonly origin: string | null;
  /** The receiver's clock in Unix seconds. */
  readonly now: number;
  readonly expected: string;
}

interface IssuerCase {
  readonly name: string;
  readonly expected: string;
  readonly header: string | null;
  readonly body?: string;
  readonly origin?: string | null;
}

const PLUGIN = 'ir.acme.invoices';
const INSTALLED =
  '{"event":"installed","installation_id":"ins_01","api_base":"https://assistant.example/i/ins_01/plugin/v1"}';
const CLAIMS: IssuerClaims = { iss: ORIGIN, aud: PLUGIN, iat: NOW };
/** The order of the group of Ed25519. */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

export function issuerVectors(): readonly IssuerVector[] {
  return [...decided(), ...malformed()].map(vectorOf);
}

/** libs/credentials accepts exactly the vectors that are expected to be valid. It does not name the reason. */
function vectorOf({ name, expected, header, body = INSTALLED, origin = ORIGIN }: IssuerCase): IssuerVector {
  const claims = verifyIssuer(jwks, { signature: header, body }, { aud: PLUGIN, nowSeconds: NOW });
  const isValid = claims !== null && (origin === null || claims.iss === origin);
  if (isValid !== (expected === 'valid')) throw new Error(`${name}: libs/credentials disagrees with ${expected}`);
  const bodyBase64 = Buffer.from(body).toString('base64');
  return { name, header, body_base64: bodyBase64, plugin_id: PLUGIN, origin, now: NOW, expected };
}

function decided(): readonly IssuerCase[] {
  const good = signed();
  const [protectedPart = '', , signature = ''] = good.split('.');
  const byOther = signIssuer(otherIssuer, { ...CLAIMS, iss: OTHER_ORIGIN }, INSTALLED);
  const underKnownId = signIssuer({ ...unlistedKey, kid: issuer['kid'] }, CLAIMS, INSTALLED);
  return [
    { name: 'installed, signed by the instance', header: good, expected: 'valid' },
    { name: 'removed, of an installation that is not known', header: good, origin: null, expected: 'valid' },
    { name: 'removed, by another instance of the hub', header: byOther, origin: null, expected: 'valid' },
    { name: 'the issuer signed five minutes ago', header: signed({ iat: NOW - 300 }), expected: 'valid' },
    { name: 'the issuer signed earlier', header: signed({ iat: NOW - 301 }), expected: 'stale' },
    { name: 'the issuer signed in the future', header: signed({ iat: NOW + 301 }), expected: 'stale' },
    { name: 'meant for another plugin', header: signed({ aud: 'ir.other.plugin' }), expected: 'audience' },
    { name: 'from another instance', header: signed({ iss: 'https://other.example' }), expected: 'issuer' },
    { name: 'a slash after the origin', header: signed({ iss: `${ORIGIN}/` }), expected: 'issuer' },
    { name: 'the body of the lifecycle call changed', header: good, body: `${INSTALLED} `, expected: 'mismatch' },
    { name: 'another key under a known key id', header: underKnownId, expected: 'mismatch' },
    { name: 'the signature of other claims', header: claiming({ iat: NOW - 1 }), expected: 'mismatch' },
    { name: 's is not below the order', header: `${protectedPart}..${withOrder(signature)}`, expected: 'mismatch' },
    { name: 'a signature of zeros', header: `${protectedPart}..${'A'.repeat(86)}`, expected: 'mismatch' },
    { name: 'an unknown key id', header: signIssuer(unlistedKey, CLAIMS, INSTALLED), expected: 'unknown_key' },
    {
      name: 'an instance signs for another one',
      header: signIssuer(otherIssuer, CLAIMS, INSTALLED),
      expected: 'unlisted',
    },
    {
      name: 'an instance signs for another one, removed',
      header: signIssuer(otherIssuer, CLAIMS, INSTALLED),
      origin: null,
      expected: 'unlisted',
    },
    { name: 'a key that signs releases', header: signIssuer(releaseKey, CLAIMS, INSTALLED), expected: 'unlisted' },
    { name: 'alg none', header: claiming({ alg: 'none' }), expected: 'algorithm' },
    { name: 'alg HS256', header: claiming({ alg: 'HS256' }), expected: 'algorithm' },
    { name: 'no issuer signature', header: null, expected: 'missing' },
    { name: 'an empty issuer signature', header: '', expected: 'missing' },
  ];
}

function malformed(): readonly IssuerCase[] {
  const good = signed();
  const [protectedPart = '', , signature = ''] = good.split('.');
  const headers: Readonly<Record<string, string>> = {
    'a critical extension': claiming({ crit: ['exp'] }),
    'iat is a text': claiming({ iat: String(NOW) }),
    'iat has a fraction': claiming({ iat: NOW + 0.5 }),
    'iat is true': claiming({ iat: true }),
    'no kid': claiming({ kid: undefined }),
    'iss is null': claiming({ iss: null }),
    'the protected header is a list': `${base64url('[]')}..${signature}`,
    'the protected header is not JSON': `${base64url('{')}..${signature}`,
    'the protected header is nested deeply': `${base64url('['.repeat(1_400))}..${signature}`,
    'a JWS with its payload': `${protectedPart}.${base64url(INSTALLED)}.${signature}`,
    'a signature that is too short': good.slice(0, -1),
    'a line break after the signature': `${good}\n`,
    'standard base64': `${protectedPart}..${'+'.repeat(86)}`,
    'a header of 3,000 characters': signed({ iss: `https://${'a'.repeat(2_200)}.example` }),
  };
  return Object.entries(headers).map(([name, header]) => ({ name, header, expected: 'malformed' }));
}

function signed(change: Partial<IssuerClaims> = {}): string {
  return signIssuer(issuer, { ...CLAIMS, ...change }, INSTALLED);
}

/** The signature of `signed()` under a protected header that was changed afterwards. */
function claiming(change: Readonly<Record<string, unknown>>): string {
  const protectedHeader = { alg: 'EdDSA', kid: issuer['kid'], ...CLAIMS, ...change };
  return `${base64url(JSON.stringify(protectedHeader))}..${signed().split('.')[2]}`;
}

/** Adds the order of the group to `s`. A verifier without the check of RFC 8032, 5.1.7 accepts the result. */
function withOrder(signature: string): string {
  const bytes = Buffer.from(signature, 'base64url');
  const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + ORDER;
  const changed = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse();
  return Buffer.concat([bytes.subarray(0, 32), changed]).toString('base64url');
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}
