import { reactionHandler } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { priceListStream } from '../../price-list/price-list.js';
import { choosePlan } from '../choose-plan/choose-plan.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { walletStream } from '../wallet-stream.js';

export const OnPlanChangedHandler = reactionHandler(installationFacts.planChanged, {
  reaction,
  name: 'ChoosePlan',
  command: ({ plan, at }) => ({ plan, at }),
  streams: ({ installation_id }) => ({
    wallet: streamRef(walletStream, installation_id),
    priceList: streamRef(priceListStream, installation_id),
  }),
  decide: (command, states) => choosePlan(command, states),
});
