/** The plugin-facing API of one installation (`{api_base}`), or, with a handle, what one person sees of it. */
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

/** Your own key for a write makes it safe to repeat even after your process has died; without one each call gets its own. */
export interface WriteOptions {
  readonly idempotencyKey?: string;
}
export interface PageOptions {
  /** At most 200; 50 by default. */
  readonly limit?: number;
  readonly cursor?: string;
}
export interface PollOptions {
  /** Exclusive; absent means the oldest kept. */
  readonly after?: string | undefined;
  readonly limit?: number;
  readonly types?: readonly string[];
  /** Seconds to wait for an event before an empty answer, 25 at most. */
  readonly wait?: number;
  readonly signal?: AbortSignal | undefined;
}

const POLL_MARGIN_MS = 10_000;
const LEAST_POLL_MS = 1_000;
const LONGEST_OUTAGE_PAUSE_MS = 30_000;

/** Ends early, and without an error, with the signal. */
async function rest(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await pause(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
}

/** Null for what passes by itself; an answer that will not change is thrown on. */
function outage(error: unknown): null {
  if (
    error instanceof KushkUnreachable ||
    (error instanceof KushkError && (error.status === 429 || error.status >= 500))
  )
    return null;
  if (error instanceof Error && error.name === 'AbortError') return null;
  throw error;
}

export class KushkClient {
  constructor(private readonly options: ClientOptions) {}

  /** The same installation on behalf of a person: the handle of a tool call or of a page. */
  withHandle(handle: string): KushkClient {
    return new KushkClient({ ...this.options, handle });
  }

  /** Who this installation is: status, scopes, settings, plan, locale. */
  installation(): Promise<InstallationInfo> {
    return this.get('/installation');
  }

  /** One page of the people to whom a proposal can be assigned. */
  people(options: PageOptions = {}): Promise<Page<Person>> {
    return this.get('/people', { ...options });
  }

  /** The plugin's own records of one type. */
  records<Data extends JsonObject = JsonObject>(type: string): Records<Data> {
    return new Records<Data>(this.options, type);
  }

  /** Proposes a change; the same `external_id` and body again gives the same proposal. */
  propose(proposal: NewProposal, options: WriteOptions = {}): Promise<Proposal> {
    return this.call({ method: 'POST', path: '/proposals', body: proposal, ...options });
  }

  /** One page of this installation's proposals. */
  proposals(options: PageOptions & { status?: ProposalStatus } = {}): Promise<Page<Proposal>> {
    return this.get('/proposals', { ...options });
  }

  /** Brings in a message or document, which then waits for a person's review. */
  bringSource(source: NewSource, options: WriteOptions = {}): Promise<Source> {
    return this.call({ method: 'POST', path: '/sources', body: source, ...options });
  }

  /** MU: reserve before a service, settle after it. */
  get wallet(): WalletClient {
    return new WalletClient(this.options);
  }

  /** One page of events after a cursor. `followEvents` goes on by itself. */
  pollEvents(options: PollOptions = {}): Promise<EventPage> {
    const wait = options.wait ?? 0;
    return this.call({
      method: 'GET',
      path: '/events',
      timeoutMs: wait * 1000 + POLL_MARGIN_MS,
      signal: options.signal,
      query: { after: options.after, limit: options.limit, types: options.types?.join(','), wait: options.wait },
    });
  }

  /**
   * Pages of events for as long as the signal lets it, through outages of the service. Store `next_after` once a page
   * has been dealt with and begin there the next time: nothing is missed, and only the last page may come twice.
   */
  async *followEvents(options: PollOptions = {}): AsyncGenerator<EventPage> {
    let after = options.after;
    let failures = 0;
    while (options.signal?.aborted !== true) {
      const asked = performance.now();
      const page = await this.pollEvents({ wait: 25, ...options, after }).catch(outage);
      failures = page === null ? failures + 1 : 0;
      after = page?.next_after ?? after;
      if (page !== null && page.events.length > 0) yield page;
      // An empty answer that came at once was no long poll; asking again at once would be a busy loop.
      else if (performance.now() - asked < LEAST_POLL_MS)
        await rest(Math.min(LEAST_POLL_MS * 2 ** failures, LONGEST_OUTAGE_PAUSE_MS), options.signal);
    }
  }

  /** New token or signing secret; both are valid for the overlap (a day by default). Shown once: store it at once. */
  rotate(
    what: 'token' | 'signing_secret',
    overlapSeconds = 86_400,
  ): Promise<{ readonly token?: string; readonly signing_secret?: string }> {
    return this.call({ method: 'POST', path: '/installation/rotate', body: { what, overlap_seconds: overlapSeconds } });
  }

  /** Any other route of the API, e.g. one newer than this SDK. */
  call<Reply>(request: ApiRequest): Promise<Reply> {
    return callApi<Reply>(this.options, request);
  }

  private get<Reply>(path: string, query: ApiRequest['query'] = {}): Promise<Reply> {
    return this.call<Reply>({ method: 'GET', path, query });
  }
}

/** The plugin's own records of one type. `external_id` is any text of 1–200 characters. */
export class Records<Data extends JsonObject> {
  private readonly path: string;
  constructor(
    private readonly options: ClientOptions,
    type: string,
  ) {
    this.path = `/records/${encodeURIComponent(type)}`;
  }

  list(options: PageOptions = {}): Promise<Page<PluginRecord<Data>>> {
    return callApi(this.options, { method: 'GET', path: this.path, query: { ...options } });
  }

  /** Every record, page after page: `for await (const record of client.records('invoice').all()) …`. */
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

  get(externalId: string): Promise<PluginRecord<Data>> {
    return callApi(this.options, { method: 'GET', path: this.pathOf(externalId) });
  }

  /** Writes the whole record. With `ifMatch` only over that revision: else `KushkError` with status 412. */
  put(externalId: string, data: Data, options: WriteOptions & { ifMatch?: number } = {}): Promise<PluginRecord<Data>> {
    return callApi(this.options, { method: 'PUT', path: this.pathOf(externalId), body: { data }, ...options });
  }

  async delete(externalId: string, options: WriteOptions & { ifMatch?: number } = {}): Promise<void> {
    await callApi(this.options, { method: 'DELETE', path: this.pathOf(externalId), ...options });
  }

  /** A segment of dots only would be folded away by the URL parser, encoded or not; the service names none so. */
  private pathOf(externalId: string): string {
    if (externalId === '' || externalId === '.' || externalId === '..')
      throw new RangeError('this external_id cannot stand in a path');
    return `${this.path}/${encodeURIComponent(externalId)}`;
  }
}

/** MU. Every write carries an idempotency key; give your own where the work may be taken up by another process. */
export class WalletClient {
  constructor(private readonly options: ClientOptions) {}

  get(): Promise<Wallet> {
    return callApi(this.options, { method: 'GET', path: '/wallet' });
  }

  /** Reserves. 402 `wallet.insufficient_balance` when it does not suffice. `ttl_seconds` 10..86,400, 900 by default. */
  hold(use: ServiceUse & { readonly ttl_seconds?: number }, options: WriteOptions = {}): Promise<Hold> {
    return this.write('/wallet/holds', use, options);
  }

  /** Charges what was used, all of it by default, and frees the rest. */
  settle(holdId: string, count?: number, options: WriteOptions = {}): Promise<ClosedHold> {
    return this.write(
      `/wallet/holds/${encodeURIComponent(holdId)}/settle`,
      count === undefined ? {} : { count },
      options,
    );
  }

  /** Frees all of it; repeatable. */
  release(holdId: string, options: WriteOptions = {}): Promise<ClosedHold> {
    return this.write(`/wallet/holds/${encodeURIComponent(holdId)}/release`, {}, options);
  }

  /** Charges at once, for what cannot fail once it is allowed. */
  consume(use: ServiceUse, options: WriteOptions = {}): Promise<Consumed> {
    return this.write('/wallet/consume', use, options);
  }

  /** Reserve, do the work, settle what it says was used; when it throws, the reservation is released and the error passed on. */
  async charge<Result>(
    use: ServiceUse,
    work: () => Promise<{ readonly result: Result; readonly count?: number }>,
    options: WriteOptions = {},
  ): Promise<Result> {
    const hold = await this.hold(use, options);
    const { result, count } = await work().catch(async (error: unknown) => {
      await this.release(hold.id).catch(() => undefined); // It expires by itself; the first error is the one to tell.
      throw error;
    });
    await this.settle(hold.id, count);
    return result;
  }

  private write<Reply>(path: string, body: unknown, options: WriteOptions): Promise<Reply> {
    return callApi<Reply>(this.options, { method: 'POST', path, body, ...options });
  }
}
