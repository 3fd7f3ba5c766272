import { accept, refuse, type Decision } from '@kushk/decider';
import { chargeFor, ranLow, shortOf, type Charge } from '../charge.js';
import { availableOf, type Wallet, type WalletFact } from '../wallet.js';

export interface ConsumeMu {
  readonly id: string;
  readonly service: string;
  readonly count: number;
  readonly reference: string | null;
  readonly month: string;
  readonly at: string;
}
export interface Consumed extends Charge {
  readonly availableMicroMu: bigint;
  readonly heldMicroMu: bigint;
}

/** Charges a service at once, without a hold. */
export function consumeMu(command: ConsumeMu, wallet: Wallet): Decision<WalletFact[], Consumed> {
  if (wallet.status === 'absent') return refuse('wallet.not_found');
  if (wallet.status === 'closed') return refuse('wallet.closed');
  const { service, count } = command;
  const charge = chargeFor(wallet, service, count);
  if ('accepted' in charge) return charge;
  const short = shortOf(wallet, charge.microMu);
  if (short !== null) return short;
  const { id, reference, month, at } = command;
  const consumed: WalletFact = {
    type: 'MuConsumed',
    data: {
      id,
      holdId: null,
      service,
      count,
      microMu: String(charge.microMu),
      unheldMicroMu: '0',
      reference,
      month,
      at,
    },
  };
  return accept([consumed, ...ranLow(wallet, charge.microMu, at)], {
    ...charge,
    availableMicroMu: availableOf(wallet.counters) - charge.microMu,
    heldMicroMu: wallet.counters.held,
  });
}
