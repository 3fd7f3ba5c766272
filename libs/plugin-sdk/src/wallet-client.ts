/** The wallet of an installation. */
import { callApi, type ClientOptions } from './api-call.js';
import type { CallOptions, WriteOptions } from './call-options.js';
import type { Consumed, Hold, NewHold, ReleasedHold, ServiceUse, SettledHold, Wallet } from './wire.js';

/** The wallet of the installation, in MU as decimal strings. Never convert them to floating-point numbers. */
export class WalletClient {
  constructor(private readonly options: ClientOptions) {}

  /** Returns the balance, the totals and the rates of the plan. */
  get(options: CallOptions = {}): Promise<Wallet> {
    return callApi(this.options, { ...options, method: 'GET', path: '/wallet' });
  }

  /** Returns a hold of this installation. Rejects with `wallet.hold_not_found` when it does not exist. */
  getHold(holdId: string, options: CallOptions = {}): Promise<Hold> {
    return callApi(this.options, { ...options, method: 'GET', path: `/wallet/holds/${encodeURIComponent(holdId)}` });
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
   * crash uses the same hold and settles it once; the work runs again.
   */
  async charge<Result>(
    use: ServiceUse,
    work: () => Promise<{ readonly result: Result; readonly count?: number }>,
    options: WriteOptions = {},
  ): Promise<Result> {
    const { idempotencyKey, ...call } = options;
    const keyOf = (step: string): WriteOptions =>
      idempotencyKey === undefined ? call : { ...call, idempotencyKey: `${idempotencyKey}.${step}` };
    const hold = await this.hold(use, keyOf('hold'));
    const { result, count } = await work().catch(async (error: unknown) => {
      // An error while releasing the hold is ignored: the hold expires by itself, and the caller needs the error of
      // the work.
      await this.release(hold.id).catch(() => undefined);
      throw error;
    });
    await this.settle(hold.id, count, keyOf('settle'));
    return result;
  }

  private write<Reply>(path: string, body: unknown, options: WriteOptions): Promise<Reply> {
    return callApi<Reply>(this.options, { ...options, method: 'POST', path, body });
  }
}
