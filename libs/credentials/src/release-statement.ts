/**
 * The statements that the hub signs about a release: the reviewer's approval (in-toto Statement v1), a status statement
 * for each change of status, a statement for each change of a plugin's deprecation, and one for the end of an
 * organisation's access to a plugin. Sign each with `signDsse(key, statement.payloadType, statement.payload)`.
 */
import { createHash } from 'node:crypto';
import type { DsseEnvelope } from '@kushk/contracts';
import { canonicalJson } from './canonical.js';
import { verifyDsse } from './dsse.js';
import type { Jwks } from './signing-key.js';

export const APPROVAL_PAYLOAD_TYPE = 'application/vnd.in-toto+json';
export const STATUS_PAYLOAD_TYPE = 'application/vnd.kushk.release-status+json';
export const DEPRECATION_PAYLOAD_TYPE = 'application/vnd.kushk.plugin-deprecation+json';
export const ACCESS_PAYLOAD_TYPE = 'application/vnd.kushk.access-ended+json';
export const APPROVAL_PREDICATE_TYPE = 'urn:kushk:release-approval:v1';
const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';

export interface Statement {
  readonly payloadType: string;
  readonly payload: Buffer;
}
/** Where a release comes from, as its approval states it. */
export interface ApprovedProvenance {
  /** `sha256:<hex>` of the canonical form of the `provenance` that the APIs of the hub return for the release. */
  readonly digest: string;
  /** The issuer of the token and its claims, where the publisher makes them public; otherwise null. */
  readonly shown: { readonly issuer: string; readonly claims: Readonly<Record<string, string>> } | null;
}
/** The reviewer's approval that the approval of a return repeats (docs/reference/releases.md). */
export interface ApprovalBasis {
  /** The version that the reviewer approved. Its manifest is the same but for the version. */
  readonly version: string;
  /** `sha256:<hex>` of the payload of that approval's envelope, the `signature` of that release. */
  readonly approval_digest: string;
  /** When the reviewer decided. */
  readonly decided_at: string;
}
/** The approval that a reviewer signs. */
export interface ReleaseApproval {
  readonly plugin_id: string;
  readonly version: string;
  /** `sha256:<hex>` as returned by `canonicalDigest`. */
  readonly manifest_digest: string;
  /** `registry/name@sha256:<hex>` for a plugin of kind `instance`, otherwise null. */
  readonly image: string | null;
  readonly tier: 'community' | 'verified' | 'private';
  /** RFC 3339 in UTC. */
  readonly decided_at: string;
  /** The newest version that was published at the time of the approval, or null. */
  readonly previous: string | null;
  /** Null for a release that no trust let in, and in approvals of 0.1.0. */
  readonly provenance: ApprovedProvenance | null;
  /** Only in the approval of a return. A reader of an earlier version ignores it. */
  readonly basis?: ApprovalBasis;
}
/**
 * The status of a release as the hub states it. `sequence` increases per plugin, so old statements cannot be
 * replayed, and is at least the time of the decision in epoch milliseconds.
 */
export interface ReleaseStatusStatement {
  readonly plugin_id: string;
  readonly version: string;
  readonly status: 'published' | 'suspended' | 'withdrawn';
  readonly reason: string | null;
  readonly sequence: number;
  readonly at: string;
  readonly manifest_digest: string;
  /**
   * The release has a rollout: until a `RolloutStatement` reaches it, no installation follows it. Both statements may
   * arrive in any order. Only in a statement with the status `published`, and absent when all installations follow.
   */
  readonly paced?: true;
}

/** Whether a plugin is deprecated, as the hub states it. `sequence` increases per plugin. */
export interface DeprecationStatement {
  readonly plugin_id: string;
  /** Null when the deprecation has ended. */
  readonly deprecation: { readonly reason: string; readonly successor: string | null } | null;
  readonly sequence: number;
  readonly at: string;
}

/**
 * The end of one access to a private plugin. An access ends once and for good, so a statement that is replayed changes
 * nothing, and needs no sequence.
 */
export interface AccessEndStatement {
  readonly plugin_id: string;
  readonly access_id: string;
  readonly at: string;
}

/** Returns the approval as an in-toto Statement v1 in canonical JSON (docs/reference/releases.md). */
export function releaseStatement(approval: ReleaseApproval): Statement {
  const { plugin_id, tier, decided_at: time, previous, basis } = approval;
  const subject = [
    { name: releaseName(plugin_id, approval.version), digest: { sha256: hexOf(approval.manifest_digest) } },
  ];
  if (approval.image !== null) {
    const at = approval.image.lastIndexOf('@');
    subject.push({ name: approval.image.slice(0, at), digest: { sha256: hexOf(approval.image.slice(at + 1)) } });
  }
  const statement = {
    _type: STATEMENT_TYPE,
    subject,
    predicateType: APPROVAL_PREDICATE_TYPE,
    predicate: {
      decision: 'approved',
      tier,
      time,
      previous,
      ...(approval.provenance !== null && { provenance: provenancePredicate(approval.provenance) }),
      ...(basis !== undefined && {
        basis: {
          name: releaseName(plugin_id, basis.version),
          digest: { sha256: hexOf(basis.approval_digest) },
          time: basis.decided_at,
        },
      }),
    },
  };
  return { payloadType: APPROVAL_PAYLOAD_TYPE, payload: Buffer.from(canonicalJson(statement), 'utf8') };
}

/** An approval reaches every instance, so what is not public is in it as a digest alone. */
function provenancePredicate({ digest, shown }: ApprovedProvenance): object {
  return { digest: { sha256: hexOf(digest) }, ...shown };
}

/** Returns the status statement in canonical JSON. */
export function statusStatement(statement: ReleaseStatusStatement): Statement {
  const { plugin_id, version, status, reason, sequence, at, manifest_digest, paced } = statement;
  const named = { plugin_id, version, status, reason, sequence, at, manifest_digest };
  const text = canonicalJson(paced === undefined ? named : { ...named, paced });
  return { payloadType: STATUS_PAYLOAD_TYPE, payload: Buffer.from(text, 'utf8') };
}

/** Returns the statement about a deprecation in canonical JSON. */
export function deprecationStatement({ plugin_id, deprecation, sequence, at }: DeprecationStatement): Statement {
  const text = canonicalJson({ plugin_id, deprecation, sequence, at });
  return { payloadType: DEPRECATION_PAYLOAD_TYPE, payload: Buffer.from(text, 'utf8') };
}

/** Returns the statement about the end of an access in canonical JSON. */
export function accessEndStatement({ plugin_id, access_id, at }: AccessEndStatement): Statement {
  const text = canonicalJson({ plugin_id, access_id, at });
  return { payloadType: ACCESS_PAYLOAD_TYPE, payload: Buffer.from(text, 'utf8') };
}

/** Returns the approval in an envelope, or null when the content is not an approval or no key of the set signed it. */
export function openApproval(publicJwks: Jwks, envelope: unknown): (ReleaseApproval & { readonly kid: string }) | null {
  const content = verifyDsse(publicJwks, envelope);
  const statement = content?.payloadType === APPROVAL_PAYLOAD_TYPE ? parseObject(content.payload) : null;
  if (
    content === null ||
    statement === null ||
    statement['_type'] !== STATEMENT_TYPE ||
    statement['predicateType'] !== APPROVAL_PREDICATE_TYPE
  )
    return null;
  const predicate = asObject(statement['predicate']);
  const subjects = (Array.isArray(statement['subject']) ? statement['subject'] : []).map(subjectOf);
  const [release, image] = subjects;
  const named = namedRelease(release?.name);
  if (named === null || !release || subjects.length > 2 || image === null || predicate?.['decision'] !== 'approved')
    return null;
  const { tier, time, previous } = predicate;
  if ((tier !== 'community' && tier !== 'verified' && tier !== 'private') || typeof time !== 'string') return null;
  if (previous !== null && typeof previous !== 'string') return null;
  const basis = predicate['basis'] === undefined ? undefined : basisIn(predicate['basis'], named.plugin_id);
  if (basis === null) return null;
  return {
    ...named,
    manifest_digest: `sha256:${release.sha256}`,
    image: image === undefined ? null : `${image.name}@sha256:${image.sha256}`,
    tier,
    decided_at: time,
    previous,
    provenance: provenanceIn(predicate['provenance']),
    ...(basis !== undefined && { basis }),
    kid: content.kid,
  };
}

/** `sha256:<hex>` of the payload of an approval, by which a `basis` names it. */
export function approvalDigest(envelope: DsseEnvelope): string {
  return `sha256:${createHash('sha256').update(Buffer.from(envelope.payload, 'base64')).digest('hex')}`;
}

/** Null for a value that is no basis, or that names a release of another plugin. */
function basisIn(value: unknown, pluginId: string): ApprovalBasis | null {
  const subject = subjectOf(value);
  const named = namedRelease(subject?.name);
  const time = asObject(value)?.['time'];
  if (subject === null || named?.plugin_id !== pluginId || typeof time !== 'string') return null;
  return { version: named.version, approval_digest: `sha256:${subject.sha256}`, decided_at: time };
}

function releaseName(pluginId: string, version: string): string {
  return `pkg:generic/${pluginId}@${version}`;
}

function namedRelease(name: string | undefined): { readonly plugin_id: string; readonly version: string } | null {
  const [, plugin_id, version] = /^pkg:generic\/([^@]+)@([^@]+)$/.exec(name ?? '') ?? [];
  return plugin_id === undefined || version === undefined ? null : { plugin_id, version };
}

/**
 * Returns the status statement in an envelope, or null when the content is not a status statement or no key of the
 * set signed it.
 */
export function openStatusStatement(
  publicJwks: Jwks,
  envelope: unknown,
): (ReleaseStatusStatement & { readonly kid: string }) | null {
  const content = verifyDsse(publicJwks, envelope);
  const statement = content?.payloadType === STATUS_PAYLOAD_TYPE ? parseObject(content.payload) : null;
  if (content === null || statement === null) return null;
  const { plugin_id, version, status, reason, sequence, at, manifest_digest, paced } = statement;
  if (
    typeof plugin_id !== 'string' ||
    typeof version !== 'string' ||
    typeof at !== 'string' ||
    typeof manifest_digest !== 'string'
  )
    return null;
  if (status !== 'published' && status !== 'suspended' && status !== 'withdrawn') return null;
  if (
    (reason !== null && typeof reason !== 'string') ||
    typeof sequence !== 'number' ||
    !Number.isSafeInteger(sequence)
  )
    return null;
  const { kid } = content;
  const isPaced = paced === true && { paced: true as const };
  return { plugin_id, version, status, reason, sequence, at, manifest_digest, ...isPaced, kid };
}

/** Like `openStatusStatement`, for a statement about a deprecation. */
export function openDeprecationStatement(
  publicJwks: Jwks,
  envelope: unknown,
): (DeprecationStatement & { readonly kid: string }) | null {
  const content = verifyDsse(publicJwks, envelope);
  const statement = content?.payloadType === DEPRECATION_PAYLOAD_TYPE ? parseObject(content.payload) : null;
  if (content === null || statement === null) return null;
  const { plugin_id, sequence, at } = statement;
  if (typeof plugin_id !== 'string' || typeof at !== 'string') return null;
  if (typeof sequence !== 'number' || !Number.isSafeInteger(sequence)) return null;
  if (statement['deprecation'] === null) return { plugin_id, deprecation: null, sequence, at, kid: content.kid };
  const { reason, successor } = asObject(statement['deprecation']) ?? {};
  if (typeof reason !== 'string' || (successor !== null && typeof successor !== 'string')) return null;
  return { plugin_id, deprecation: { reason, successor }, sequence, at, kid: content.kid };
}

/** Null also for a form that this version does not know: provenance decides nothing. */
function provenanceIn(value: unknown): ApprovedProvenance | null {
  const { digest, issuer, claims } = asObject(value) ?? {};
  const sha256 = asObject(digest)?.['sha256'];
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return null;
  const shown = asObject(claims);
  const isShown =
    typeof issuer === 'string' && shown !== null && Object.values(shown).every((claim) => typeof claim === 'string');
  return {
    digest: `sha256:${sha256}`,
    shown: isShown ? { issuer, claims: shown as Readonly<Record<string, string>> } : null,
  };
}

/** Like `openStatusStatement`, for a statement about the end of an access. */
export function openAccessEndStatement(
  publicJwks: Jwks,
  envelope: unknown,
): (AccessEndStatement & { readonly kid: string }) | null {
  const content = verifyDsse(publicJwks, envelope);
  const statement = content?.payloadType === ACCESS_PAYLOAD_TYPE ? parseObject(content.payload) : null;
  if (content === null || statement === null) return null;
  const { plugin_id, access_id, at } = statement;
  if (typeof plugin_id !== 'string' || typeof access_id !== 'string' || typeof at !== 'string') return null;
  return { plugin_id, access_id, at, kid: content.kid };
}

function hexOf(digest: string): string {
  const match = /^sha256:([0-9a-f]{64})$/.exec(digest);
  if (match?.[1] === undefined) throw new TypeError(`not a sha256 digest: ${digest}`);
  return match[1];
}

function subjectOf(value: unknown): { name: string; sha256: string } | null {
  const subject = asObject(value);
  const sha256 = asObject(subject?.['digest'])?.['sha256'];
  const name = subject?.['name'];
  return typeof name === 'string' && typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256)
    ? { name, sha256 }
    : null;
}

function parseObject(payload: Buffer): Record<string, unknown> | null {
  try {
    return asObject(JSON.parse(payload.toString('utf8')));
  } catch {
    return null;
  }
}

function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
