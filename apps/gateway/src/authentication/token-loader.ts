/**
 * Loads installations by token, many in one request to the installation service. While few requests are in flight, a
 * batch is sent in the same turn of the event loop; under load the waiting batch grows and shares one round trip.
 *
 * A result is never older than its lookup: a lookup that arrives after its batch was sent joins the next batch, so a
 * revocation applies at once.
 */
import DataLoader from 'dataloader';
import type { TokenAuthentication } from '@kushk/contracts';

export interface TokenLookup {
  readonly token_hash: string;
  readonly installation_id: string;
}
export type LoadToken = (lookup: TokenLookup) => Promise<TokenAuthentication>;

export interface TokenLoaderOptions {
  readonly loadBatch: (lookups: readonly TokenLookup[]) => Promise<readonly TokenAuthentication[]>;
  readonly maxLookupsPerBatch: number;
  readonly maxBatchesInFlight: number;
  /** A batch that waits longer than this for its turn fails with `timeoutError`. */
  readonly maxWaitMs: number;
  readonly timeoutError: () => Error;
}

/** `setImmediate` and `setTimeout`, replaceable in specs. Returns a function that cancels the timer. */
export interface Timers {
  readonly afterThisTurn: (run: () => void) => void;
  readonly after: (ms: number, run: () => void) => () => void;
}

const eventLoop: Timers = {
  afterThisTurn: setImmediate,
  after: (ms, run) => {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** Equal lookups of one batch are sent once. */
export function tokenLoader(options: TokenLoaderOptions, timers: Timers = eventLoop): LoadToken {
  const slots = new BatchSlots(options, timers);
  const loader = new DataLoader<TokenLookup, TokenAuthentication, string>(
    async (lookups) => {
      for (const lookup of lookups) loader.clear(lookup);
      return slots.run(() => options.loadBatch(lookups));
    },
    {
      maxBatchSize: options.maxLookupsPerBatch,
      batchScheduleFn: (dispatch) => slots.schedule(dispatch),
      cacheKeyFn: ({ token_hash, installation_id }) => `${token_hash} ${installation_id}`,
    },
  );
  return (lookup) => loader.load(lookup);
}

interface WaitingBatch {
  readonly dispatch: () => void;
  readonly cancelTimeout: () => void;
}

/** Dispatches batches in order, a limited number at a time. A batch accepts lookups until it is dispatched. */
class BatchSlots {
  private readonly waiting = new Set<WaitingBatch>();
  private inFlight = 0;
  private started = 0;
  /** Set while a batch that has waited too long is dispatched, which runs it synchronously. */
  private hasTimedOut = false;

  constructor(
    private readonly options: TokenLoaderOptions,
    private readonly timers: Timers,
  ) {}

  schedule(dispatch: () => void): void {
    const batch: WaitingBatch = {
      dispatch,
      cancelTimeout: this.timers.after(this.options.maxWaitMs, () => this.timeOut(batch)),
    };
    this.waiting.add(batch);
    this.dispatchNext();
  }

  async run<Result>(load: () => Promise<Result>): Promise<Result> {
    if (this.hasTimedOut) throw this.options.timeoutError();
    this.started += 1;
    try {
      return await load();
    } finally {
      this.release();
    }
  }

  private release(): void {
    this.inFlight -= 1;
    this.dispatchNext();
  }

  private dispatchNext(): void {
    const [next] = this.waiting;
    if (next === undefined || this.inFlight >= this.options.maxBatchesInFlight) return;
    this.waiting.delete(next);
    next.cancelTimeout();
    this.inFlight += 1;
    this.timers.afterThisTurn(() => {
      const before = this.started;
      next.dispatch();
      // DataLoader does not load a batch whose lookups all wait in an earlier one.
      if (this.started === before) this.release();
    });
  }

  private timeOut(batch: WaitingBatch): void {
    this.waiting.delete(batch);
    this.hasTimedOut = true;
    batch.dispatch();
    this.hasTimedOut = false;
  }
}
