/** What the catalogue is asked, what it answers, and which of its facts leave it. */
import {
  command,
  publicFact,
  query,
  type JsonObject,
  type Once,
  type Page,
  type PageRequest,
  type Problem,
} from './language.js';

export type Tier = 'community' | 'verified' | 'private';
export type ReleaseStatus =
  'submitted' | 'in_review' | 'approved' | 'rejected' | 'published' | 'suspended' | 'withdrawn';

export interface PublisherResource {
  readonly id: string;
  readonly name: string;
}
export interface KeyResource {
  readonly id: string;
  readonly label: string;
  readonly last4: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}
export interface DsseEnvelope {
  readonly payloadType: string;
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}
export interface CapabilityDiff {
  readonly previous: string;
  readonly class: 'none' | 'minor' | 'consent';
  readonly changes: readonly { readonly path: string; readonly before: unknown; readonly after: unknown }[];
}
/** A release as its publisher sees it. */
export interface ReleaseResource {
  readonly id: string;
  readonly plugin_id: string;
  readonly version: string;
  readonly kind: 'external' | 'instance';
  readonly plugin_api: string;
  readonly status: ReleaseStatus;
  readonly requested_tier: Tier | '';
  readonly tier: Tier | null;
  readonly notes: string;
  readonly warnings: readonly Problem[];
  readonly review_notes: string | null;
  readonly status_reason: string | null;
  readonly manifest_digest: string;
  readonly signature: DsseEnvelope | null;
  readonly diff: CapabilityDiff | null;
  readonly submitted_at: string;
  readonly review_started_at: string | null;
  readonly decided_at: string | null;
  readonly published_at: string | null;
  readonly updated_at: string;
  readonly fleet: {
    readonly compatible: number;
    readonly accepted: number;
    readonly refused: readonly { readonly instance: string; readonly problems: readonly Problem[] }[];
  };
}
/** The questions that the automatic checks of a manifest answer, in this order. */
export type ReleaseCheckName =
  | 'structure'
  | 'run_location'
  | 'image'
  | 'egress'
  | 'reach'
  | 'scopes'
  | 'capabilities'
  | 'json_schemas'
  | 'plans'
  | 'tools'
  | 'settings'
  | 'ui';
/**
 * One automatic check. `failed`: instances refuse the release for it; `warning`: advice for the reviewer;
 * `not_applicable`: the manifest has nothing of it. The problems of all checks together are the release's `warnings`.
 */
export interface ReleaseCheck {
  readonly name: ReleaseCheckName;
  readonly outcome: 'passed' | 'warning' | 'failed' | 'not_applicable';
  readonly problems: readonly Problem[];
}
/** The release as staff sees it. */
export interface ReleaseForStaff extends ReleaseResource {
  readonly publisher_id: string;
  readonly manifest: JsonObject;
  readonly checks: readonly ReleaseCheck[];
}
/** Who moved a release: a publisher by one of its keys, or somebody of the operator's staff in the role that let them. */
export type ReleaseActor =
  | {
      readonly kind: 'publisher';
      readonly publisher_id: string;
      readonly key: { readonly id: string; readonly label: string; readonly last4: string } | null;
    }
  | { readonly kind: 'staff'; readonly subject: string; readonly role: 'reviewer' | 'operator' };
export type ReleaseEventName =
  'submitted' | 'taken' | 'given_back' | 'approved' | 'rejected' | 'published' | 'suspended' | 'resumed' | 'withdrawn';
/** One move of a release, for staff alone: a publisher is never told who works at the desk. */
export interface ReleaseEvent {
  /** 1, 2, 3 …: its place in the life of the release. */
  readonly number: number;
  readonly event: ReleaseEventName;
  /** The status that it led to. */
  readonly status: ReleaseStatus;
  readonly happened_at: string;
  readonly actor: ReleaseActor;
  /** What the publisher wrote with `submitted`, the reviewer with `approved` and `rejected`. */
  readonly notes: string | null;
  /** Why it was suspended or withdrawn. */
  readonly reason: string | null;
  /** With `submitted` the tier that was asked for, with `approved` the one that was given. */
  readonly tier: Tier | '' | null;
  /** The key of the reviewers that signed the approval, or of the hub that signed its word to the fleet. */
  readonly signature_keyid: string | null;
  /** The number of the hub's word to the fleet, where it was told. */
  readonly sequence: number | null;
}
/**
 * Answer when the release reads differently, at most `ms` later: `unlike` holds the tags (`contentTag` of the reply) that
 * the caller knows. Without any it is compared with what it is when the question comes.
 */
export interface WaitForChange {
  readonly ms: number;
  readonly unlike: readonly string[];
}
/** In lists: without manifest, diff, signature and fleet. */
export type ReleaseSummary = Omit<ReleaseResource, 'signature' | 'diff' | 'fleet'>;
export interface PluginResource {
  readonly id: string;
  readonly names: Readonly<Record<string, string>>;
  readonly kind: 'external' | 'instance';
  readonly latest_published: string | null;
  readonly releases: readonly ReleaseSummary[];
}
/** A plugin as it is listed, without its releases. `revision` is another one whenever one of them has changed. */
export type ListedPlugin = Omit<PluginResource, 'releases'> & { readonly revision: string };
export interface InstanceResource {
  readonly id: string;
  readonly name: string;
  readonly plugin_api: string;
  readonly registered_at: string;
  /** By which it signs its lifecycle calls (JWK, OKP Ed25519): the hub certifies it in its own JWKS. */
  readonly public_key: JsonObject | null;
}

/** By which the server of an instance links to the hub's NATS: address of its leaf port, and the text of a `.creds` file. */
export interface InstanceLink {
  readonly url: string;
  readonly credentials: string;
}
/**
 * `link` is null where nothing was issued: what was shown once is not shown again, not even to a repeat under the same key, and
 * a hub whose NATS does not run in operator mode has no accounts to give.
 */
export interface RegisteredInstance extends InstanceResource {
  readonly link: InstanceLink | null;
}

export const catalogue = {
  /** A wrong, revoked or expired key is the refusal `auth.publisher_key_invalid`. `key_hash` is the keyed hash, hex. */
  authenticateKey: query<{ key_hash: string }, { publisher: PublisherResource; key: KeyResource }>(
    'catalogue',
    'key.authenticate',
  ),
  addPublisher: command<{ id: string; name: string; once?: Once }, PublisherResource>('catalogue', 'publisher.add'),
  listPublishers: query<Record<string, never>, { items: readonly PublisherResource[] }>('catalogue', 'publisher.list'),
  /** `secret` is null in an idempotent replay: what was shown once is not shown again. */
  issueKey: command<
    { publisher_id: string; label: string; expires_at: string | null; once?: Once },
    { key: KeyResource; secret: string | null }
  >('catalogue', 'key.issue'),
  listKeys: query<{ publisher_id: string }, { items: readonly KeyResource[] }>('catalogue', 'key.list'),
  revokeKey: command<{ publisher_id: string; key_id: string; once?: Once }, null>('catalogue', 'key.revoke'),
  /** The body as the publisher sent it, parsed but not yet checked: order of checks in contract §3. */
  submitRelease: command<
    { publisher_id: string; manifest: unknown; requested_tier: unknown; notes: unknown; once?: Once },
    ReleaseResource
  >('catalogue', 'release.submit'),
  checkRelease: query<
    { publisher_id: string; manifest: unknown; requested_tier: unknown; notes: unknown },
    { verdict: 'valid'; warnings: readonly Problem[]; diff: CapabilityDiff | null }
  >('catalogue', 'release.check'),
  /** By id, without their releases: those are read plugin by plugin, where the revision is another one than before. */
  listPlugins: query<{ publisher_id: string } & PageRequest, Page<ListedPlugin>>('catalogue', 'plugin.list'),
  /** Of some plugins of a publisher: by plugin, newest submission first. */
  listReleases: query<{ publisher_id: string; plugin_ids: readonly string[] } & PageRequest, Page<ReleaseSummary>>(
    'catalogue',
    'release.list',
  ),
  /** With `publisher_id` null the caller is staff. Foreign and absent: `catalogue.release_not_found`. */
  getRelease: query<
    { publisher_id: string | null; plugin_id: string; version: string; after_review?: number; wait?: WaitForChange },
    ReleaseResource
  >('catalogue', 'release.get'),
  /** For staff: the release with its manifest. `after_review` waits (at most 5 s) until the review's n-th decision has been taken in. */
  getReleaseForStaff: query<{ plugin_id: string; version: string; after_review?: number }, ReleaseForStaff>(
    'catalogue',
    'release.get-for-staff',
  ),
  /** For staff: every move of a release with who made it, in the order in which they happened. */
  releaseHistory: query<{ plugin_id: string; version: string } & PageRequest, Page<ReleaseEvent>>(
    'catalogue',
    'release.history',
  ),
  publishRelease: command<{ plugin_id: string; version: string; by: string; once?: Once }, ReleaseResource>(
    'catalogue',
    'release.publish',
  ),
  suspendRelease: command<
    { plugin_id: string; version: string; reason: string; by: string; once?: Once },
    ReleaseResource
  >('catalogue', 'release.suspend'),
  resumeRelease: command<{ plugin_id: string; version: string; by: string; once?: Once }, ReleaseResource>(
    'catalogue',
    'release.resume',
  ),
  /** `publisher_id` null: the operator. A publisher may withdraw its own only before `published`. */
  withdrawRelease: command<
    { publisher_id: string | null; plugin_id: string; version: string; reason: string; by: string; once?: Once },
    ReleaseResource
  >('catalogue', 'release.withdraw'),
  /** Registering again describes it anew; without `public_key` it keeps the one that it has. */
  registerInstance: command<
    { id: string; name: string; plugin_api: string; public_key?: JsonObject | null; once?: Once },
    RegisteredInstance
  >('catalogue', 'instance.register'),
  /** New credentials for its link; the old ones, and a link that runs by them, end at once. */
  rotateInstanceLink: command<{ id: string; once?: Once }, RegisteredInstance>('catalogue', 'instance.rotate-link'),
  listInstances: query<Record<string, never>, { items: readonly InstanceResource[] }>('catalogue', 'instance.list'),
  /** Public keys of the registered instances, for the hub's JWKS. */
  instanceKeys: query<Record<string, never>, { keys: readonly JsonObject[] }>('catalogue', 'instance.list-keys'),
  removeInstance: command<{ id: string; once?: Once }, null>('catalogue', 'instance.remove'),
  /** Staff of the operator by their sign-in identity; refusal `auth.role_missing` where unknown. */
  authenticateStaff: query<
    { issuer: string; subject: string },
    { subject: string; roles: readonly ('operator' | 'reviewer' | 'billing')[] }
  >('catalogue', 'staff.authenticate'),
  /** Public keys of the hub that sign changes of status (JWK, OKP Ed25519). */
  signingKeys: query<Record<string, never>, { keys: readonly JsonObject[] }>('catalogue', 'signing-key.list'),
};

export interface ReleaseSubmittedV1 {
  readonly plugin_id: string;
  readonly version: string;
  readonly publisher_id: string;
  readonly requested_tier: Tier | '';
  readonly submitted_at: string;
  readonly manifest: JsonObject;
  readonly manifest_digest: string;
  readonly previous: string | null;
  /** Class of the difference to the newest version that was published then; null for a first release. */
  readonly diff_class: CapabilityDiff['class'] | null;
}
/**
 * What every instance receives. `statement` is the hub's signed word on the status (DSSE over
 * `{plugin_id, version, status, reason, sequence, at, manifest_digest}`); `sequence` rises per plugin.
 */
export interface ReleaseStatusChangedV1 {
  readonly plugin_id: string;
  readonly version: string;
  readonly status: 'published' | 'suspended' | 'withdrawn';
  readonly sequence: number;
  readonly plugin_api: string;
  readonly tier: Tier;
  readonly statement: DsseEnvelope;
  /** With `published`: the manifest as submitted and the reviewer's approval. */
  readonly manifest: JsonObject;
  readonly approval: DsseEnvelope;
}
export const catalogueFacts = {
  releaseSubmitted: publicFact<ReleaseSubmittedV1>('catalogue', 'release.submitted'),
  /** Withdrawn before it was published: the reviewers' desk closes its case. */
  releaseWithdrawnUnpublished: publicFact<{ plugin_id: string; version: string }>(
    'catalogue',
    'release.withdrawn-unpublished',
  ),
  /** Published, suspended, resumed (status `published`) and withdrawn, to the whole fleet. */
  releaseStatusChanged: publicFact<ReleaseStatusChangedV1>('catalogue', 'release.status-changed'),
};
