/**
 * The entries of a wallet (docs/reference/money.md): one for each fact that moves MU. An entry contains the hash of the
 * entry before it, so that a changed, added or removed entry is noticed.
 */
import type { EntryKind, WalletEntry } from '@kushk/contracts';
import { sha256Hex } from '@kushk/credentials';
import { unreachable } from '@kushk/decider';
import { formatMu } from '@kushk/manifest';
import type { HoldEndData, MovementFact, WalletFact } from '../wallet/wallet-facts.js';
import { availableOf, type ExistingWallet } from '../wallet/wallet.js';

/** An entry without its own hash. Later entries of the wallet do not change it. */
export type HashedEntry = Omit<WalletEntry, 'hash' | 'reversed_by'>;
/** What the entry has from its fact. */
export type Movement = Pick<
  HashedEntry,
  'id' | 'at' | 'kind' | 'service' | 'count' | 'hold_id' | 'reference' | 'by' | 'month'
> & { readonly amountMicroMu: string; readonly rateMicroMu: string | null };

const PLUGIN = 'plugin';
const SYSTEM = 'system';

/** Returns the SHA-256 of the entry in canonical JSON (RFC 8785), in hex. */
export function hashOfEntry(installationId: string, entry: HashedEntry): string {
  // The members are in the order of RFC 8785. Sorting them for each charge would cost more than the hash.
  const text = JSON.stringify({
    at: entry.at,
    available_after: entry.available_after,
    by: entry.by,
    count: entry.count,
    gifted: entry.gifted,
    held_after: entry.held_after,
    hold_id: entry.hold_id,
    id: entry.id,
    installation_id: installationId,
    kind: entry.kind,
    month: entry.month,
    mu: entry.mu,
    previous_hash: entry.previous_hash,
    rate: entry.rate,
    reference: entry.reference,
    sequence: entry.sequence,
    service: entry.service,
  });
  return sha256Hex(text);
}

const MOVEMENTS: Readonly<Record<MovementFact['type'], true>> = {
  MuGranted: true,
  MuRevoked: true,
  MuConsumed: true,
  MuReversed: true,
  MuHeld: true,
  HeldMuReturned: true,
  MuCarriedIn: true,
  MuCarriedOut: true,
};

/** Whether the fact is an entry of the wallet. */
export function isMovement(fact: WalletFact): fact is MovementFact {
  return Object.hasOwn(MOVEMENTS, fact.type);
}

/** The entry of a fact. `wallet` is the state after the fact; its chain has the sequence number and previous hash. */
export function entryOf(fact: MovementFact, { totals, chain, installationId }: ExistingWallet): HashedEntry {
  const { amountMicroMu, rateMicroMu, ...movement } = movementOf(fact, installationId);
  return {
    ...movement,
    rate: rateMicroMu === null ? null : formatMu(BigInt(rateMicroMu)),
    sequence: chain.sequence,
    mu: formatMu(BigInt(amountMicroMu)),
    gifted: formatMu(chain.gifted),
    available_after: formatMu(availableOf(totals)),
    held_after: formatMu(totals.held),
    previous_hash: chain.previousHash,
  };
}

/** What an entry has from its fact, with amounts in micro-MU. */
export function movementOf(fact: MovementFact, installationId: string): Movement {
  switch (fact.type) {
    case 'MuGranted': {
      const { id, at, month, kind, amountMicroMu, reference, by } = fact.data;
      return { ...noUse, id, at, month, kind, amountMicroMu, reference, by };
    }
    case 'MuRevoked': {
      const { id, at, month, amountMicroMu, by } = fact.data;
      return { ...noUse, id, at, month, kind: 'revocation', amountMicroMu, by };
    }
    case 'MuConsumed':
      return consumptionOf(fact.data);
    case 'MuReversed': {
      const { id, at, month, amountMicroMu, by, service, count, rateMicroMu, holdId, entryId } = fact.data;
      const use = { service, count, rateMicroMu };
      return { ...use, id, at, month, kind: 'reversal', amountMicroMu, by, hold_id: holdId, reference: entryId };
    }
    case 'MuHeld': {
      const { holdId, ...reserved } = fact.data;
      return { ...reserved, id: holdId, kind: 'hold', hold_id: holdId, by: PLUGIN };
    }
    case 'HeldMuReturned':
      return holdEndOf(fact.data, installationId);
    case 'MuCarriedIn':
    case 'MuCarriedOut': {
      const { id, at, month, amountMicroMu } = fact.data;
      const kind: EntryKind = fact.type === 'MuCarriedIn' ? 'carried_in' : 'carried_out';
      return { ...noUse, id, at, month, kind, amountMicroMu, by: SYSTEM };
    }
    default:
      return unreachable(fact);
  }
}

const noUse = { service: null, count: null, rateMicroMu: null, hold_id: null, reference: null };

function consumptionOf(data: Extract<MovementFact, { type: 'MuConsumed' }>['data']): Movement {
  const { at, month, amountMicroMu, rateMicroMu, service, count, reference, holdId } = data;
  return {
    ...{ at, month, amountMicroMu, rateMicroMu, service, count, reference },
    id: holdId === null ? data.id : idOfHold('stl', holdId),
    kind: holdId === null ? 'consumption' : 'settle',
    hold_id: holdId,
    by: PLUGIN,
  };
}

function holdEndOf(data: HoldEndData, installationId: string): Movement {
  if (data.holdId === null) {
    const { at, month, amountMicroMu } = data;
    return { ...noUse, at, month, amountMicroMu, id: idOfHold('ret', installationId), kind: 'release', by: SYSTEM };
  }
  const { holdId, reason, ...reserved } = data;
  const how =
    reason === 'expiry' ? ({ kind: 'expiry', by: SYSTEM } as const) : ({ kind: 'release', by: PLUGIN } as const);
  return { ...reserved, ...how, id: idOfHold('ret', holdId), hold_id: holdId };
}

/** The entries of a hold have its id with another prefix: a hold is settled at most once and ends at most once. */
export function idOfHold(prefix: 'stl' | 'ret', holdId: string): string {
  return prefix + holdId.slice(holdId.indexOf('_'));
}
