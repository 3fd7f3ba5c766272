/**
 * Compares what the wallet service acknowledged with what it stored: every acknowledged movement is an entry, every
 * entry was acknowledged, no MU were made or destroyed, and every hold has exactly one end. Pure.
 */
import { parseMu } from '@kushk/manifest';

/** The requests that move MU, by the kind of entry that they make. */
export type MovementKind = 'gift' | 'purchase' | 'consumption' | 'hold' | 'settle' | 'release';

/** A request that the service has acknowledged. */
export interface Acknowledged {
  readonly kind: MovementKind;
  readonly entryId: string;
  readonly mu: string;
  /** The hold that the request placed or ended. */
  readonly holdId: string | null;
}
/** An entry of the wallet, as the API lists it, oldest first. */
export interface StoredEntry {
  readonly id: string;
  readonly kind: string;
  readonly mu: string;
  readonly hold_id: string | null;
  readonly available_after: string;
  readonly held_after: string;
}
export interface StoredWallet {
  readonly available: string;
  readonly held: string;
  readonly totals: Readonly<Record<'purchased' | 'gifted' | 'consumed', string>>;
}
export interface JournalDifferences {
  /** Acknowledged movements without an entry. */
  readonly lost: number;
  /** Entries that nothing acknowledged asked for. The service itself makes only expiries of holds. */
  readonly unknown: number;
  /** Entries with another amount or of another kind than acknowledged. */
  readonly changed: number;
  /** Entries after which the balance is not the balance before them plus or minus their amount. */
  readonly unbalanced: number;
  /** Holds that ended never, or more than once. */
  readonly holdsWithoutOneEnd: number;
  /** How far the totals of the wallet are from the sums of what was acknowledged. */
  readonly differenceMicroMu: number;
}

export function compareJournal(
  journal: readonly Acknowledged[],
  entries: readonly StoredEntry[],
  wallet: StoredWallet,
): JournalDifferences {
  const stored = new Map(entries.map((entry) => [entry.id, entry]));
  const acknowledged = new Map(journal.map((one) => [one.entryId, one]));
  const holds = new Set(journal.filter(({ kind }) => kind === 'hold').map(({ holdId }) => holdId));
  const isExpiry = ({ kind, hold_id }: StoredEntry): boolean => kind === 'expiry' && holds.has(hold_id);
  return {
    lost: journal.filter(({ entryId }) => !stored.has(entryId)).length,
    unknown: entries.filter((entry) => !acknowledged.has(entry.id) && !isExpiry(entry)).length,
    changed: entries.filter((entry) => isChanged(entry, acknowledged.get(entry.id))).length,
    unbalanced: unbalancedIn(entries),
    holdsWithoutOneEnd: [...holds].filter((id) => !hasOneEnd(entries, id)).length,
    differenceMicroMu: Number(differenceOf(journal, wallet)),
  };
}

function isChanged(entry: StoredEntry, acknowledged: Acknowledged | undefined): boolean {
  if (acknowledged === undefined) return false;
  // A release of a hold that has expired is acknowledged, and the entry of its end is the expiry.
  const isSameKind = entry.kind === acknowledged.kind || (entry.kind === 'expiry' && acknowledged.kind === 'release');
  return !isSameKind || entry.mu !== acknowledged.mu;
}

/** A hold is settled, released or expired; one that expired may be settled late, which ends nothing. */
function hasOneEnd(entries: readonly StoredEntry[], holdId: string | null): boolean {
  const ends = entries.filter(({ hold_id, kind }) => hold_id === holdId && kind !== 'hold').map(({ kind }) => kind);
  return ends.length === 1 || (ends.length === 2 && ends[0] === 'expiry' && ends[1] === 'settle');
}

function unbalancedIn(entries: readonly StoredEntry[]): number {
  const reserved = new Map<string | null, bigint>();
  let [available, held, unbalanced] = [0n, 0n, 0];
  for (const entry of entries) {
    const amount = micro(entry.mu);
    const freed = reserved.get(entry.hold_id) ?? 0n;
    switch (entry.kind) {
      case 'gift':
      case 'purchase':
        available += amount;
        break;
      case 'consumption':
        available -= amount;
        break;
      case 'hold':
        [available, held] = [available - amount, held + amount];
        reserved.set(entry.hold_id, amount);
        break;
      case 'settle':
        [available, held] = [available + freed - amount, held - freed];
        reserved.delete(entry.hold_id);
        break;
      case 'release':
      case 'expiry':
        [available, held] = [available + freed, held - freed];
        reserved.delete(entry.hold_id);
        break;
      default:
        unbalanced += 1;
    }
    if (available < 0n || available !== micro(entry.available_after) || held !== micro(entry.held_after))
      unbalanced += 1;
  }
  return unbalanced;
}

/** All holds have ended, so nothing may be held. */
function differenceOf(journal: readonly Acknowledged[], { available, held, totals }: StoredWallet): bigint {
  const sum = (...kinds: readonly MovementKind[]): bigint =>
    journal.filter(({ kind }) => kinds.includes(kind)).reduce((total, { mu }) => total + micro(mu), 0n);
  const [purchased, gifted, consumed] = [sum('purchase'), sum('gift'), sum('consumption', 'settle')];
  return [
    purchased - micro(totals.purchased),
    gifted - micro(totals.gifted),
    consumed - micro(totals.consumed),
    purchased + gifted - consumed - micro(available),
    micro(held),
  ].reduce((total, difference) => total + (difference < 0n ? -difference : difference), 0n);
}

function micro(mu: string): bigint {
  const amount = parseMu(mu);
  if (amount === null) throw new Error(`${mu} is no amount`);
  return amount;
}
