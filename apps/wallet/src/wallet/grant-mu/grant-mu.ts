/**
 * Grants MU. Purchases and gifts are two commands with the same decision; their totals are counted and reported
 * separately.
 */
import { accept, refuse, type Decision } from '@kushk/decider';
import { MAX_MICRO_MU, formatMu, parseMu } from '@kushk/manifest';
import { allows, refusalOf } from '../status-rules.js';
import type { WalletFact } from '../wallet-facts.js';
import { addedTo, availableOf, type Wallet } from '../wallet.js';

export interface GrantMu {
  readonly id: string;
  readonly organisationId: string;
  readonly kind: 'purchase' | 'gift';
  /** MU as a decimal string, at most six decimals. */
  readonly mu: string;
  readonly reference: string | null;
  readonly note: string | null;
  readonly by: string;
  readonly month: string;
  readonly at: string;
}
export interface Grant {
  readonly amountMicroMu: bigint;
  readonly availableMicroMu: bigint;
  readonly heldMicroMu: bigint;
}

export function grantMu(command: GrantMu, wallet: Wallet): Decision<WalletFact[], Grant> {
  const { mu, organisationId, ...grant } = command;
  const amountMicroMu = parseMu(mu);
  if (amountMicroMu === null) return refuse('wallet.amount_invalid', { mu });
  if (wallet.status !== 'absent' && wallet.organisationId !== organisationId) return refuse('installation.not_found');
  if (!allows(wallet, 'grant')) return refusalOf(wallet, 'grant');
  const { totals } = wallet;
  const added = addedTo(totals);
  if (amountMicroMu <= 0n || added + amountMicroMu > MAX_MICRO_MU)
    return refuse('wallet.amount_invalid', { max: formatMu(MAX_MICRO_MU - added) });
  return accept([{ type: 'MuGranted', data: { ...grant, amountMicroMu: String(amountMicroMu) } }], {
    amountMicroMu,
    availableMicroMu: availableOf(totals) + amountMicroMu,
    heldMicroMu: totals.held,
  });
}
