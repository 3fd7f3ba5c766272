import { commandHandler } from '@kushk/broker';
import { usageMonthOf, wallet } from '@kushk/contracts';
import { mapReply, streamRef } from '@kushk/decider';
import { newId, now } from '@kushk/runtime';
import { grantMu, type GrantMu } from '../grant-mu/grant-mu.js';
import { grantToWire } from '../grant-mu/grant-to-wire.js';
import { walletStream } from '../wallet-stream.js';

export const GiftMuHandler = commandHandler(wallet.gift, {
  name: 'GiftMu',
  command: ({ organisation_id: organisationId, mu, note, by }): GrantMu => {
    const at = now();
    return {
      ...{ id: newId('grt'), organisationId, kind: 'gift', mu, reference: null, note, by },
      ...{ month: usageMonthOf(at), at: at.toISOString() },
    };
  },
  stream: ({ installation_id }) => streamRef(walletStream, installation_id),
  decide: (command, wallet) => mapReply(grantMu(command, wallet), (grant) => grantToWire(command, grant)),
  idempotency: 'permanent',
});
