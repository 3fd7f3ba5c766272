import { reactionHandler } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { priceListFromWire } from '../../price-list/price-list-from-wire.js';
import { priceListStream } from '../../price-list/price-list.js';
import { changePrices } from '../change-prices/change-prices.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { walletStream } from '../wallet-stream.js';

export const OnCapabilitiesChangedHandler = reactionHandler(installationFacts.capabilitiesChanged, {
  reaction,
  name: 'ChangePrices',
  command: ({ capabilities, plan, at }) => ({ priceList: priceListFromWire(capabilities), plan, at }),
  streams: ({ installation_id }) => ({
    wallet: streamRef(walletStream, installation_id),
    priceList: streamRef(priceListStream, installation_id),
  }),
  decide: (command, states) => changePrices(command, states),
});
