/**
 * The approval of a return: the reviewers' key signs again what a reviewer has approved, under a higher version
 * (docs/adr/0046-return-to-an-earlier-release.md). The decision is the reviewer's; nothing else is signed without one.
 */
import type { JsonObject, ReturnApproval, Tier } from '@kushk/contracts';
import {
  approvalDigest,
  canonicalDigest,
  openApproval,
  type ApprovalBasis,
  type Jwks,
  type ReleaseApproval,
} from '@kushk/credentials';
import type { ApprovedReview, ReleaseApproved } from '../review.js';

interface ReturnToApprove {
  /** The review of the earlier version, and the fact of its approval. */
  readonly review: ApprovedReview;
  readonly approved: ReleaseApproved['data'];
  /** The manifest of the release to come. */
  readonly manifest: JsonObject;
  readonly previous: string | null;
  readonly at: string;
  /** The reviewers' public keys. */
  readonly keys: Jwks;
}
interface ApprovalToSign {
  readonly approval: ReleaseApproval & { readonly tier: Tier };
  readonly basis: ReturnApproval['basis'];
}

/** Returns null when the manifest differs in more than `version` from the one that the reviewer approved. */
export function returnApproval(request: ReturnToApprove): ApprovalToSign | null {
  const { review, approved, manifest, previous, at, keys } = request;
  const { version } = manifest;
  if (typeof version !== 'string') return null;
  if (canonicalDigest({ ...manifest, version: review.version }) !== review.manifestDigest) return null;
  const basis = basisOf(approved, keys);
  return {
    approval: {
      plugin_id: review.pluginId,
      version,
      manifest_digest: canonicalDigest(manifest),
      image: review.image,
      tier: approved.tier,
      decided_at: at,
      previous,
      provenance: null,
      basis,
    },
    basis,
  };
}

/** A return to a return repeats the same reviewer's approval. */
function basisOf({ version, at, approval }: ReleaseApproved['data'], keys: Jwks): ApprovalBasis {
  const { basis } = openApproval(keys, approval) ?? {};
  return basis ?? { version, approval_digest: approvalDigest(approval), decided_at: at };
}
