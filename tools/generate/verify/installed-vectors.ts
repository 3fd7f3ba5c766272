/** Vectors for `installed`: which credentials a plugin accepts, and from whom. */
import { signCall, signIssuer, type IssuerClaims, type Jwk } from '@kushk/credentials';
import { NOW } from './call-vectors.js';
import { issuer, ORIGIN, OTHER_ORIGIN, otherIssuer, unlistedKey } from './vector-keys.js';

/** What a plugin has stored of an installation. */
interface KnownInstallation {
  /** The origin of `api_base`. */
  readonly origin: string;
  readonly secrets: readonly string[];
  /** `iat` of the last `installed` that was accepted. */
  readonly issued_at: number;
}
export interface InstalledVector {
  readonly name: string;
  /** The header `Service-Installation-Id`. */
  readonly installation_id: string;
  readonly signature: string;
  readonly issuer_signature: string;
  readonly body_base64: string;
  readonly plugin_id: string;
  readonly known: KnownInstallation | null;
  /** The receiver's clock in Unix seconds. */
  readonly now: number;
  readonly expected: string;
}

interface InstalledCase {
  readonly name: string;
  readonly expected: string;
  readonly known: KnownInstallation | null;
  readonly body?: Readonly<Record<string, unknown>> | string;
  /** What signs the body instead of the secret that it brings. */
  readonly secret?: string;
  readonly key?: Jwk;
  readonly claims?: Partial<IssuerClaims>;
}

const PLUGIN = 'ir.acme.invoices';
const ID = 'ins_01';
// Credentials with right checksums, used nowhere else.
const STORED_SECRET = 'ks_ofsGx1zBlwjG7aTbGeCUHplrU58BE338JxDi';
const NEW_SECRET = 'ks_TestVectorsOnlyNeverInUse000003zzEnE';
const TOKEN = 'ki_tRBiiWM3oCixqo2iMpZstw4kvXAzri3dh90j';
const known: KnownInstallation = { origin: ORIGIN, secrets: [STORED_SECRET], issued_at: NOW - 60 };
const reconnect = { reconnect: true };
const OTHER_API = `${OTHER_ORIGIN}/i/${ID}/plugin/v1`;
const byOther = { key: otherIssuer, claims: { iss: OTHER_ORIGIN } };

export function installedVectors(): readonly InstalledVector[] {
  return [...accepted, ...replayed, ...fromOthers, ...malformed].map(vectorOf);
}

const accepted: readonly InstalledCase[] = [
  { name: 'a new installation', known: null, expected: 'valid' },
  { name: 'a rotation by the admin', known, secret: STORED_SECRET, expected: 'valid' },
  { name: 'a reconnect', known, body: reconnect, expected: 'valid' },
  { name: 'a reconnect of an installation that the plugin has lost', known: null, body: reconnect, expected: 'valid' },
  {
    name: 'a new installation of another instance',
    known: null,
    body: { api_base: OTHER_API },
    ...byOther,
    expected: 'valid',
  },
];
const replayed: readonly InstalledCase[] = [
  {
    name: 'a reconnect that was signed before',
    known,
    body: reconnect,
    claims: { iat: NOW - 61 },
    expected: 'replayed',
  },
  {
    name: 'the reconnect that was accepted last',
    known,
    body: reconnect,
    claims: { iat: NOW - 60 },
    expected: 'replayed',
  },
  {
    name: 'a reconnect of six minutes ago',
    known: null,
    body: reconnect,
    claims: { iat: NOW - 360 },
    expected: 'stale',
  },
];
const fromOthers: readonly InstalledCase[] = [
  { name: 'a rotation with the new secret', known, expected: 'mismatch' },
  { name: 'a reconnect with the stored secret', known, body: reconnect, secret: STORED_SECRET, expected: 'mismatch' },
  { name: 'a new installation with another secret', known: null, secret: STORED_SECRET, expected: 'mismatch' },
  { name: 'a key that the hub does not list', known, body: reconnect, key: unlistedKey, expected: 'unknown_key' },
  { name: 'another instance signs for this origin', known, body: reconnect, key: otherIssuer, expected: 'unlisted' },
  { name: 'another instance installs for this origin', known: null, key: otherIssuer, expected: 'unlisted' },
  { name: 'another instance under its name', known, body: reconnect, ...byOther, expected: 'issuer' },
  {
    name: 'another instance takes the id',
    known,
    body: { ...reconnect, api_base: OTHER_API },
    ...byOther,
    expected: 'origin',
  },
  {
    name: 'another instance without reconnect',
    known,
    body: { api_base: OTHER_API },
    ...byOther,
    expected: 'mismatch',
  },
  {
    name: 'a reconnect of another plugin',
    known,
    body: reconnect,
    claims: { aud: 'ir.other.plugin' },
    expected: 'audience',
  },
];
const malformed: readonly InstalledCase[] = [
  { name: 'reconnect as a text', known: null, body: { reconnect: 'true' }, expected: 'body' },
  { name: 'the id of another installation', known: null, body: { installation_id: 'ins_02' }, expected: 'body' },
  {
    name: 'an address of another installation',
    known: null,
    body: { api_base: `${ORIGIN}/i/ins_02/plugin/v1` },
    expected: 'body',
  },
  {
    name: 'an address with a user',
    known: null,
    body: { api_base: `https://a@b.example/i/${ID}/plugin/v1` },
    expected: 'body',
  },
  { name: 'no address', known: null, body: { api_base: undefined }, expected: 'body' },
  { name: 'another event', known: null, body: { event: 'removed' }, expected: 'body' },
  { name: 'a list', known: null, body: '[]', expected: 'body' },
  { name: 'no JSON', known: null, body: '{', expected: 'body' },
];

function vectorOf({
  name,
  expected,
  known,
  body = {},
  secret = NEW_SECRET,
  key = issuer,
  claims,
}: InstalledCase): InstalledVector {
  const text = typeof body === 'string' ? body : JSON.stringify({ ...installed, ...body });
  return {
    name,
    installation_id: ID,
    signature: signCall(secret, text, NOW),
    issuer_signature: signIssuer(key, { iss: ORIGIN, aud: PLUGIN, iat: NOW, ...claims }, text),
    body_base64: Buffer.from(text).toString('base64'),
    plugin_id: PLUGIN,
    known,
    now: NOW,
    expected,
  };
}

const installed = {
  event: 'installed',
  installation_id: ID,
  alias: 'inst_0123456789ABCDEFGHJK',
  api_base: `${ORIGIN}/i/${ID}/plugin/v1`,
  token: TOKEN,
  signing_secret: NEW_SECRET,
  scopes: [],
  settings: {},
};
