/** Charges with `@event-driven-io/emmett-postgresql`, which people would use instead of the command loop. */
import { hashOfEntry } from '../../../apps/wallet/src/entries/entry.js';

/** The packages of `peers` are installed by `npm run bench` only, so the compiler does not resolve them. */
const MODULE: string = './peers/emmett-wallets.mjs';

export interface EmmettWallets {
  charge(number: number): Promise<void>;
  nextWindow(): void;
  close(): Promise<void>;
}
interface Options {
  readonly wallets: number;
  readonly poolSize: number;
  readonly hashOfEntry: typeof hashOfEntry;
}

/**
 * The fastest of 1 to 16. With more connections, most commands on one stream conflict: two connections need twice the
 * processor time, and 64 callers are out of retries by the hundred.
 */
const poolSizes = { oneWallet: 1, manyWallets: 8 };

export const emmettGuarantees =
  'emmett: durable before the reply, order per stream, a projection in the same transaction; no idempotency key, no ' +
  'stored reply, nothing published, and each command reads its whole stream, so each window has new ones';

export async function createEmmettWallets(databaseUrl: string, wallets: number): Promise<EmmettWallets> {
  const { EmmettWallets: Emmett } = (await import(MODULE)) as {
    readonly EmmettWallets: { create(databaseUrl: string, options: Options): Promise<EmmettWallets> };
  };
  const poolSize = wallets === 1 ? poolSizes.oneWallet : poolSizes.manyWallets;
  return await Emmett.create(databaseUrl, { wallets, poolSize, hashOfEntry });
}
