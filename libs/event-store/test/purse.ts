/** The example domain of the specs: a purse with one rule, a total and rows that queries read. */
import { accept, refuse, streamRef, type Decision, type Fact, type StreamType } from '@kushk/decider';
import type { CommandOver, IdempotencyKey } from '../src/command.js';

export type CoinsPut = Fact<'CoinsPut', { readonly coins: number; readonly month: string }>;
export type CoinsTaken = Fact<'CoinsTaken', { readonly coins: number; readonly month: string }>;
export type PurseFact = CoinsPut | CoinsTaken;
export interface Purse {
  readonly coins: bigint;
}

export const purseStream: StreamType<Purse, PurseFact> = {
  category: 'purse',
  factTypes: { CoinsPut: true, CoinsTaken: true },
  stateVersion: 1,
  initial: { coins: 0n },
  evolve: (purse, fact) => ({
    coins: purse.coins + BigInt(fact.type === 'CoinsPut' ? fact.data.coins : -fact.data.coins),
  }),
  stateToJson: (purse) => ({ coins: purse.coins.toString() }),
  stateFromJson: (json) => ({ coins: BigInt((json as { coins: string }).coins) }),
};

type PurseDecision = Decision<{ readonly purse: readonly PurseFact[] }, { readonly coins: number }>;

/** Puts coins into a purse; the reply contains the new number of coins. */
export function put(
  id: string,
  coins: number,
  idempotency?: IdempotencyKey,
): CommandOver<{ purse: ReturnType<typeof purseRef> }, { readonly coins: number }> {
  const decide = ({ purse }: { purse: Purse }): PurseDecision =>
    accept(
      { purse: [{ type: 'CoinsPut', data: { coins, month: '1405-08' } }] },
      { coins: Number(purse.coins) + coins },
    );
  return { name: 'PutCoins', streams: { purse: purseRef(id) }, decide, idempotency };
}

/** Takes coins out of a purse, or refuses with `purse.too_few`. */
export function take(
  id: string,
  coins: number,
  idempotency?: IdempotencyKey,
): CommandOver<{ purse: ReturnType<typeof purseRef> }, { readonly coins: number }> {
  const decide = ({ purse }: { purse: Purse }): PurseDecision =>
    purse.coins < BigInt(coins)
      ? refuse('purse.too_few', { coins: Number(purse.coins) })
      : accept(
          { purse: [{ type: 'CoinsTaken', data: { coins, month: '1405-08' } }] },
          { coins: Number(purse.coins) - coins },
        );
  return { name: 'TakeCoins', streams: { purse: purseRef(id) }, decide, idempotency };
}

/** Moves coins between two purses; changes both purses or neither. */
export function move(
  from: string,
  to: string,
  coins: number,
): CommandOver<{ from: ReturnType<typeof purseRef>; to: ReturnType<typeof purseRef> }, null> {
  return {
    name: 'MoveCoins',
    streams: { from: purseRef(from), to: purseRef(to) },
    decide: (states) =>
      states.from.coins < BigInt(coins)
        ? refuse('purse.too_few')
        : accept(
            {
              from: [{ type: 'CoinsTaken', data: { coins, month: '1405-08' } }],
              to: [{ type: 'CoinsPut', data: { coins, month: '1405-08' } }],
            },
            null,
          ),
  };
}

export function purseRef(id: string) {
  return streamRef(purseStream, id);
}
