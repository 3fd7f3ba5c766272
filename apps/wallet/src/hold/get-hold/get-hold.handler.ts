import { queryHandler, respond } from '@kushk/broker';
import { wallet } from '@kushk/contracts';
import { streamRef, refuse } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { walletStream } from '../../wallet/wallet-stream.js';
import { availableOf } from '../../wallet/wallet.js';
import { holdKey, holdStream } from '../hold.js';
import { balanceToWire, holdToWire } from '../hold-to-wire.js';

export const GetHoldHandler = queryHandler(wallet.getHold, { store: EventStore }, async (request, { store }) => {
  const { installation_id: installationId, hold_id: holdId } = request;
  const [{ state: hold }, { state: owner }] = await Promise.all([
    store.load(streamRef(holdStream, holdKey(installationId, holdId))),
    store.load(streamRef(walletStream, installationId)),
  ]);
  if (hold.status === 'absent' || owner.status === 'absent') return refuse('wallet.hold_not_found', { id: holdId });
  const balance = { availableMicroMu: availableOf(owner.totals), heldMicroMu: owner.totals.held };
  return respond(holdToWire(hold, hold.status, balanceToWire(balance)));
});
