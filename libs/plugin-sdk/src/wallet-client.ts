/** The wallet of an installation. */
import { callApi, type ClientOptions } from './api-call.js';
import { queryOf, type CallOptions, type PageOptions, type WriteOptions } from './call-options.js';
import { KushkError } from './errors.js';
import type {
  Consumed,
  Hold,
  ListedHold,
  NewHold,
  Quote,
  ReleasedHold,
  ServiceUse,
  SettledHold,
  Wallet,
  WalletEntry,
} from './wire.generated.js';
import type { Page } from './wire.js';

/** The wallet of the installation, in MU as decimal strings. Never convert them to floating-point numbers. */
export class WalletClient {
  constructor(private readonly options: ClientOptions) {}

  /** Returns the balance, the totals and the rates of the plan. */
  get(options: CallOptions = {}): Promise<Wallet> {
    return callApi(this.options, { ...options, method: 'GET', path: '/wallet' });
  }

  /** Returns what the use of a service would cost now. Reserves nothing. */
  quote({ service, count }: ServiceUse, options: CallOptions = {}): Promise<Quote> {
    const body = { service, count };
    return callApi(this.options, { ...options, method: 'POST', path: '/wallet/quote', body, isReadOnly: true });
  }

  /** Returns a hold of this installation. Rejects with `wallet.hold_not_found` when it does not exist. */
  getHold(holdId: string, options: CallOptions = {}): Promise<Hold> {
    return callApi(this.options, { ...options, method: 'GET', path: `/wallet/holds/${encodeURIComponent(holdId)}` });
  }

  /** Lists the holds, newest first. A page may have fewer than `limit`. */
  listHolds(options: PageOptions & { readonly status?: Hold['status'] } = {}): Promise<Page<ListedHold>> {
    return this.list('/wallet/holds', options);
  }

  /** Lists the movements of MU, oldest first by default. A page may have fewer than `limit`. */
  listEntries(
    options: PageOptions & { readonly order?: 'oldest' | 'newest'; readonly kind?: WalletEntry['kind'] } = {},
  ): Promise<Page<WalletEntry>> {
    return this.list('/wallet/entries', options);
  }

  /** Reserves MU for a service. Rejects with `wallet.insufficient_balance` (402) when the balance is too low. */
  hold(hold: NewHold, options: WriteOptions = {}): Promise<Hold> {
    return this.write('/wallet/holds', hold, options);
  }

  /** Charges `count` units, or all reserved units by default, and returns the rest to the balance. */
  settle(holdId: string, count?: number, options: WriteOptions = {}): Promise<SettledHold> {
    return this.write(
      `/wallet/holds/${encodeURIComponent(holdId)}/settle`,
      count === undefined ? {} : { count },
      options,
    );
  }

  /** Returns the whole reservation to the balance. The call can be repeated safely. */
  release(holdId: string, options: WriteOptions = {}): Promise<ReleasedHold> {
    return this.write(`/wallet/holds/${encodeURIComponent(holdId)}/release`, {}, options);
  }

  /** Charges immediately, for work that cannot fail after it is paid. */
  consume(use: ServiceUse, options: WriteOptions = {}): Promise<Consumed> {
    return this.write('/wallet/consume', use, options);
  }

  /**
   * Reserves MU, runs the work, and settles the `count` that the work returns, or all reserved units by default. When
   * the work throws, releases the reservation and rethrows the error. With an idempotency key, a repetition after a
   * crash or a failure charges once: it uses the same hold, or a new one when that was released or has expired. The
   * work runs again.
   */
  async charge<Result>(
    use: ServiceUse,
    work: () => Promise<{ readonly result: Result; readonly count?: number }>,
    options: WriteOptions = {},
  ): Promise<Result> {
    const { idempotencyKey, ...call } = options;
    const hold =
      idempotencyKey === undefined
        ? await this.hold(use, call)
        : await this.usableHold(use, { ...call, idempotencyKey: `${idempotencyKey}.hold` });
    const { result, count } = await work().catch(async (error: unknown) => {
      // An error while releasing the hold is ignored: the hold expires by itself, and the caller needs the error of
      // the work.
      await this.release(hold.id).catch(() => undefined);
      throw error;
    });
    // The same key for every hold of these options: concurrent repetitions cannot settle two of them.
    const settleKey = idempotencyKey === undefined ? {} : { idempotencyKey: `${idempotencyKey}.settle` };
    await this.settle(hold.id, count, { ...call, ...settleKey });
    return result;
  }

  /** Returns the hold of an earlier call with this key, or the next one when that hold cannot be settled any more. */
  private async usableHold(
    use: ServiceUse,
    { idempotencyKey: key, ...call }: CallOptions & { readonly idempotencyKey: string },
  ): Promise<Hold> {
    for (let number = 1; ; number += 1) {
      let isRepeated = false;
      const hold = await callApi<Hold>(this.options, {
        ...call,
        method: 'POST',
        path: '/wallet/holds',
        body: use,
        idempotencyKey: number === 1 ? key : `${key}.${number}`,
        onReplayed: () => (isRepeated = true),
      });
      if (!isRepeated) return hold;
      const { status } = await this.getHold(hold.id, call).catch(settledWhenPruned);
      if (status === 'open' || status === 'settled') return hold;
    }
  }

  private list<Item>(path: string, options: PageOptions): Promise<Page<Item>> {
    const { call, query } = queryOf(options);
    return callApi(this.options, { ...call, method: 'GET', path, query });
  }

  private write<Reply>(path: string, body: unknown, options: WriteOptions): Promise<Reply> {
    return callApi<Reply>(this.options, { ...options, method: 'POST', path, body });
  }
}

/** A month after it ended, a hold is not found. The response to its settlement is stored for good. */
function settledWhenPruned(error: unknown): Pick<Hold, 'status'> {
  if (KushkError.is(error, 'wallet.hold_not_found')) return { status: 'settled' };
  throw error;
}
