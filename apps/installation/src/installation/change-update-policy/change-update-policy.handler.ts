import { commandHandler } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { forStream, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { accessKey, accessStream } from '../../access/access.js';
import { listingKey, listingStream } from '../../listing/listing.js';
import { rolloutStream } from '../../rollout/rollout.js';
import { StoreCatalogue } from '../../listing/store-catalogue.js';
import { changeWhenPrepared } from '../change-installation/change-installation.handler.js';
import { expectedVersionsOf } from '../expected-versions.js';
import { VersionPreparation } from '../follow-version/version-preparation.js';
import { versionToFollow } from '../follow-version/version-to-follow.js';
import { refuseInactive } from '../installation-decision.js';
import { InstallationSecrets } from '../installation-secrets.js';
import { InstallationResources } from '../installation-resources.js';
import { InstallationUpdater } from '../installation-updater.js';
import { installationStream } from '../installation.js';
import { changeUpdatePolicy } from './change-update-policy.js';

export const ChangeUpdatePolicyHandler = commandHandler(
  installation.changeUpdatePolicy,
  {
    events: EventStore,
    catalogue: StoreCatalogue,
    preparation: VersionPreparation,
    secrets: InstallationSecrets,
    updater: InstallationUpdater,
    resources: InstallationResources,
  },
  (request, { events, catalogue, preparation, secrets, updater, resources }, { run, idempotency, meta }) =>
    changeWhenPrepared(request, { events, idempotency }, async (current) => {
      if (current.status === 'removed') return refuseInactive(current);
      const { installation_id, by } = request;
      const { organisationId, pluginId, grants } = current;
      const policy = { channel: request.channel ?? current.channel, follow: request.follow ?? current.follow };
      const follower = { ...current, ...policy };
      const placeOf = secrets.placesOf(installation_id);
      const { next } = await preparation.prepare(
        follower,
        versionToFollow(await catalogue.versions(organisationId, pluginId), follower, placeOf),
      );
      const version = next?.grants.version ?? grants.version;
      const outcome = await run({
        name: 'ChangeUpdatePolicy',
        streams: {
          installation: streamRef(installationStream, installation_id),
          listing: streamRef(listingStream, listingKey(pluginId, version)),
          rollout: streamRef(rolloutStream, listingKey(pluginId, version)),
          access: streamRef(accessStream, accessKey(organisationId, pluginId)),
        },
        command: {
          expected: expectedVersionsOf(current),
          next,
          place: placeOf(version),
          policy,
          by,
          at: now().toISOString(),
        },
        decide: (command, states) =>
          forStream('installation', resources.replyForAdmin(changeUpdatePolicy(command, states))),
      });
      // A version that was listed in between did not see the new policy, and the command did not see that version.
      if (outcome.accepted) await updater.followListed(current, meta);
      return outcome;
    }),
);
