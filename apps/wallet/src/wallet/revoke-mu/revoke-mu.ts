import { accept, refuse, type Decision } from '@kushk/decider';
import { formatMu, parseMu } from '@kushk/manifest';
import { lowBalanceFacts } from '../charge.js';
import { allows, refusalOf } from '../status-rules.js';
import type { MuKind, WalletFact } from '../wallet-facts.js';
import { availableOf, remainingOf, type Wallet } from '../wallet.js';

export interface RevokeMu {
  readonly id: string;
  readonly organisationId: string;
  readonly kind: MuKind;
  /** MU as a decimal string, at most six decimals. */
  readonly mu: string;
  readonly reason: string;
  readonly by: string;
  readonly month: string;
  readonly at: string;
}
export interface Revocation {
  readonly amountMicroMu: bigint;
  readonly availableMicroMu: bigint;
  readonly heldMicroMu: bigint;
}

/** Takes MU back: at most what is available, and at most what is left of their kind. */
export function revokeMu(command: RevokeMu, wallet: Wallet): Decision<WalletFact[], Revocation> {
  const { mu, organisationId, ...revocation } = command;
  const amountMicroMu = parseMu(mu);
  if (amountMicroMu === null || amountMicroMu <= 0n) return refuse('wallet.amount_invalid', { mu });
  if (wallet.status !== 'absent' && wallet.organisationId !== organisationId) return refuse('installation.not_found');
  if (!allows(wallet, 'administer')) return refusalOf(wallet, 'administer');
  const availableMicroMu = availableOf(wallet.totals);
  const left = remainingOf(wallet)[command.kind];
  const max = left < availableMicroMu ? left : availableMicroMu;
  if (amountMicroMu > max)
    return refuse('wallet.insufficient_balance', { required: formatMu(amountMicroMu), available: formatMu(max) });
  const revoked: WalletFact = { type: 'MuRevoked', data: { ...revocation, amountMicroMu: String(amountMicroMu) } };
  return accept([revoked, ...lowBalanceFacts(wallet, amountMicroMu, command.at)], {
    amountMicroMu,
    availableMicroMu: availableMicroMu - amountMicroMu,
    heldMicroMu: wallet.totals.held,
  });
}
