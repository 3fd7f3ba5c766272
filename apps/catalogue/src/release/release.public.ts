/**
 * The public facts of a release: its submission and the changes of its status. The review service consumes all of
 * them. Instances receive only the signed status changes.
 */
import { catalogueFacts, type ReleaseStatusChangedV1 } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import { asPublicFact, publicationOf } from '@kushk/event-store';
import { pluginIdOf, releaseStream, versionOf, type SignedStatus } from './release.js';

export const releasePublication = publicationOf(releaseStream, (fact) => {
  switch (fact.type) {
    case 'ReleaseSubmitted':
      return asPublicFact(catalogueFacts.releaseSubmitted, {
        plugin_id: fact.data.pluginId,
        version: fact.data.version,
        publisher_id: fact.data.publisherId,
        requested_tier: fact.data.requestedTier,
        submitted_at: fact.data.at,
        manifest: fact.data.manifest,
        manifest_digest: fact.data.manifestDigest,
        previous: fact.data.diff?.previous ?? null,
        diff_class: fact.data.diff?.class ?? null,
        provenance: fact.data.provenance ?? null,
        ...(typeof fact.data.replaces === 'string' && { replaces: fact.data.replaces }),
        ...(fact.data.returned !== undefined && { returned_from: fact.data.returned.from }),
      });
    case 'ReleasePublished':
    case 'ReleaseResumed':
      return asPublicFact(catalogueFacts.releaseStatusChanged, publicStatus(fact.data.signedStatus, 'published'));
    case 'ReleaseSuspended':
      return asPublicFact(catalogueFacts.releaseStatusChanged, publicStatus(fact.data.signedStatus, 'suspended'));
    case 'ReleaseWithdrawn':
      if (fact.data.signedStatus !== null)
        return asPublicFact(catalogueFacts.releaseStatusChanged, publicStatus(fact.data.signedStatus, 'withdrawn'));
      return asPublicFact(catalogueFacts.releaseWithdrawnUnpublished, {
        plugin_id: fact.data.pluginId,
        version: fact.data.version,
      });
    case 'RejectionAppealed': {
      const { pluginId: plugin_id, version, at } = fact.data;
      return asPublicFact(catalogueFacts.releaseAppealed, { plugin_id, version, at });
    }
    case 'ReleaseCommented': {
      const [plugin_id, version] = [pluginIdOf(fact.id), versionOf(fact.id)];
      return asPublicFact(catalogueFacts.releaseCommented, { plugin_id, version, at: fact.data.at });
    }
    case 'ReviewStarted':
    case 'ReviewReturned':
    case 'ChangesRequested':
    case 'ApprovalRecorded':
    case 'RejectionRecorded':
      // These facts are not published, because they repeat facts that the review service published itself.
      return null;
    default:
      return unreachable(fact);
  }
});

function publicStatus(signedStatus: SignedStatus, status: ReleaseStatusChangedV1['status']): ReleaseStatusChangedV1 {
  const { pluginId, version, sequence, pluginApi, tier, statement, manifest, approval } = signedStatus;
  return { plugin_id: pluginId, version, status, sequence, plugin_api: pluginApi, tier, statement, manifest, approval };
}
