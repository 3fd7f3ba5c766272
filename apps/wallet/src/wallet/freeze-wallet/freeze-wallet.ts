import { accept, refuse, type Decision } from '@kushk/decider';
import { allows, ignores, refusalOf } from '../status-rules.js';
import type { WalletFact } from '../wallet-facts.js';
import { frozenWallet } from '../wallet-fold.js';
import type { ExistingWallet, Wallet } from '../wallet.js';

export interface FreezeWallet {
  readonly organisationId: string;
  readonly reason: string;
  readonly by: string;
  readonly at: string;
}

/**
 * Stops holds, charges and settlements. Holds can still be released and expire. The command is idempotent: a frozen
 * wallet keeps its reason.
 */
export function freezeWallet(command: FreezeWallet, wallet: Wallet): Decision<WalletFact[], ExistingWallet> {
  const { organisationId, ...frozen } = command;
  if (wallet.status !== 'absent' && wallet.organisationId !== organisationId) return refuse('installation.not_found');
  if (ignores(wallet, 'freeze')) return accept([], wallet);
  if (!allows(wallet, 'freeze')) return refusalOf(wallet, 'freeze');
  const { installationId } = wallet;
  const { by, at } = frozen;
  return accept(
    [
      { type: 'WalletFrozen', data: frozen },
      { type: 'FreezeReported', data: { installationId, organisationId, by, at } },
    ],
    frozenWallet(wallet, frozen),
  );
}
