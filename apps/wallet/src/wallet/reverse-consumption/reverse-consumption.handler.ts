import { commandHandler } from '@kushk/broker';
import { usageMonthOf, walletLedger, type ReversalResource } from '@kushk/contracts';
import { mapReply, refuse, streamRef } from '@kushk/decider';
import { formatMu } from '@kushk/manifest';
import { newId, now } from '@kushk/runtime';
import { WalletEntries } from '../../entries/entry-list.view.js';
import { balanceToWire } from '../../hold/hold-to-wire.js';
import { walletStream } from '../wallet-stream.js';
import { reversalKey, reversalStream } from '../../reversal/reversal.js';
import {
  reverseConsumption,
  type ConsumptionEntry,
  type Reversed,
  type ReverseConsumption,
} from './reverse-consumption.js';

export const ReverseConsumptionHandler = commandHandler(
  walletLedger.reverse,
  { entries: WalletEntries },
  async (request, { entries }, { run }) => {
    const { installation_id: installationId, organisation_id: organisationId, entry_id: entryId, reason, by } = request;
    // Entries never change, so it is enough to read the entry before the decision.
    const found = await entries.find(installationId, entryId);
    if (found === null) return refuse('wallet.entry_not_found', { entry_id: entryId });
    const { kind, service, count } = found;
    if ((kind !== 'consumption' && kind !== 'settle') || service === null || count === null)
      return refuse('wallet.entry_not_reversible', { entry_id: entryId, kind });
    const entry: ConsumptionEntry = {
      ...{ id: found.id, holdId: found.hold_id, service, count: Number(count) },
      ...{ rateMicroMu: found.rate, amountMicroMu: found.mu, giftedMicroMu: found.gifted },
    };
    const at = now();
    return run({
      name: 'ReverseConsumption',
      streams: {
        wallet: streamRef(walletStream, installationId),
        reversal: streamRef(reversalStream, reversalKey(installationId, entry.id)),
      },
      command: {
        ...{ id: newId('rvs'), organisationId, entry, reason, by },
        ...{ month: usageMonthOf(at), at: at.toISOString() },
      },
      decide: (command, states) =>
        mapReply(reverseConsumption(command, states), (reversed) => reversalToWire(command, reversed)),
      idempotency: 'permanent',
    });
  },
);

function reversalToWire({ id, entry, reason, at }: ReverseConsumption, reversed: Reversed): ReversalResource {
  return {
    ...{ id, entry_id: entry.id, service: entry.service, count: entry.count, reason, at },
    mu: formatMu(BigInt(entry.amountMicroMu)),
    gifted: formatMu(BigInt(entry.giftedMicroMu)),
    wallet: balanceToWire(reversed),
  };
}
