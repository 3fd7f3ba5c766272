import { reactionHandler } from '@kushk/broker';
import { installationFacts, usageMonthOf } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { newId, now } from '@kushk/runtime';
import { priceListFromWire } from '../../price-list/price-list-from-wire.js';
import { priceListStream } from '../../price-list/price-list.js';
import { remainderKey, remainderStream } from '../../remainder/remainder.js';
import { openWallet } from '../open-wallet/open-wallet.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { walletStream } from '../wallet-stream.js';

export const OnInstallationRequestedHandler = reactionHandler(installationFacts.installationRequested, {
  reaction,
  name: 'OpenWallet',
  command: (data) => ({
    installationId: data.installation_id,
    organisationId: data.organisation_id,
    plan: data.plan,
    priceList: priceListFromWire(data.capabilities),
    carriedId: newId('car'),
    month: usageMonthOf(now()),
    at: data.at,
  }),
  streams: ({ installation_id, organisation_id, plugin_id }) => ({
    wallet: streamRef(walletStream, installation_id),
    priceList: streamRef(priceListStream, installation_id),
    remainder: streamRef(remainderStream, remainderKey(organisation_id, plugin_id)),
  }),
  decide: (command, states) => openWallet(command, states),
});
