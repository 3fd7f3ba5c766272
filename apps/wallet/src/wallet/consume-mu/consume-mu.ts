import { accept, type Decision } from '@kushk/decider';
import { cannotPay, chargeFor, warningFacts, type Charge } from '../charge.js';
import { allows, refusalOf } from '../status-rules.js';
import type { WalletFact } from '../wallet-facts.js';
import { availableOf, type Wallet } from '../wallet.js';

export interface ConsumeMu {
  readonly id: string;
  readonly service: string;
  readonly count: number;
  readonly reference: string | null;
  readonly month: string;
  readonly at: string;
}
export interface Consumption extends Charge {
  readonly availableMicroMu: bigint;
  readonly heldMicroMu: bigint;
}

/** Charges for a service at once, without a hold. */
export function consumeMu(command: ConsumeMu, wallet: Wallet): Decision<WalletFact[], Consumption> {
  if (!allows(wallet, 'charge')) return refusalOf(wallet, 'charge');
  const { id, service, count, reference, month, at } = command;
  const charge = chargeFor(wallet, service, count);
  if ('accepted' in charge) return charge;
  const planned = { service, month, amountMicroMu: charge.amountMicroMu };
  const refused = cannotPay(wallet, planned);
  if (refused !== null) return refused;
  const consumed: WalletFact = {
    type: 'MuConsumed',
    data: {
      id,
      holdId: null,
      endsOpenHold: false,
      service,
      count,
      rateMicroMu: String(charge.rateMicroMu),
      amountMicroMu: String(charge.amountMicroMu),
      unreservedMicroMu: '0',
      reference,
      month,
      at,
    },
  };
  return accept([consumed, ...warningFacts(wallet, planned, at)], {
    ...charge,
    availableMicroMu: availableOf(wallet.totals) - charge.amountMicroMu,
    heldMicroMu: wallet.totals.held,
  });
}
