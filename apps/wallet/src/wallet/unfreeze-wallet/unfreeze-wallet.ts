import { accept, refuse, type Decision } from '@kushk/decider';
import { allows, ignores, refusalOf } from '../status-rules.js';
import type { WalletFact } from '../wallet-facts.js';
import { unfrozenWallet } from '../wallet-fold.js';
import type { ExistingWallet, Wallet } from '../wallet.js';

export interface UnfreezeWallet {
  readonly organisationId: string;
  readonly by: string;
  readonly at: string;
}

/** Allows holds, charges and settlements again. The command is idempotent. */
export function unfreezeWallet(command: UnfreezeWallet, wallet: Wallet): Decision<WalletFact[], ExistingWallet> {
  const { organisationId, by, at } = command;
  if (wallet.status !== 'absent' && wallet.organisationId !== organisationId) return refuse('installation.not_found');
  if (ignores(wallet, 'unfreeze')) return accept([], wallet);
  if (!allows(wallet, 'unfreeze')) return refusalOf(wallet, 'unfreeze');
  return accept([{ type: 'WalletUnfrozen', data: { by, at } }], unfrozenWallet(wallet));
}
