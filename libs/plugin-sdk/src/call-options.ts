/** Options that many methods of the client share. */

/** Options of every method of the client. */
export interface CallOptions {
  /**
   * Aborts the whole call, with its retries and their delays, and rejects with the signal's reason. For a deadline pass
   * `AbortSignal.timeout(ms)`.
   */
  readonly signal?: AbortSignal | undefined;
  /** Timeout of one attempt in milliseconds; the client's `timeoutMs` by default. */
  readonly timeoutMs?: number | undefined;
}

export interface WriteOptions extends CallOptions {
  /**
   * The idempotency key: a repeated write with the same key has no second effect. By default each call has a random
   * key, which covers retries within the call. Pass your own key to repeat the write safely after a crash of your
   * process; any text will do, so it may contain an id of yours.
   */
  readonly idempotencyKey?: string;
}

export interface PageOptions extends CallOptions {
  /** Items per page: at most 200, 50 by default. */
  readonly limit?: number;
  /** `next_cursor` of the previous page; absent for the first page. */
  readonly cursor?: string;
}

export interface PollOptions extends CallOptions {
  /** `next_after` of the previous page. Absent or empty to start at the oldest stored event. */
  readonly after?: string | undefined;
  /** Events per page: at most 200, 100 by default. */
  readonly limit?: number;
  /** Returns only events of these types. */
  readonly types?: readonly string[];
  /** Seconds to wait for an event before the service returns an empty page: at most 25, 0 by default. */
  readonly waitSeconds?: number;
}

/** Splits the options of a list into the call's options and the query. */
export function queryOf<Query extends CallOptions>({
  signal,
  timeoutMs,
  ...query
}: Query): {
  readonly call: CallOptions;
  readonly query: Omit<Query, keyof CallOptions>;
} {
  return { call: { signal, timeoutMs }, query };
}
