import { accept, type Decision } from '@kushk/decider';
import type { Tariff, Wallet, WalletFact } from '../wallet.js';

export interface OpenWalletCommand {
  readonly installationId: string;
  readonly organisationId: string;
  readonly plan: string | null;
  readonly tariff: Tariff;
  readonly at: string;
}

/** Opens the wallet of a new installation, once. */
export function openWallet(command: OpenWalletCommand, wallet: Wallet): Decision<WalletFact[], null> {
  return accept(wallet.status === 'absent' ? [{ type: 'WalletOpened', data: command }] : [], null);
}
