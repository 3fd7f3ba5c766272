/** Requests, replies and public facts of the catalogue. All instants are ISO 8601 in UTC. */
import { decisionRequires } from './caller-policy.js';
import {
  command,
  publicFact,
  query,
  type Json,
  type JsonObject,
  type RequestIdempotency,
  type Page,
  type PageRequest,
  type Problem,
} from './messages.js';
import type { AccessEndedV1 } from './access-codes.js';
import type { Deprecation, DeprecationChangedV1 } from './deprecation.js';
import type { ListedInstance, RegisteredInstance } from './instances.js';
import type { FoundRelease, ReleaseFilter, ReleaseKeys, ReleaseState } from './found-releases.js';
import type { Provenance } from './provenance.js';
import type { ReleaseCheck } from './release-checks.js';
import type { ReleaseAppeal, ReleaseComment } from './release-conversation.js';
import type { ReleaseEvent } from './release-events.js';
import type { ReturnedRelease } from './release-return.js';
import type { KeyToIssue } from './registry-tokens.js';
import type { RolloutAction, RolloutChangedV1, RolloutPlan, RolloutResource } from './rollout.js';
import { staffRequests, type HubRole, type HubStaff } from './staff.js';

export const TIERS = ['community', 'verified', 'private'] as const;
export type Tier = (typeof TIERS)[number];
export const RELEASE_STATUSES = [
  'submitted',
  'in_review',
  'approved',
  'rejected',
  'published',
  'suspended',
  'withdrawn',
] as const;
export type ReleaseStatus = (typeof RELEASE_STATUSES)[number];

export interface PublisherResource {
  readonly id: string;
  readonly name: string;
}
/** What a key for the publisher API may do. Each operation of this API requires one of them. */
export const KEY_SCOPES = ['read', 'submit', 'usage', 'access', 'manage'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
/** A publisher key without its secret. */
export interface KeyResource {
  readonly id: string;
  readonly label: string;
  readonly last4: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** Empty for a key of the registry, which has no use in the publisher API. */
  readonly scopes: readonly KeyScope[];
  /** The only plugin that the key can reach; null for all plugins of the publisher. */
  readonly plugin_id: string | null;
  /** Only of a key that was exchanged for the token of a CI job. Lists are without these keys. */
  readonly trust_id?: string;
  /** Only of a key for the registry of images (`kr_…`); other keys (`kp_…`) are for the publisher API. */
  readonly purpose?: 'registry';
}
/**
 * A DSSE 1.0 envelope with the signed approval or the signed status of a release. `payload` and `sig` are standard
 * base64.
 */
export interface DsseEnvelope {
  readonly payloadType: string;
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}
/**
 * The difference between the capabilities of a version and those of the version `previous`. `class` is the worst case
 * over all installations: in the class `consent`, an administrator may have to consent to the version.
 */
export interface CapabilityDiff {
  readonly previous: string;
  readonly class: 'none' | 'minor' | 'consent';
  readonly changes: readonly { readonly path: string; readonly before: unknown; readonly after: unknown }[];
}
/** What a publisher submits. */
export interface Submission {
  readonly manifest: JsonObject;
  /** The text from which the manifest was parsed; null when only JSON was submitted. */
  readonly source: string | null;
  readonly requested_tier: Tier | '';
  readonly notes: string;
  /** Null: every installation follows the release at its publication. */
  readonly rollout: RolloutPlan | null;
  /** The version under review that this one replaces; null for none. */
  readonly replaces: string | null;
}
/** A submission as it was sent: JSON that nothing has checked. An absent field means the same as null. */
export type UncheckedSubmission = { readonly [Field in keyof Submission]?: Json | undefined };
/** A release as its publisher sees it. */
export interface ReleaseResource {
  readonly id: string;
  readonly plugin_id: string;
  readonly version: string;
  readonly kind: 'external' | 'instance';
  /** `MAJOR.MINOR`. Instances with the same major and an equal or higher minor version can run the release. */
  readonly plugin_api: string;
  readonly status: ReleaseStatus;
  readonly requested_tier: Tier | '';
  readonly tier: Tier | null;
  readonly notes: string;
  readonly warnings: readonly Problem[];
  readonly review_notes: string | null;
  readonly status_reason: string | null;
  /** The digest of the canonical manifest (RFC 8785): `sha256:` and 64 hex characters. */
  readonly manifest_digest: string;
  /** The signed approval; null before the approval. */
  readonly signature: DsseEnvelope | null;
  /** To the newest version published now, or, once it is published or ended, to that of then; null: there is none. */
  readonly diff: CapabilityDiff | null;
  /** Where the submission comes from; null when it was sent by hand or with a key that the operator issued. */
  readonly provenance: Provenance | null;
  readonly submitted_at: string;
  readonly review_started_at: string | null;
  readonly decided_at: string | null;
  readonly published_at: string | null;
  readonly updated_at: string;
  /** Only of a return to an earlier version. */
  readonly returned?: ReturnedRelease;
  /** When a reviewer last requested changes; null before that, and again after an appeal. */
  readonly changes_requested_at: string | null;
  /** What reviewers and publisher have said about the release, oldest first. */
  readonly comments: readonly ReleaseComment[];
  /** The version that this one replaced while it was under review; null for none. */
  readonly replaces: string | null;
  /** The version that replaced this one; null for none. */
  readonly replaced_by: string | null;
  /** The publisher's appeal against the rejection; null without one. */
  readonly appeal: ReleaseAppeal | null;
  /** How many instances have accepted the release, and which have rejected it. */
  readonly fleet: {
    /** The number of instances whose plugin API is compatible with the release. */
    readonly compatible: number;
    readonly accepted: number;
    readonly refused: readonly { readonly instance: string; readonly problems: readonly Problem[] }[];
  };
  /** How the existing installations move to the release. */
  readonly rollout: RolloutResource;
}
/** A submitted manifest. */
export interface ManifestResource {
  readonly manifest: JsonObject;
  /** The text of the manifest as its author wrote it, YAML or JSON; null when only JSON was submitted. */
  readonly source: string | null;
}
/** A release as staff see it. */
export interface ReleaseForStaff extends ReleaseResource, ManifestResource {
  readonly publisher_id: string;
  readonly publisher_name: string;
  /**
   * The reviewer who holds the release, with the name at the time of taking it; null unless it is in review, and for an
   * appeal that nobody has taken.
   */
  readonly taken_by: { readonly subject: string; readonly name: string } | null;
  readonly checks: readonly ReleaseCheck[];
}
/**
 * Long polling: the reply is delayed, for at most `timeout_ms` milliseconds, until the `contentTag` of the reply (its
 * ETag) is none of `known_tags`, which the client already has. With empty `known_tags` the reply is delayed until the
 * release changes.
 */
interface WaitForChange {
  readonly timeout_ms: number;
  readonly known_tags: readonly string[];
}
/** A release in a list, without its signature, diff, provenance, comments, fleet data and rollout. */
export type ReleaseSummary = Omit<
  ReleaseResource,
  'signature' | 'diff' | 'provenance' | 'comments' | 'fleet' | 'rollout'
>;
export interface PluginResource {
  readonly id: string;
  readonly names: Readonly<Record<string, string>>;
  readonly kind: 'external' | 'instance';
  readonly latest_published: string | null;
  /** Null while the plugin is not deprecated. */
  readonly deprecation: Deprecation | null;
  readonly releases: readonly ReleaseSummary[];
}
/** A plugin with its newest submission alone. Names and kind are those of a `PluginResource`. */
export type PluginSummary = Omit<PluginResource, 'releases'> & { readonly newest: ReleaseSummary };
/** A plugin in a list, without its releases. `revision` changes with each of its releases and with its deprecation. */
export type ListedPlugin = Omit<PluginResource, 'releases'> & { readonly revision: string };
export const catalogue = {
  /**
   * `key_hash` is the keyed hash of the publisher key in hex. Rejects with `auth.publisher_key_invalid` for a wrong,
   * revoked or expired key.
   */
  authenticateKey: query<{ key_hash: string }, { publisher: PublisherResource; key: KeyResource }>(
    'catalogue',
    'key.authenticate',
  ),
  addPublisher: command<{ id: string; name: string; idempotency?: RequestIdempotency }, PublisherResource>(
    'catalogue',
    'publisher.add',
    decisionRequires('operator'),
  ),
  listPublishers: query<Record<string, never>, { items: readonly PublisherResource[] }>('catalogue', 'publisher.list'),
  /** `secret` is returned once: it is null in an idempotent replay. */
  issueKey: command<KeyToIssue, { key: KeyResource; secret: string | null }>(
    'catalogue',
    'key.issue',
    decisionRequires('operator'),
  ),
  listKeys: query<{ publisher_id: string }, { items: readonly KeyResource[] }>('catalogue', 'key.list'),
  revokeKey: command<{ publisher_id: string; key_id: string; idempotency?: RequestIdempotency }, null>(
    'catalogue',
    'key.revoke',
    decisionRequires('operator', 'publisher'),
  ),
  submitRelease: command<
    UncheckedSubmission & { publisher_id: string; idempotency?: RequestIdempotency },
    ReleaseResource
  >('catalogue', 'release.submit', decisionRequires('publisher')),
  /**
   * Runs the checks of `submitRelease` without storing a submission. Rejects with `catalogue.manifest_invalid`
   * {problems}.
   */
  checkRelease: query<
    UncheckedSubmission & { publisher_id: string },
    {
      verdict: 'valid';
      warnings: readonly Problem[];
      checks: readonly ReleaseCheck[];
      diff: CapabilityDiff | null;
      /** What the difference means, in words: who must consent, which records become unreachable. */
      consequences: readonly { readonly message: string; readonly message_fa: string }[];
    }
  >('catalogue', 'release.check'),
  /**
   * The publisher's plugins ordered by id, without their releases. Callers read the releases (`listReleases`) of
   * those plugins whose `revision` has changed.
   */
  listPlugins: query<{ publisher_id: string } & PageRequest, Page<ListedPlugin>>('catalogue', 'plugin.list'),
  /**
   * The publisher's plugins, each with its newest submission: ordered by id, or the newest submission first.
   * `plugin_id` null: all of them. `q`: only those whose newest submission has these words in its names or ids.
   * `status`: only those whose newest submission has it.
   */
  listPluginSummaries: query<
    {
      publisher_id: string;
      plugin_id: string | null;
      q: string | null;
      status?: ReleaseStatus | null;
      sort?: 'id' | 'newest' | null;
    } & PageRequest,
    Page<PluginSummary>
  >('catalogue', 'plugin.list-summaries'),
  /** The releases of some plugins of a publisher, ordered by plugin, newest submission first. */
  listReleases: query<{ publisher_id: string; plugin_ids: readonly string[] } & PageRequest, Page<ReleaseSummary>>(
    'catalogue',
    'release.list',
  ),
  /**
   * `publisher_id` is null for a request by staff. Rejects with `catalogue.release_not_found` for a release that does
   * not exist or belongs to another publisher.
   */
  getRelease: query<
    { publisher_id: string | null; plugin_id: string; version: string; after_review?: number; wait?: WaitForChange },
    ReleaseResource
  >('catalogue', 'release.get'),
  /** The manifest of a release of this publisher. Rejects with `catalogue.release_not_found` like `getRelease`. */
  getManifest: query<{ publisher_id: string; plugin_id: string; version: string }, ManifestResource>(
    'catalogue',
    'release.get-manifest',
  ),
  /**
   * For staff: the release with its manifest and checks. `after_review` is a `revision` of the review. The reply is
   * delayed, at most 5 s, until the catalogue has applied that revision.
   */
  getReleaseForStaff: query<{ plugin_id: string; version: string; after_review?: number }, ReleaseForStaff>(
    'catalogue',
    'release.get-for-staff',
  ),
  /** For staff: the releases of all publishers, newest submission first. */
  findReleases: query<ReleaseFilter & PageRequest, Page<FoundRelease>>('catalogue', 'release.find'),
  /** For the queue of reviewers: where these releases are now, in no order, without those that do not exist. */
  listReleaseStates: query<ReleaseKeys, { items: readonly ReleaseState[] }>('catalogue', 'release.list-states'),
  /** For staff: the events of a release in chronological order. */
  releaseHistory: query<{ plugin_id: string; version: string } & PageRequest, Page<ReleaseEvent>>(
    'catalogue',
    'release.history',
  ),
  /** `rollout` is JSON that nothing has checked; absent or null: as the publisher has submitted it. */
  publishRelease: command<
    { plugin_id: string; version: string; rollout?: Json; by: string; idempotency?: RequestIdempotency },
    ReleaseResource
  >('catalogue', 'release.publish', decisionRequires('operator')),
  suspendRelease: command<
    { plugin_id: string; version: string; reason: string; by: string; idempotency?: RequestIdempotency },
    ReleaseResource
  >('catalogue', 'release.suspend', decisionRequires('operator')),
  resumeRelease: command<
    { plugin_id: string; version: string; by: string; idempotency?: RequestIdempotency },
    ReleaseResource
  >('catalogue', 'release.resume', decisionRequires('operator')),
  /**
   * `publisher_id` is null when the operator withdraws. A publisher may withdraw only its own releases, and
   * none that is suspended.
   */
  withdrawRelease: command<
    {
      publisher_id: string | null;
      plugin_id: string;
      version: string;
      reason: string;
      by: string;
      idempotency?: RequestIdempotency;
    },
    ReleaseResource
  >('catalogue', 'release.withdraw', decisionRequires('operator', 'publisher')),
  /**
   * `publisher_id` is null when the operator changes the rollout. Rejects with `catalogue.release_not_found` or
   * `catalogue.transition_invalid`.
   */
  changeRollout: command<
    {
      publisher_id: string | null;
      plugin_id: string;
      version: string;
      action: RolloutAction;
      reason: string;
      by: string;
      idempotency?: RequestIdempotency;
    },
    ReleaseResource
  >('catalogue', 'rollout.change', decisionRequires('operator', 'publisher')),
  /** A repeated registration replaces the description of the instance. Without `public_key` the stored key is kept. */
  registerInstance: command<
    { id: string; name: string; plugin_api: string; public_key?: JsonObject | null; idempotency?: RequestIdempotency },
    RegisteredInstance
  >('catalogue', 'instance.register', decisionRequires('operator')),
  /**
   * Issues new NATS credentials for the link of an instance. The old credentials are revoked and their connection is
   * closed at once.
   */
  rotateInstanceLink: command<{ id: string; idempotency?: RequestIdempotency }, RegisteredInstance>(
    'catalogue',
    'instance.rotate-link',
    decisionRequires('operator'),
  ),
  /** The registered instances by id. `q`: only those with these words in their names or ids. */
  listInstances: query<{ q?: string | null } & PageRequest, Page<ListedInstance>>('catalogue', 'instance.list'),
  /** Public keys of the registered instances, for the hub's JWKS. */
  instanceKeys: query<Record<string, never>, { keys: readonly JsonObject[] }>('catalogue', 'instance.list-keys'),
  removeInstance: command<{ id: string; idempotency?: RequestIdempotency }, null>(
    'catalogue',
    'instance.remove',
    decisionRequires('operator'),
  ),
  ...staffRequests<HubRole, HubStaff>('catalogue'),
  /** The hub's public keys for status statements (JWK, OKP Ed25519). */
  signingKeys: query<Record<string, never>, { keys: readonly JsonObject[] }>('catalogue', 'signing-key.list'),
};

interface ReleaseSubmittedV1 {
  readonly plugin_id: string;
  readonly version: string;
  readonly publisher_id: string;
  readonly requested_tier: Tier | '';
  readonly submitted_at: string;
  readonly manifest: JsonObject;
  readonly manifest_digest: string;
  readonly previous: string | null;
  /**
   * The class of the difference to the newest version that was published at the time of the submission; null for a
   * first release.
   */
  readonly diff_class: CapabilityDiff['class'] | null;
  /** Null when the submission was sent by hand or with a key that the operator issued; absent in facts of 0.1.0. */
  readonly provenance?: Provenance | null;
  /** Only of a return: the version whose content it is. */
  readonly returned_from?: string;
  /** Only of a submission that takes the place of a version under review: that version. */
  readonly replaces?: string;
}
/**
 * Sent to every instance. `statement` is the hub's signed status statement: a DSSE envelope over `{plugin_id,
 * version, status, reason, sequence, at, manifest_digest}`. `sequence` increases per plugin.
 */
export interface ReleaseStatusChangedV1 {
  readonly plugin_id: string;
  readonly version: string;
  readonly status: 'published' | 'suspended' | 'withdrawn';
  readonly sequence: number;
  readonly plugin_api: string;
  readonly tier: Tier;
  readonly statement: DsseEnvelope;
  /** The manifest as submitted and the reviewer's signed approval. */
  readonly manifest: JsonObject;
  readonly approval: DsseEnvelope;
}
export const catalogueFacts = {
  releaseSubmitted: publicFact<ReleaseSubmittedV1>('catalogue', 'release.submitted'),
  /** The publisher or the operator withdrew the release before it was published. The review is closed. */
  releaseWithdrawnUnpublished: publicFact<{ plugin_id: string; version: string }>(
    'catalogue',
    'release.withdrawn-unpublished',
  ),
  /** The publisher commented on a release under review. The text is in the catalogue alone. */
  releaseCommented: publicFact<{ plugin_id: string; version: string; at: string }>('catalogue', 'release.commented'),
  /** The publisher appealed against the rejection of the release: another reviewer decides on it again. */
  releaseAppealed: publicFact<{ plugin_id: string; version: string; at: string }>('catalogue', 'release.appealed'),
  /** The release was published, suspended, resumed (status `published`) or withdrawn. Sent to every instance. */
  releaseStatusChanged: publicFact<ReleaseStatusChangedV1>('catalogue', 'release.status-changed'),
  /** A publisher ended an organisation's access to a private plugin. Sent to every instance. */
  accessEnded: publicFact<AccessEndedV1>('catalogue', 'access.ended'),
  /** A plugin was deprecated, or its deprecation ended. Sent to every instance. */
  deprecationChanged: publicFact<DeprecationChangedV1>('catalogue', 'deprecation.changed'),
  /** The rollout of a release started, reached its next stage, or stopped. Sent to every instance. */
  rolloutChanged: publicFact<RolloutChangedV1>('catalogue', 'rollout.changed'),
};
