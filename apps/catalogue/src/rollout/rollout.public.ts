/** Sends every instance the signed statement about the rollout of a release. */
import { catalogueFacts } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import { asPublicFact, publicationOf } from '@kushk/event-store';
import { pluginIdOf, versionOf } from '../release/release.js';
import { rolloutStream } from './rollout.js';

export const rolloutPublication = publicationOf(rolloutStream, (fact) => {
  switch (fact.type) {
    case 'RolloutStarted':
    case 'RolloutStageReached':
    case 'RolloutCompleted':
    case 'RolloutHalted':
    case 'RolloutResumed':
    case 'RolloutSuperseded':
    case 'RolloutEnded': {
      const { sequence, statement } = fact.data;
      const [plugin_id, version] = [pluginIdOf(fact.id), versionOf(fact.id)];
      return asPublicFact(catalogueFacts.rolloutChanged, { plugin_id, version, sequence, statement });
    }
    default:
      return unreachable(fact);
  }
});
