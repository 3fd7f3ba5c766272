import { accept, type Decision } from '@kushk/decider';
import { onlyPlan, type Tariff, type TariffFact } from '../../tariff/tariff.js';
import type { Wallet, WalletFact } from '../wallet.js';

export interface OpenWalletCommand {
  readonly installationId: string;
  readonly organisationId: string;
  readonly plan: string | null;
  readonly tariff: Tariff;
  readonly at: string;
}

/** Opens the wallet of a new installation, once. */
export function openWallet(
  command: OpenWalletCommand,
  { wallet }: { wallet: Wallet },
): Decision<{ wallet: WalletFact[]; tariff: TariffFact[] }, null> {
  if (wallet.status !== 'absent') return accept({ wallet: [], tariff: [] }, null);
  const { plan, tariff, at } = command;
  return accept(
    {
      wallet: [{ type: 'WalletOpened', data: { ...command, tariff: onlyPlan(tariff, plan) } }],
      tariff: [{ type: 'TariffSet', data: { tariff, at } }],
    },
    null,
  );
}
