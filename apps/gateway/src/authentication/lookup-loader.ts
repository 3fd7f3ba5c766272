/**
 * Sends many lookups in one request to a service: those of the tokens and of the handles of incoming requests. While
 * few requests are in flight, a batch is sent in the same turn of the event loop. Under load, the waiting batch grows
 * and its lookups share one round trip.
 *
 * A result is never older than the lookup that it is returned for: a lookup that arrives after a batch was sent joins
 * the next batch. So a revocation applies at once.
 */
import DataLoader from 'dataloader';

export interface LookupLoaderOptions<Lookup, Result> {
  readonly loadBatch: (lookups: readonly Lookup[]) => Promise<readonly Result[]>;
  /** Lookups with the same key have the same result. */
  readonly keyOf: (lookup: Lookup) => string;
  readonly maxLookupsPerBatch: number;
  readonly maxBatchesInFlight: number;
  /** The longest time that a batch waits to be sent. After it, the batch fails with `timeoutError`. */
  readonly maxWaitMs: number;
  readonly timeoutError: () => Error;
}

/** `setImmediate` and `setTimeout`; specs replace them. `after` returns a function that cancels the timer. */
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

/** Returns a loader that sends equal lookups of the same batch only once. */
export function lookupLoader<Lookup, Result>(
  options: LookupLoaderOptions<Lookup, Result>,
  timers: Timers = eventLoop,
): (lookup: Lookup) => Promise<Result> {
  const slots = new BatchSlots(options, timers);
  const loader = new DataLoader<Lookup, Result, string>(
    async (lookups) => {
      for (const lookup of lookups) loader.clear(lookup);
      return slots.run(() => options.loadBatch(lookups));
    },
    {
      maxBatchSize: options.maxLookupsPerBatch,
      batchScheduleFn: (dispatch) => slots.schedule(dispatch),
      cacheKeyFn: options.keyOf,
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
  /**
   * True while `timeOut` dispatches a batch that has waited too long. Dispatching calls `run` synchronously, and
   * `run` rejects while this flag is true.
   */
  private hasTimedOut = false;

  constructor(
    private readonly options: Pick<
      LookupLoaderOptions<unknown, unknown>,
      'maxBatchesInFlight' | 'maxWaitMs' | 'timeoutError'
    >,
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
      // DataLoader does not call `run` for a batch whose lookups are all duplicates of lookups in an earlier batch.
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
