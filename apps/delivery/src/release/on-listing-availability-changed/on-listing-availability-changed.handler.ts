import { reactionHandler } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { installationReaction as reaction } from '../../endpoint/installation-reaction.js';
import { releaseKey, releaseStream } from '../release.js';
import { changeRelease } from './change-release.js';

/** Claims read the suspended releases from the database, so the workers need no notification. */
export const OnListingAvailabilityChangedHandler = reactionHandler(installationFacts.listingAvailabilityChanged, {
  reaction,
  name: 'ChangeRelease',
  command: ({ callable, at }) => ({ callable, at }),
  stream: ({ plugin_id, version }) => streamRef(releaseStream, releaseKey(plugin_id, version)),
  decide: (command, release) => changeRelease(release, command),
});
