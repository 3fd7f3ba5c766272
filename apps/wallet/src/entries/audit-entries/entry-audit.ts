/**
 * Recomputes a wallet from its entries alone, and compares: the chain of hashes, the balance after every entry, and at
 * the end the state that the service used when the audit began (docs/reference/money.md). It shares no code with the
 * fold of facts, so a defect there is noticed.
 */
import { unreachable } from '@kushk/decider';
import { formatMu, parseMu } from '@kushk/manifest';
import { availableOf, type ExistingWallet, type WalletTotals } from '../../wallet/wallet.js';
import { hashOfEntry, type HashedEntry } from '../entry.js';

/** What does not fit. `sequence` is the entry at which it was noticed. */
export interface AuditProblem {
  readonly sequence: number;
  readonly reason: 'sequence' | 'chain' | 'hash' | 'hold' | 'balance' | 'totals';
}
export type AuditedEntry = HashedEntry & { readonly hash: string };
/** What the entries up to one of them must sum up to. Amounts are micro-MU. */
export interface AuditedTotals {
  /** Of the last of these entries, like the hash. */
  readonly sequence: number;
  readonly hash: string | null;
  readonly totals: Readonly<Record<keyof WalletTotals, string>>;
  readonly giftedLeft: string;
  readonly openHolds: number;
}
/** Where an audit stands, for a later continuation in another process. */
export interface AuditPosition extends Omit<AuditedTotals, 'openHolds'> {
  /** What each open hold reserves. */
  readonly holds: Readonly<Record<string, string>>;
}

type Totals = Record<keyof WalletTotals, bigint>;
const COUNTERS: readonly (keyof WalletTotals)[] = [
  'purchased',
  'gifted',
  'consumed',
  'reversed',
  'revoked',
  'carriedIn',
  'carriedOut',
  'held',
];

/** What the entries of a wallet must sum up to according to its state. */
export function auditedTotalsOf(wallet: ExistingWallet): AuditedTotals {
  const { chain, totals, giftedLeft } = wallet;
  return {
    sequence: chain.sequence,
    hash: chain.hash,
    totals: textOf(totals),
    giftedLeft: String(giftedLeft),
    openHolds: wallet.status === 'closed' ? 0 : wallet.openHolds,
  };
}

function textOf(totals: Readonly<Totals>): AuditedTotals['totals'] {
  return Object.fromEntries(COUNTERS.map((name) => [name, String(totals[name])])) as AuditedTotals['totals'];
}

/** Audits the entries of one wallet in their order. After a problem it must not be continued. */
export class EntryAudit {
  private sequence = 0;
  private hash: string | null = null;
  private giftedLeft = 0n;
  private readonly totals = Object.fromEntries(COUNTERS.map((name) => [name, 0n])) as Totals;
  private readonly holds = new Map<string, bigint>();

  constructor(private readonly installationId: string) {}

  static at(installationId: string, position: AuditPosition): EntryAudit {
    const audit = new EntryAudit(installationId);
    [audit.sequence, audit.hash] = [position.sequence, position.hash];
    audit.giftedLeft = BigInt(position.giftedLeft);
    for (const name of COUNTERS) audit.totals[name] = BigInt(position.totals[name]);
    for (const [id, amount] of Object.entries(position.holds)) audit.holds.set(id, BigInt(amount));
    return audit;
  }

  get position(): AuditPosition {
    return {
      sequence: this.sequence,
      hash: this.hash,
      giftedLeft: String(this.giftedLeft),
      totals: textOf(this.totals),
      holds: Object.fromEntries([...this.holds].map(([id, amount]) => [id, String(amount)])),
    };
  }

  /** Adds the next entry. Returns what is wrong with it, or null. */
  add({ hash, ...entry }: AuditedEntry): AuditProblem | null {
    const problem = (reason: AuditProblem['reason']): AuditProblem => ({ sequence: entry.sequence, reason });
    if (entry.sequence !== this.sequence + 1) return problem('sequence');
    if (entry.previous_hash !== this.hash) return problem('chain');
    if (hashOfEntry(this.installationId, entry) !== hash) return problem('hash');
    if (!this.move(entry)) return problem('hold');
    [this.sequence, this.hash] = [entry.sequence, hash];
    const available = availableOf(this.totals);
    const isBalanced =
      available >= 0n &&
      this.totals.held >= 0n &&
      this.giftedLeft >= 0n &&
      this.giftedLeft <= available + this.totals.held &&
      entry.available_after === formatMu(available) &&
      entry.held_after === formatMu(this.totals.held);
    return isBalanced ? null : problem('balance');
  }

  /** Compares the sums with those that the wallet must have after this entry. */
  finish(expected: AuditedTotals): AuditProblem | null {
    const isSame =
      expected.sequence === this.sequence &&
      expected.hash === this.hash &&
      BigInt(expected.giftedLeft) === this.giftedLeft &&
      expected.openHolds === this.holds.size &&
      COUNTERS.every((name) => BigInt(expected.totals[name]) === this.totals[name]);
    return isSame ? null : { sequence: this.sequence, reason: 'totals' };
  }

  /** Moves the MU of an entry. Returns false for a hold that is not open, or whose amount differs. */
  private move({ kind, mu, gifted, hold_id: holdId }: HashedEntry): boolean {
    const [amount, fromGifts] = [parseMu(mu) ?? -1n, parseMu(gifted) ?? -1n];
    const { totals } = this;
    switch (kind) {
      case 'purchase':
        totals.purchased += amount;
        return true;
      case 'gift':
        totals.gifted += amount;
        this.giftedLeft += amount;
        return true;
      case 'revocation':
        totals.revoked += amount;
        this.giftedLeft -= fromGifts;
        return true;
      case 'reversal':
        totals.reversed += amount;
        this.giftedLeft += fromGifts;
        return true;
      case 'carried_in':
        totals.carriedIn += amount;
        return true;
      case 'carried_out':
        totals.carriedOut += amount;
        return true;
      case 'consumption':
        return this.consume(amount);
      case 'settle':
        // The hold of a late settlement has expired, and reserves nothing.
        this.endHold(holdId);
        return this.consume(amount);
      case 'hold':
        if (holdId === null || this.holds.has(holdId)) return false;
        this.holds.set(holdId, amount);
        totals.held += amount;
        return true;
      case 'release':
      case 'expiry':
        return holdId === null ? this.endAllHolds() === amount : this.endHold(holdId) === amount;
      default:
        return unreachable(kind);
    }
  }

  /** Gifts are consumed before purchases. */
  private consume(amount: bigint): boolean {
    this.totals.consumed += amount;
    this.giftedLeft -= this.giftedLeft < amount ? this.giftedLeft : amount;
    return true;
  }

  /** Returns what the hold reserved, or null when it is not open. */
  private endHold(holdId: string | null): bigint | null {
    const amount = this.holds.get(holdId ?? '') ?? null;
    if (amount === null) return null;
    this.holds.delete(holdId ?? '');
    this.totals.held -= amount;
    return amount;
  }

  private endAllHolds(): bigint {
    const amount = this.totals.held;
    this.holds.clear();
    this.totals.held = 0n;
    return amount;
  }
}
