/**
 * The reference model of a wallet and its holds: the rules of docs/reference/money.md in the plainest form, without
 * facts, hashes or months, against which proofs compare the decisions of the service. Amounts are micro-MU.
 */
export type WalletCommand =
  | { readonly kind: 'purchase' | 'gift'; readonly id: string; readonly amount: bigint }
  | { readonly kind: 'revoke'; readonly id: string; readonly of: 'purchase' | 'gift'; readonly amount: bigint }
  | { readonly kind: 'consume'; readonly id: string; readonly count: number }
  | { readonly kind: 'hold'; readonly id: string; readonly count: number; readonly seconds: number }
  | { readonly kind: 'settle'; readonly id: string; readonly count: number | null }
  | { readonly kind: 'release'; readonly id: string }
  /** The clock moves, and the worker expires what is due. */
  | { readonly kind: 'tick'; readonly seconds: number }
  | { readonly kind: 'reverse'; readonly id: string; readonly charge: string }
  | { readonly kind: 'freeze' | 'unfreeze' };

interface ModelHold {
  readonly count: number;
  readonly amount: bigint;
  readonly status: 'open' | 'settled' | 'released' | 'expired';
  readonly expiresAt: number;
}
interface ModelCharge {
  readonly amount: bigint;
  readonly fromGifts: bigint;
  readonly isReversed: boolean;
}
/** Never changed in place, so that a proof can branch at any point. */
export interface WalletModel {
  /** Seconds since the beginning. */
  readonly now: number;
  readonly isFrozen: boolean;
  readonly available: bigint;
  readonly held: bigint;
  /** Gifts that are not consumed; part of them may be held. */
  readonly giftsLeft: bigint;
  readonly consumed: bigint;
  readonly reversed: bigint;
  readonly revoked: bigint;
  readonly added: bigint;
  readonly holds: ReadonlyMap<string, ModelHold>;
  readonly charges: ReadonlyMap<string, ModelCharge>;
}

export const RATE = 250_000n;
const LATE_SECONDS = 86_400;

export const emptyModel: WalletModel = {
  now: 0,
  isFrozen: false,
  available: 0n,
  held: 0n,
  giftsLeft: 0n,
  consumed: 0n,
  reversed: 0n,
  revoked: 0n,
  added: 0n,
  holds: new Map(),
  charges: new Map(),
};

export interface ModelResult {
  /** `accepted`, or the code of the refusal. */
  readonly outcome: string;
  readonly model: WalletModel;
}

export function runModel(model: WalletModel, command: WalletCommand): ModelResult {
  const refused = (code: string): ModelResult => ({ outcome: `wallet.${code}`, model });
  const accepted = (change: Partial<WalletModel>): ModelResult => ({
    outcome: 'accepted',
    model: { ...model, ...change },
  });
  const { available, held, giftsLeft, holds, isFrozen } = model;
  switch (command.kind) {
    case 'purchase':
    case 'gift': {
      const { amount } = command;
      const gifts = command.kind === 'gift' ? amount : 0n;
      return accepted({ added: model.added + amount, available: available + amount, giftsLeft: giftsLeft + gifts });
    }
    case 'revoke': {
      const left = command.of === 'gift' ? giftsLeft : available + held - giftsLeft;
      if (command.amount > left || command.amount > available) return refused('insufficient_balance');
      const gifts = command.of === 'gift' ? command.amount : 0n;
      return accepted({
        revoked: model.revoked + command.amount,
        available: available - command.amount,
        giftsLeft: giftsLeft - gifts,
      });
    }
    case 'consume': {
      const amount = RATE * BigInt(command.count);
      if (isFrozen) return refused('frozen');
      return amount > available ? refused('insufficient_balance') : accepted(charged(model, command.id, amount));
    }
    case 'hold': {
      const amount = RATE * BigInt(command.count);
      if (isFrozen) return refused('frozen');
      if (amount > available) return refused('insufficient_balance');
      const hold = { count: command.count, amount, status: 'open', expiresAt: model.now + command.seconds } as const;
      return accepted({
        available: available - amount,
        held: held + amount,
        holds: new Map(holds).set(command.id, hold),
      });
    }
    case 'settle':
      return settle(model, command);
    case 'release': {
      const hold = holds.get(command.id);
      if (hold === undefined) return refused('hold_not_found');
      if (hold.status === 'settled') return refused('hold_settled');
      return accepted(hold.status === 'open' ? withoutHold(model, command.id, 'released') : {});
    }
    case 'tick': {
      let next: WalletModel = { ...model, now: model.now + command.seconds };
      for (const [id, hold] of holds)
        if (hold.status === 'open' && next.now >= hold.expiresAt)
          next = { ...next, ...withoutHold(next, id, 'expired') };
      return { outcome: 'accepted', model: next };
    }
    case 'reverse':
      return reverse(model, command.charge);
    case 'freeze':
    case 'unfreeze':
      return accepted({ isFrozen: command.kind === 'freeze' });
  }
}

function settle(
  model: WalletModel,
  { id, count }: { readonly id: string; readonly count: number | null },
): ModelResult {
  const refused = (code: string): ModelResult => ({ outcome: `wallet.${code}`, model });
  const hold = model.holds.get(id);
  if (hold === undefined) return refused('hold_not_found');
  if (model.isFrozen) return refused('frozen');
  if (hold.status === 'settled' || hold.status === 'released') return refused(`hold_${hold.status}`);
  if (model.now >= hold.expiresAt + LATE_SECONDS) return refused('hold_expired');
  const used = count ?? hold.count;
  if (used > hold.count) return refused('settle_exceeds_hold');
  const amount = RATE * BigInt(used);
  if (hold.status === 'expired' && amount > model.available) return refused('insufficient_balance');
  const freed = hold.status === 'open' ? { ...model, ...withoutHold(model, id, 'settled') } : model;
  const holds = new Map(freed.holds).set(id, { ...hold, status: 'settled' });
  return { outcome: 'accepted', model: { ...freed, ...charged(freed, settlementOf(id), amount), holds } };
}

function reverse(model: WalletModel, id: string): ModelResult {
  const charge = model.charges.get(id);
  if (charge === undefined) return { outcome: 'no such charge', model };
  if (charge.isReversed) return { outcome: 'wallet.entry_reversed', model };
  if (charge.amount === 0n) return { outcome: 'wallet.entry_not_reversible', model };
  const charges = new Map(model.charges).set(id, { ...charge, isReversed: true });
  return {
    outcome: 'accepted',
    model: {
      ...model,
      charges,
      reversed: model.reversed + charge.amount,
      available: model.available + charge.amount,
      giftsLeft: model.giftsLeft + charge.fromGifts,
    },
  };
}

/** Takes an amount from the available MU, gifts first. */
function charged(model: WalletModel, id: string, amount: bigint): Partial<WalletModel> {
  const fromGifts = amount < model.giftsLeft ? amount : model.giftsLeft;
  return {
    consumed: model.consumed + amount,
    available: model.available - amount,
    giftsLeft: model.giftsLeft - fromGifts,
    charges: new Map(model.charges).set(id, { amount, fromGifts, isReversed: false }),
  };
}

function withoutHold(model: WalletModel, id: string, status: 'settled' | 'released' | 'expired'): Partial<WalletModel> {
  const hold = model.holds.get(id)!;
  return {
    available: model.available + hold.amount,
    held: model.held - hold.amount,
    holds: new Map(model.holds).set(id, { ...hold, status }),
  };
}

/** The id of the entry of a settlement, which is a charge that can be given back. */
export function settlementOf(holdId: string): string {
  return `stl${holdId.slice(holdId.indexOf('_'))}`;
}
