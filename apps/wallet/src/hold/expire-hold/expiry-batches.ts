/** How expired holds are grouped into batches. */

/** Holds of one wallet that are expired in one commit. Other commands of the wallet wait for at most one of these. */
export const WALLET_BATCH_HOLDS = 200;
/** Holds of several wallets that are expired at a time. A charge of another wallet waits for at most one batch. */
const SHARED_BATCH_HOLDS = 100;

interface ExpiredHold {
  readonly installation_id: string;
}
/** Lists of holds that are expired at the same time. Each list has holds of one wallet, which one commit expires. */
export type ExpiryBatch<Hold extends ExpiredHold> = readonly (readonly Hold[])[];

/**
 * Groups holds by wallet. A wallet with many holds has batches of its own, and wallets with few share one, so neither a
 * wallet with thousands of holds nor thousands of wallets with one hold need a commit per hold.
 */
export function expiryBatches<Hold extends ExpiredHold>(holds: readonly Hold[]): ExpiryBatch<Hold>[] {
  const batches: ExpiryBatch<Hold>[] = [];
  let shared: (readonly Hold[])[] = [];
  let sharedHolds = 0;
  for (const all of Map.groupBy(holds, ({ installation_id }) => installation_id).values())
    for (let first = 0; first < all.length; first += WALLET_BATCH_HOLDS) {
      const some = all.slice(first, first + WALLET_BATCH_HOLDS);
      if (some.length >= SHARED_BATCH_HOLDS) batches.push([some]);
      else {
        if (sharedHolds + some.length > SHARED_BATCH_HOLDS) {
          batches.push(shared);
          [shared, sharedHolds] = [[], 0];
        }
        shared.push(some);
        sharedHolds += some.length;
      }
    }
  if (shared.length > 0) batches.push(shared);
  return batches;
}
