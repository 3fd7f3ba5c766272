import type { JsonObject } from '@kushk/contracts';
import { canonicalDigest } from '@kushk/credentials';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import { blockingProblems, checkContent, checkStructure, type Manifest } from '@kushk/manifest';
import type { Listing } from '../listing.js';

/** Rejects a manifest with problems, and every manifest in production. Local addresses are valid. */
export function checkManifest(
  content: unknown,
  { production }: { readonly production: boolean },
): Decision<null, Manifest> {
  if (production) return refuse('store.not_found');
  const structure = checkStructure(content, { production: false });
  const problems = structure.length > 0 ? structure : blockingProblems(checkContent(content as Manifest));
  return problems.length > 0 ? refuse('catalogue.manifest_invalid', { problems }) : accept(null, content as Manifest);
}

/**
 * Whether a manifest still has to be published. Rejects a version that exists with different content, or that is
 * suspended or withdrawn.
 */
export function checkPublication(manifest: Manifest, listing: Listing): Decision<null, { readonly isNew: boolean }> {
  switch (listing.status) {
    case 'absent':
    case 'refused':
      return accept(null, { isNew: true });
    case 'listed':
    case 'suspended':
    case 'withdrawn': {
      const isSameContent = listing.manifestDigest === canonicalDigest(manifest as unknown as JsonObject);
      if (isSameContent && listing.status === 'listed') return accept(null, { isNew: false });
      const status = listing.status === 'listed' ? 'offered' : listing.status;
      return refuse('catalogue.version_exists', { status, same_content: isSameContent });
    }
    default:
      return unreachable(listing);
  }
}
