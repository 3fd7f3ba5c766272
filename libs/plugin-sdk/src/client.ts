/**
 * Typed client of the plugin-facing API. Its types are the JSON documents of the API, so their fields are in
 * snake_case.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { callApi, type ApiRequest, type ClientOptions } from './api-call.js';
import { KushkError, KushkUnreachable } from './errors.js';
import type {
  ClosedHold,
  Consumed,
  EventPage,
  Hold,
  InstallationInfo,
  JsonObject,
  NewProposal,
  NewSource,
  Page,
  Person,
  PluginRecord,
  Proposal,
  ProposalStatus,
  ServiceUse,
  Source,
  Wallet,
} from './wire.js';

export interface WriteOptions {
  /**
   * The idempotency key: a repeated write with the same key has no second effect. By default each call has a random
   * key, which covers retries within the call. Pass your own key to repeat the write safely after a crash of your
   * process.
   */
  readonly idempotencyKey?: string;
}

export interface PageOptions {
  /** Items per page: at most 200, 50 by default. */
  readonly limit?: number;
  /** `next_cursor` of the previous page; absent for the first page. */
  readonly cursor?: string;
}

export interface PollOptions {
  /** `next_after` of the previous page. Absent or empty to start at the oldest stored event. */
  readonly after?: string | undefined;
  /** Events per page: at most 200, 100 by default. */
  readonly limit?: number;
  /** Returns only events of these types. */
  readonly types?: readonly string[];
  /** Seconds to wait for an event before the service returns an empty page: at most 25, 0 by default. */
  readonly waitSeconds?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Milliseconds added to the timeout of a long poll, so that the service's empty page still arrives after the wait. */
const POLL_MARGIN_MS = 10_000;
const MAX_WAIT_SECONDS = 25;
const MIN_POLL_INTERVAL_MS = 1_000;
const MAX_OUTAGE_PAUSE_MS = 30_000;
/** One day, in seconds. */
const DEFAULT_OVERLAP_SECONDS = 86_400;

/** Waits for a delay. Ends early, without an error, when the signal aborts. */
async function pauseUnlessAborted(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await pause(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
}

/** Returns null for a temporary failure and throws any other error. */
function ignoreTemporary(error: unknown): null {
  const isTemporary =
    error instanceof KushkUnreachable ||
    (error instanceof KushkError && (error.status === 429 || error.status >= 500)) ||
    (error instanceof Error && error.name === 'AbortError');
  if (isTemporary) return null;
  throw error;
}

/**
 * The plugin-facing API of one installation. Every method rejects with `KushkError` for an error response and with
 * `KushkUnreachable` when there is no response after all attempts.
 */
export class KushkClient {
  constructor(private readonly options: ClientOptions) {}

  /** Returns a client that acts for a person, with the handle of a tool call or of a plugin page. */
  withHandle(handle: string): KushkClient {
    return new KushkClient({ ...this.options, handle });
  }

  /** Returns this installation: status, scopes, settings, plan, locale. */
  installation(): Promise<InstallationInfo> {
    return this.get('/installation');
  }

  /** Returns one page of the people who can be assigned a proposal. */
  people(options: PageOptions = {}): Promise<Page<Person>> {
    return this.get('/people', { ...options });
  }

  /** Returns a client for the plugin's own records of one record type in the manifest. */
  records<Data extends JsonObject = JsonObject>(type: string): RecordsClient<Data> {
    return new RecordsClient<Data>(this.options, type);
  }

  /** Proposes a change. Repeating the same `external_id` and body returns the same proposal. */
  propose(proposal: NewProposal, options: WriteOptions = {}): Promise<Proposal> {
    return this.call({ method: 'POST', path: '/proposals', body: proposal, ...options });
  }

  /** Returns one page of this installation's proposals. */
  proposals(options: PageOptions & { status?: ProposalStatus } = {}): Promise<Page<Proposal>> {
    return this.get('/proposals', { ...options });
  }

  /** Returns a proposal of this installation. */
  proposal(id: string): Promise<Proposal> {
    return this.get(`/proposals/${encodeURIComponent(id)}`, {});
  }

  /** Takes a pending proposal back; it is then `withdrawn`, and there is no event. Rejects when it is settled. */
  withdrawProposal(id: string, options: WriteOptions = {}): Promise<Proposal> {
    return this.call({ method: 'POST', path: `/proposals/${encodeURIComponent(id)}/withdraw`, body: {}, ...options });
  }

  /** Submits a message or a document. It then waits for a person's review. */
  submitSource(source: NewSource, options: WriteOptions = {}): Promise<Source> {
    return this.call({ method: 'POST', path: '/sources', body: source, ...options });
  }

  /** Returns a client for the wallet, which reserves MU before a service and settles the charge after it. */
  get wallet(): WalletClient {
    return new WalletClient(this.options);
  }

  /** Returns one page of events after a cursor. `followEvents` reads page after page. */
  pollEvents(options: PollOptions = {}): Promise<EventPage> {
    const { after, limit, types, waitSeconds, signal } = options;
    return this.call({
      method: 'GET',
      path: '/events',
      timeoutMs: (waitSeconds ?? 0) * 1000 + POLL_MARGIN_MS,
      signal,
      query: { after, limit, types: types?.join(','), wait: waitSeconds },
    });
  }

  /**
   * Yields pages of events until the signal aborts, and continues after outages of the service. Store `next_after`
   * after you have handled a page, and pass it as `after` the next time. Then no event is missed, and at most the
   * last page repeats.
   */
  async *followEvents(options: PollOptions = {}): AsyncGenerator<EventPage> {
    let after = options.after;
    let failures = 0;
    while (options.signal?.aborted !== true) {
      const startedMs = performance.now();
      const page = await this.pollEvents({ waitSeconds: MAX_WAIT_SECONDS, ...options, after }).catch(ignoreTemporary);
      failures = page === null ? failures + 1 : 0;
      after = page?.next_after ?? after;
      if (page !== null && page.events.length > 0) yield page;
      // An immediate empty page was not a long poll, so polling again without a pause would be a busy loop.
      else if (performance.now() - startedMs < MIN_POLL_INTERVAL_MS)
        await pauseUnlessAborted(Math.min(MIN_POLL_INTERVAL_MS * 2 ** failures, MAX_OUTAGE_PAUSE_MS), options.signal);
    }
  }

  /**
   * Returns a new token or signing secret. The previous one stays valid for the overlap, one day by default. The
   * service returns the new one only once, so store it immediately; `plugin.rotate` does that.
   */
  rotate(
    what: 'token' | 'signing_secret',
    overlapSeconds = DEFAULT_OVERLAP_SECONDS,
  ): Promise<{ readonly token?: string; readonly signing_secret?: string }> {
    return this.call({ method: 'POST', path: '/installation/rotate', body: { what, overlap_seconds: overlapSeconds } });
  }

  /** Calls any route of the API, for example one that is newer than this SDK. */
  call<Reply>(request: ApiRequest): Promise<Reply> {
    return callApi<Reply>(this.options, request);
  }

  private get<Reply>(path: string, query: ApiRequest['query'] = {}): Promise<Reply> {
    return this.call<Reply>({ method: 'GET', path, query });
  }
}

/** The plugin's own records of one type. An `external_id` is any text of 1 to 200 characters. */
export class RecordsClient<Data extends JsonObject> {
  private readonly path: string;
  constructor(
    private readonly options: ClientOptions,
    type: string,
  ) {
    this.path = `/records/${encodeURIComponent(type)}`;
  }

  /** Returns one page of records. */
  list(options: PageOptions = {}): Promise<Page<PluginRecord<Data>>> {
    return callApi(this.options, { method: 'GET', path: this.path, query: { ...options } });
  }

  /** Yields every record, page after page: `for await (const record of client.records('invoice').all()) …`. */
  async *all(pageSize = 200): AsyncGenerator<PluginRecord<Data>> {
    let cursor: string | null = null;
    do {
      const page: Page<PluginRecord<Data>> = await this.list({
        limit: pageSize,
        ...(cursor === null ? {} : { cursor }),
      });
      yield* page.items;
      cursor = page.next_cursor;
    } while (cursor !== null);
  }

  /** Returns one record. Rejects with `record.not_found` when it does not exist. */
  get(externalId: string): Promise<PluginRecord<Data>> {
    return callApi(this.options, { method: 'GET', path: this.pathOf(externalId) });
  }

  /**
   * Creates or replaces a record. With `ifMatch`, replaces only that revision and otherwise rejects with status 412.
   */
  put(externalId: string, data: Data, options: WriteOptions & { ifMatch?: number } = {}): Promise<PluginRecord<Data>> {
    return callApi(this.options, { method: 'PUT', path: this.pathOf(externalId), body: { data }, ...options });
  }

  /** Deletes a record. With `ifMatch`, deletes only that revision and otherwise rejects with status 412. */
  async delete(externalId: string, options: WriteOptions & { ifMatch?: number } = {}): Promise<void> {
    await callApi(this.options, { method: 'DELETE', path: this.pathOf(externalId), ...options });
  }

  /**
   * The URL parser removes the path segments `.` and `..`, even when they are encoded, so a record id of dots would
   * address another path.
   */
  private pathOf(externalId: string): string {
    if (externalId === '' || externalId === '.' || externalId === '..')
      throw new RangeError(`an external_id must not be empty, "." or "..": ${JSON.stringify(externalId)}`);
    return `${this.path}/${encodeURIComponent(externalId)}`;
  }
}

/** The wallet of the installation, in MU as decimal strings. Never convert them to floating-point numbers. */
export class WalletClient {
  constructor(private readonly options: ClientOptions) {}

  /** Returns the balance, the totals and the rates of the plan. */
  get(): Promise<Wallet> {
    return callApi(this.options, { method: 'GET', path: '/wallet' });
  }

  /**
   * Reserves MU for a service. Rejects with `wallet.insufficient_balance` (402) when the balance is too low.
   * `ttl_seconds` is how long the hold lasts: 10 to 86,400 seconds, 900 by default.
   */
  hold(use: ServiceUse & { readonly ttl_seconds?: number }, options: WriteOptions = {}): Promise<Hold> {
    return this.write('/wallet/holds', use, options);
  }

  /** Charges `count` units, or all reserved units by default, and returns the rest to the balance. */
  settle(holdId: string, count?: number, options: WriteOptions = {}): Promise<ClosedHold> {
    return this.write(
      `/wallet/holds/${encodeURIComponent(holdId)}/settle`,
      count === undefined ? {} : { count },
      options,
    );
  }

  /** Returns the whole reservation to the balance. The call can be repeated safely. */
  release(holdId: string, options: WriteOptions = {}): Promise<ClosedHold> {
    return this.write(`/wallet/holds/${encodeURIComponent(holdId)}/release`, {}, options);
  }

  /** Charges immediately, for work that cannot fail after it is paid. */
  consume(use: ServiceUse, options: WriteOptions = {}): Promise<Consumed> {
    return this.write('/wallet/consume', use, options);
  }

  /**
   * Reserves MU, runs the work, and settles the `count` that the work returns, or all reserved units by default. When
   * the work throws, releases the reservation and rethrows the error.
   */
  async charge<Result>(
    use: ServiceUse,
    work: () => Promise<{ readonly result: Result; readonly count?: number }>,
    options: WriteOptions = {},
  ): Promise<Result> {
    const hold = await this.hold(use, options);
    const { result, count } = await work().catch(async (error: unknown) => {
      // An error while releasing the hold is ignored: the hold expires by itself, and the caller needs the error of
      // the work.
      await this.release(hold.id).catch(() => undefined);
      throw error;
    });
    await this.settle(hold.id, count);
    return result;
  }

  private write<Reply>(path: string, body: unknown, options: WriteOptions): Promise<Reply> {
    return callApi<Reply>(this.options, { method: 'POST', path, body, ...options });
  }
}
