import type { JsonObject, Problem } from '@kushk/contracts';
import { canonicalDigest } from '@kushk/credentials';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import { blockingProblems, isCompatible, type Manifest } from '@kushk/manifest';
import type { Evaluator } from '@kushk/runtime/evaluation';
import { incompatible } from '../evaluate-release/check-release.js';
import type { Listing } from '../listing.js';

/** Rejects a manifest with problems, and every manifest in production. Local addresses are valid. */
export async function checkManifest(
  content: unknown,
  { production, pluginApi }: { readonly production: boolean; readonly pluginApi: string },
  evaluator: Evaluator,
): Promise<Decision<null, Manifest>> {
  if (production) return refuse('store.not_found');
  const problems = await problemsOf(content, pluginApi, evaluator);
  return problems.length > 0 ? refuse('catalogue.manifest_invalid', { problems }) : accept(null, content as Manifest);
}

/** All development releases are those of one tenant, because their publisher is known only after the check. */
const DEVELOPMENT = 'development';

async function problemsOf(content: unknown, pluginApi: string, evaluator: Evaluator): Promise<readonly Problem[]> {
  const structure = await evaluator.run(DEVELOPMENT, 'checkStructure', content, { production: false });
  if (structure.length > 0) return structure;
  const manifest = content as Manifest;
  if (!isCompatible(manifest.plugin_api, pluginApi)) return [incompatible(manifest, pluginApi)];
  return blockingProblems(await evaluator.run(DEVELOPMENT, 'checkContent', manifest, { production: false }));
}

/**
 * Whether a manifest still has to be published. A development release may be published again with other content, until
 * the hub has suspended or withdrawn it. A version that the hub has signed is never published again.
 */
export function checkPublication(manifest: Manifest, listing: Listing): Decision<null, { readonly isNew: boolean }> {
  switch (listing.status) {
    case 'absent':
      return accept(null, { isNew: true });
    case 'refused':
      return listing.source === 'development'
        ? accept(null, { isNew: true })
        : refuse('catalogue.version_exists', { status: listing.status, same_content: false });
    case 'listed':
    case 'suspended':
    case 'withdrawn': {
      const isSameContent = listing.manifestDigest === canonicalDigest(manifest as unknown as JsonObject);
      if (isSameContent && listing.status === 'listed') return accept(null, { isNew: false });
      if (listing.source === 'development' && listing.status === 'listed') return accept(null, { isNew: true });
      const status = listing.status === 'listed' ? 'offered' : listing.status;
      return refuse('catalogue.version_exists', { status, same_content: isSameContent });
    }
    default:
      return unreachable(listing);
  }
}
