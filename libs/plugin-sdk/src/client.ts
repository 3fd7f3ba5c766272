/**
 * Typed client of the plugin-facing API. Its types are the JSON documents of the API, so their fields are in
 * snake_case.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { callApi, type ApiRequest, type ClientOptions } from './api-call.js';
import { queryOf, type CallOptions, type PageOptions, type PollOptions, type WriteOptions } from './call-options.js';
import { KushkError, KushkUnreachable } from './errors.js';
import { ReadClient } from './read-client.js';
import { RecordsClient } from './records-client.js';
import { sourceBody, type SourceDraft } from './source-content.js';
import { WalletClient } from './wallet-client.js';
import type { InstallationInfo, NewProposal, Person, Proposal, RotatedCredential, Source } from './wire.generated.js';
import type { EventPage, JsonObject, Page, ProposalStatus, SourceStatus } from './wire.js';

/** Milliseconds added to the timeout of a long poll, so that the service's empty page still arrives after the wait. */
const POLL_MARGIN_MS = 10_000;
/** A source of 5 MiB needs longer than other requests on a slow connection. */
const SOURCE_TIMEOUT_MS = 60_000;
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
    error instanceof KushkUnreachable || (error instanceof KushkError && (error.status === 429 || error.status >= 500));
  if (isTemporary) return null;
  throw error;
}

/**
 * The plugin-facing API of one installation. Every method rejects with `KushkError` for an error response, with
 * `KushkUnreachable` when there is no response after all attempts, and with the signal's reason when it is aborted.
 */
export class KushkClient {
  constructor(private readonly options: ClientOptions) {}

  /**
   * Returns a client that acts for a person, with the handle of a tool call or of a plugin page: it sees exactly what
   * that person may see, within the granted scopes. The handle of a tool call only reads and ends with the call.
   */
  onBehalfOf(handle: string): KushkClient {
    return new KushkClient({ ...this.options, handle });
  }

  /**
   * Returns the address and the headers of the instance's MCP server, for an MCP client or a model runtime of yours
   * (`connectMcp` of `@kushk/plugin-sdk/mcp` uses them). The headers contain the token.
   */
  mcpServer(): { readonly url: URL; readonly headers: Readonly<Record<string, string>> } {
    const { apiBase, token, handle } = this.options;
    return {
      url: new URL(`${apiBase}/mcp`),
      headers: { authorization: `Bearer ${token}`, ...(handle === undefined ? {} : { 'service-handle': handle }) },
    };
  }

  /**
   * Returns this installation: status, scopes, settings, plan, locale. Only the plugin's own client gets secret
   * settings (`writeOnly: true`): on behalf of a person (`person` of a tool, `onBehalfOf`) the answer leaves them out.
   */
  installation(options: CallOptions = {}): Promise<InstallationInfo> {
    return this.get('/installation', options);
  }

  /** Returns one page of the people who can be assigned a proposal. */
  people(options: PageOptions = {}): Promise<Page<Person>> {
    return this.get('/people', options);
  }

  /** Reads the platform's own records: cases, people, sessions, documents, calendar and memory. */
  get read(): ReadClient {
    return new ReadClient(this.options);
  }

  /** Returns a client for the plugin's own records of one record type in the manifest. */
  records<Data extends object = JsonObject>(type: string): RecordsClient<Data> {
    return new RecordsClient<Data>(this.options, type);
  }

  /**
   * Proposes a change. Repeating the same `external_id` and body returns the same proposal while it is pending. Its
   * status is `applied` at once when a rule of the organisation applies proposals of this record type; pass your own
   * `idempotencyKey` for such a type, so that a repetition after a crash does not propose the change again.
   */
  propose(proposal: NewProposal, options: WriteOptions = {}): Promise<Proposal> {
    return this.call({ ...options, method: 'POST', path: '/proposals', body: proposal });
  }

  /** Returns one page of this installation's proposals. */
  proposals(options: PageOptions & { readonly status?: ProposalStatus } = {}): Promise<Page<Proposal>> {
    return this.get('/proposals', options);
  }

  /** Returns a proposal of this installation. */
  proposal(id: string, options: CallOptions = {}): Promise<Proposal> {
    return this.get(`/proposals/${encodeURIComponent(id)}`, options);
  }

  /** Takes a pending proposal back; it is then `withdrawn`, and there is no event. Rejects when it is settled. */
  withdrawProposal(id: string, options: WriteOptions = {}): Promise<Proposal> {
    return this.call({ ...options, method: 'POST', path: `/proposals/${encodeURIComponent(id)}/withdraw`, body: {} });
  }

  /**
   * Submits a message or a document. It then waits for a person's review, whose outcome arrives as
   * `plugin.source.reviewed`. Repeating the same `external_id` and body returns the same source, so pass `occurred_at`
   * when you repeat a submission after a crash. Rejects with `SourceTooLarge` before it sends more than 5 MiB, and with
   * `source.content_mismatch` when the bytes are not what `content_type` says.
   */
  async submitSource(source: SourceDraft, options: WriteOptions = {}): Promise<Source> {
    const body = await sourceBody(source);
    return this.call({ timeoutMs: SOURCE_TIMEOUT_MS, ...options, method: 'POST', path: '/sources', body });
  }

  /** Returns one page of this installation's sources, without their content. */
  sources(options: PageOptions & { readonly status?: SourceStatus } = {}): Promise<Page<Source>> {
    return this.get('/sources', options);
  }

  /** Returns a source of this installation, without its content. */
  source(id: string, options: CallOptions = {}): Promise<Source> {
    return this.get(`/sources/${encodeURIComponent(id)}`, options);
  }

  /** Returns a client for the wallet, which reserves MU before a service and settles the charge after it. */
  get wallet(): WalletClient {
    return new WalletClient(this.options);
  }

  /** Returns one page of events after a cursor. `followEvents` reads page after page. */
  pollEvents(options: PollOptions = {}): Promise<EventPage> {
    const { after, limit, types, waitSeconds = 0, signal, timeoutMs } = options;
    return this.call({
      method: 'GET',
      path: '/events',
      timeoutMs: timeoutMs ?? waitSeconds * 1000 + POLL_MARGIN_MS,
      signal,
      query: { after, limit, types: types?.join(','), wait: options.waitSeconds },
    });
  }

  /**
   * Yields pages of events until the signal aborts, and continues after outages of the service. Store `next_after`
   * after you have handled a page, and pass it as `after` the next time. Then no event is missed, and at most the
   * last page repeats.
   */
  async *followEvents(options: PollOptions = {}): AsyncGenerator<EventPage> {
    const { signal } = options;
    let after = options.after;
    let failures = 0;
    while (signal?.aborted !== true) {
      const startedMs = performance.now();
      const page = await this.pollEvents({ waitSeconds: MAX_WAIT_SECONDS, ...options, after }).catch(
        (error: unknown) => (signal?.aborted === true ? null : ignoreTemporary(error)),
      );
      failures = page === null ? failures + 1 : 0;
      after = page?.next_after ?? after;
      if (page !== null && page.events.length > 0) yield page;
      // An immediate empty page was not a long poll, so polling again without a pause would be a busy loop.
      else if (performance.now() - startedMs < MIN_POLL_INTERVAL_MS)
        await pauseUnlessAborted(Math.min(MIN_POLL_INTERVAL_MS * 2 ** failures, MAX_OUTAGE_PAUSE_MS), signal);
    }
  }

  /**
   * Returns a new token or signing secret. The previous one stays valid for the overlap, one day by default. The
   * service returns the new one only once, so store it immediately; `plugin.rotate` does that.
   */
  rotate(
    what: 'token' | 'signing_secret',
    overlapSeconds = DEFAULT_OVERLAP_SECONDS,
    options: WriteOptions = {},
  ): Promise<RotatedCredential> {
    const body = { what, overlap_seconds: overlapSeconds };
    return this.call({ ...options, method: 'POST', path: '/installation/rotate', body });
  }

  /** Calls any route of the API, for example one that is newer than this SDK. */
  call<Reply>(request: ApiRequest): Promise<Reply> {
    return callApi<Reply>(this.options, request);
  }

  private get<Reply>(path: string, options: CallOptions): Promise<Reply> {
    const { call, query } = queryOf(options);
    return this.call<Reply>({ ...call, method: 'GET', path, query: query as ApiRequest['query'] });
  }
}
