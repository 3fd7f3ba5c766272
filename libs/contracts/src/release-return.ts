/** The return to the content of an earlier release, under a higher version (docs/reference/releases.md). */
import { decisionRequires } from './caller-policy.js';
import type { CapabilityDiff, DsseEnvelope, ReleaseResource } from './catalogue.js';
import { command, query, type JsonObject, type RequestIdempotency } from './messages.js';

/** Where the content of a release comes from that is a return to an earlier version. */
export interface ReturnedRelease {
  /** The version whose content it is. */
  readonly from: string;
  readonly reason: string;
  /** The reviewer's approval that was repeated; null when a reviewer decides on the return itself. */
  readonly basis: {
    /** The version that the reviewer approved: that of the first release with this content. */
    readonly version: string;
    /** `sha256:` and the digest of the payload of its `signature`. */
    readonly approval_digest: string;
    readonly decided_at: string;
  } | null;
}

/** Why a version is refused as the content of a return: the `params.reason` of `release.return_refused`. */
export type ReturnRefusal =
  /** The operator has suspended it. */
  | 'suspended'
  | 'withdrawn'
  /** It never was the version of all installations: unpublished, or still in stages. */
  | 'never_complete'
  /** It is not among the last five published versions. */
  | 'too_old';
/** How many published versions back a return may reach. */
export const RETURNABLE_VERSIONS = 5;

/** What a return makes, or would make. */
export interface ReleaseReturn {
  readonly plugin_id: string;
  /** The earlier version, whose content the release has. */
  readonly from: string;
  /** The version of the release. */
  readonly version: string;
  readonly dry_run: boolean;
  /** `reviewer`: this hub lets a reviewer decide on returns as on other submissions, before all others. */
  readonly approval: 'automatic' | 'reviewer';
  /** The highest version that was ever published: most installations run it. */
  readonly present: string;
  /** What of `present` the earlier version does not have, so that plugin and pages no longer reach it. */
  readonly losses: {
    /** Keys of settings. */
    readonly settings: readonly string[];
    /** Types of records. */
    readonly record_types: readonly string[];
  };
  /** The capability difference to the newest published version, as on the release. */
  readonly diff: CapabilityDiff | null;
  /** Null in a dry run. */
  readonly release: ReleaseResource | null;
}

interface ReturnRequest {
  readonly publisher_id: string;
  readonly plugin_id: string;
  /** The earlier version. */
  readonly from: string;
  readonly version: string;
  readonly reason: string;
}

/** The approval that the review service signed for a return; null where a reviewer must decide. */
export interface ReturnApproval {
  readonly approval: DsseEnvelope;
  readonly basis: NonNullable<ReturnedRelease['basis']>;
}

/**
 * The versions of the plugin have changed since the return was prepared: the gateway prepares it again. This code
 * never leaves the gateway.
 */
export const RETURN_OUTDATED = 'catalogue.return_outdated';

export const catalogueReturns = {
  /**
   * Checks a return without storing anything. `manifest` is that of the release to come, and `previous` the newest
   * published version, which its approval names. Rejects with `catalogue.release_not_found`,
   * `release.return_refused` {reason}, `request.invalid` for a version that is not higher, and like a submission.
   */
  prepareReturn: query<
    ReturnRequest,
    { readonly manifest: JsonObject; readonly previous: string | null; readonly result: ReleaseReturn }
  >('catalogue', 'release.prepare-return'),
  /**
   * Rejects like `prepareReturn`, and with `RETURN_OUTDATED` when `approved` is missing, or when its approval names
   * another newest version.
   */
  returnRelease: command<
    ReturnRequest & {
      /** `reviewer`: the release is submitted. `repeat`: only for the stored reply of an earlier request. */
      readonly approved: (ReturnApproval & { readonly previous: string | null }) | 'reviewer' | 'repeat';
      readonly idempotency?: RequestIdempotency;
    },
    ReleaseReturn
  >('catalogue', 'release.return', decisionRequires('publisher')),
};

export const reviewReturns = {
  /**
   * Signs the approval of a return, if the manifest differs in `version` alone from what a reviewer has approved as
   * `from`, and returns null where reviewers decide on returns (`KUSHK_RETURN`). Stores nothing: the review is recorded
   * when the catalogue has published the release. Rejects with `catalogue.release_not_found` for a release that no
   * reviewer has approved, or another content.
   */
  approveReturn: query<
    {
      readonly plugin_id: string;
      readonly from: string;
      readonly manifest: JsonObject;
      readonly previous: string | null;
    },
    { readonly approved: ReturnApproval | null }
  >('review', 'review.approve-return'),
};
