/** How expired holds are grouped into batches. */

/**
 * Holds that are expired at a time, of one wallet in one commit or of several wallets. Other commands of these wallets
 * wait for at most one batch.
 */
export const BATCH_HOLDS = 100;

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
    for (let first = 0; first < all.length; first += BATCH_HOLDS) {
      const some = all.slice(first, first + BATCH_HOLDS);
      if (some.length === BATCH_HOLDS) batches.push([some]);
      else {
        if (sharedHolds + some.length > BATCH_HOLDS) {
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
