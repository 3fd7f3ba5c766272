/** Which facts of a release leave the catalogue: its submission to the reviewers' desk, its status to the whole fleet. */
import { catalogueFacts, type ReleaseStatusChangedV1 } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import { publishes, say } from '@kushk/event-store';
import { releaseStream, type FleetNotice } from './release.js';

export const releasePublication = publishes(releaseStream, (fact) => {
  switch (fact.type) {
    case 'ReleaseSubmitted':
      return say(catalogueFacts.releaseSubmitted, {
        plugin_id: fact.data.pluginId,
        version: fact.data.version,
        publisher_id: fact.data.publisherId,
        requested_tier: fact.data.requestedTier,
        submitted_at: fact.data.at,
        manifest: fact.data.manifest,
        manifest_digest: fact.data.manifestDigest,
        previous: fact.data.diff?.previous ?? null,
        diff_class: fact.data.diff?.class ?? null,
      });
    case 'ReleasePublished':
    case 'ReleaseResumed':
      return say(catalogueFacts.releaseStatusChanged, toWire(fact.data.notice, 'published'));
    case 'ReleaseSuspended':
      return say(catalogueFacts.releaseStatusChanged, toWire(fact.data.notice, 'suspended'));
    case 'ReleaseWithdrawn':
      if (fact.data.notice !== null)
        return say(catalogueFacts.releaseStatusChanged, toWire(fact.data.notice, 'withdrawn'));
      return say(catalogueFacts.releaseWithdrawnUnpublished, {
        plugin_id: fact.data.pluginId,
        version: fact.data.version,
      });
    case 'ReviewStarted':
    case 'ReviewReturned':
    case 'ReleaseApproved':
    case 'ReleaseRejected':
      // The desk has said these itself.
      return null;
    default:
      return unreachable(fact);
  }
});

function toWire(notice: FleetNotice, status: ReleaseStatusChangedV1['status']): ReleaseStatusChangedV1 {
  const { pluginId, version, sequence, pluginApi, tier, statement, manifest, approval } = notice;
  return { plugin_id: pluginId, version, status, sequence, plugin_api: pluginApi, tier, statement, manifest, approval };
}
