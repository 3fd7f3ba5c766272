/**
 * Requests, replies and public facts of the delivery service: the event feed, signed calls to plugins, and tool
 * calls.
 */
import { gatewayRequires } from './caller-policy.js';
import { command, publicFact, query, type Json, type JsonObject, type RequestIdempotency } from './messages.js';
import type { CallCounts, CountedPeriod } from './release-figures.js';

/** An event for a plugin, identical in a push and in the feed. `sequence` counts per installation, without gaps. */
export interface PluginEvent {
  readonly id: string;
  // A string instead of `EventType` of libs/manifest: during an upgrade a reader may receive an event type that it
  // does not know yet.
  readonly type: string;
  readonly installation_id: string;
  readonly sequence: number;
  readonly created_at: string;
  readonly data: JsonObject;
}
/** One attempt of a delivery. */
export interface DeliveryAttemptResource {
  /** The number of the attempt, counted from 1. */
  readonly attempt: number;
  readonly at: string;
  readonly duration_ms: number;
  /** The HTTP status of the plugin's response; null when there was no response. */
  readonly status: number | null;
  /** Why the attempt failed; null when it succeeded. */
  readonly error: string | null;
  /** The first 2 KiB of the response to an event, with secrets redacted; null for lifecycle and tool calls. */
  readonly response: string | null;
}
export const DELIVERY_CHANNELS = ['event', 'lifecycle', 'tool'] as const;
export const DELIVERY_STATUSES = ['waiting', 'delivered', 'dead', 'cancelled', 'failed'] as const;
/**
 * One call to a plugin, with its newest attempts: an event, a lifecycle call (`installed`, `removed`) or a tool call.
 * Bodies are not shown.
 */
export interface DeliveryResource {
  readonly id: string;
  readonly channel: (typeof DELIVERY_CHANNELS)[number];
  /** The id of the event; null for other calls. */
  readonly event_id: string | null;
  /** The event type, the lifecycle event, or the name of the tool. */
  readonly type: string;
  /** The sequence number of the event; null for other calls. */
  readonly sequence: number | null;
  readonly created_at: string;
  /**
   * `waiting`: a further attempt follows, or the plugin has not polled the event. `dead`: none follows unless an admin
   * redelivers it. `failed`: a tool call without a valid response; tool calls are not repeated. `cancelled`: an
   * `installed` call that the plugin has not accepted and that is not sent again, because an admin has read its
   * credentials or newer ones are sent.
   */
  readonly status: (typeof DELIVERY_STATUSES)[number];
  /** The newest attempts, at most ten, oldest first. */
  readonly attempts: readonly DeliveryAttemptResource[];
  readonly attempt_count: number;
  readonly next_attempt_at: string | null;
  /**
   * What a waiting delivery waits for besides the time of its next attempt. `resume`: the plugin returned 410, an admin
   * must resume the deliveries. `recovery`: the circuit is open, one delivery at a time probes the plugin.
   * `installation`: the installation is paused or suspended, or the plugin has not accepted `installed`. `poll`: the
   * plugin polls its events.
   */
  readonly waits_for: 'resume' | 'recovery' | 'installation' | 'poll' | null;
}
/** The filters of the list of deliveries; null: all. */
export interface DeliveryFilter {
  readonly channel: DeliveryResource['channel'] | null;
  readonly status: DeliveryResource['status'] | null;
  /** A part of the type, or an id. */
  readonly q: string | null;
}
export type DeliverySort = 'newest' | 'oldest';
/** The health of one channel of calls to a plugin. */
export interface ChannelHealth {
  /**
   * `ok`: the last call succeeded, or none was made. `failing`: the last calls failed, or the plugin is recovering.
   * `open`: the circuit is open. `stopped`: the plugin returned 410, or the retries of `installed` have ended.
   * `silent`: a plugin that polls its events has not polled for 24 hours, or an event that it has not read is 20 days
   * old.
   */
  readonly state: 'ok' | 'failing' | 'open' | 'stopped' | 'silent';
  /** When this state began; null for `ok`. */
  readonly since: string | null;
  /** Null when no call has succeeded within 30 days. The last poll, for the events of a plugin that polls them. */
  readonly last_success_at: string | null;
  readonly last_error: { readonly at: string; readonly status: number | null; readonly error: string } | null;
  readonly next_attempt_at: string | null;
  /**
   * What ends the state: a successful call, a resume by an admin, or polls of the plugin. Null for `ok` and `failing`.
   */
  readonly ended_by: 'success' | 'resume' | 'poll' | null;
}
/** The health of the calls to the plugin of one installation. */
export interface InstallationHealth {
  readonly lifecycle: ChannelHealth;
  readonly events: ChannelHealth;
  readonly tools: ChannelHealth;
}
/**
 * Whether the shell may embed a page of a plugin. `unreachable`, `redirected`, `failed`: the page does not answer with
 * 2xx. `frame_ancestors_missing`: its `Content-Security-Policy` has no `frame-ancestors`. `frame_ancestors_wide`: it
 * lets more than exact origins embed the page. `frame_ancestors_other`: it does not list the service.
 */
export type PageProblem =
  | { readonly code: 'unreachable'; readonly error: string }
  | { readonly code: 'redirected' | 'failed'; readonly status: number }
  | { readonly code: 'frame_ancestors_missing' }
  | { readonly code: 'frame_ancestors_wide' | 'frame_ancestors_other'; readonly sources: string };

export const delivery = {
  /**
   * Requests a page of a plugin, without credentials, and reads only its headers. Results are cached briefly. Rejects
   * with `installation.not_found`, or `service.unavailable` when too many checks are in flight.
   */
  checkPage: query<
    { organisation_id: string; installation_id: string; url: string; embedder_origin: string },
    { problem: PageProblem | null }
  >('delivery', 'page.check'),
  /**
   * Waits up to `wait_ms` milliseconds for the first event. Rejects with `events.cursor_invalid` or
   * `events.cursor_expired`.
   */
  pollEvents: query<
    { installation_id: string; after: string | null; limit: number; types: readonly string[] | null; wait_ms: number },
    { events: readonly PluginEvent[]; next_after: string; has_more: boolean }
  >('delivery', 'event.poll'),
  /**
   * Calls a tool of the plugin. Rejects with `tool.unavailable`, `tool.unreachable`, `tool.failed` {status},
   * `tool.timeout`, `tool.busy`, `tool.answer_invalid`, `tool.answer_too_large` or `installation.not_found`.
   */
  callTool: command<
    { installation_id: string; tool: string; call_id: string; user_id: string; arguments: JsonObject; handle: string },
    { content: Json }
  >('delivery', 'tool.call', gatewayRequires('admin', 'member')),
  /**
   * Appends an event that nothing has caused, with data that the caller chooses. Rejects with
   * `installation.not_found`, also in production, and with `events.not_subscribed`.
   */
  appendTestEvent: command<
    {
      organisation_id: string;
      installation_id: string;
      type: string;
      data: JsonObject;
      idempotency?: RequestIdempotency;
    },
    { event_id: string; type: string; sequence: number }
  >('delivery', 'event.append-test', gatewayRequires('admin')),
  /**
   * Makes the calls to the plugin fail as if it could not be reached, for `seconds` seconds; 0 ends that. Rejects with
   * `installation.not_found`, also in production.
   */
  simulateOutage: command<
    { organisation_id: string; installation_id: string; seconds: number; idempotency?: RequestIdempotency },
    { until: string | null }
  >('delivery', 'endpoint.simulate-outage', gatewayRequires('admin')),
  listDeliveries: query<
    {
      organisation_id: string;
      installation_id: string;
      limit: number;
      cursor: string | null;
      sort?: DeliverySort | null;
    } & Partial<DeliveryFilter>,
    { items: readonly DeliveryResource[]; next_cursor: string | null }
  >('delivery', 'delivery.list'),
  /**
   * Sends one event again. Rejects with `delivery.not_found`, or with `delivery.polled` for an event of a plugin that
   * polls.
   */
  redeliver: command<
    { organisation_id: string; installation_id: string; event_id: string; idempotency?: RequestIdempotency },
    DeliveryResource
  >('delivery', 'delivery.redeliver', gatewayRequires('admin')),
  /**
   * Queues the dead letters of events again that were created from `from` until before `to`. When `has_more` is true,
   * the deadline came first: the same request without an idempotency key continues. Rejects with `delivery.polled` for
   * a plugin that polls.
   */
  redeliverRange: command<
    { organisation_id: string; installation_id: string; from: string; to: string; idempotency?: RequestIdempotency },
    { redelivered: number; has_more: boolean }
  >('delivery', 'delivery.redeliver-range', gatewayRequires('admin')),
  /** Ends a stop after a 410 and closes open circuits, so that waiting deliveries are sent. */
  resumeDeliveries: command<
    { organisation_id: string; installation_id: string; idempotency?: RequestIdempotency },
    InstallationHealth
  >('delivery', 'delivery.resume', gatewayRequires('admin')),
  getHealth: query<{ organisation_id: string; installation_id: string }, InstallationHealth>(
    'delivery',
    'delivery.health',
  ),
  /**
   * The counted calls of each period, in their order. `as_of`: what was stored before it is counted (ISO 8601).
   */
  countCalls: query<{ periods: readonly CountedPeriod[] }, { as_of: string; counts: readonly CallCounts[] }>(
    'delivery',
    'release.count-calls',
  ),
};
export const deliveryFacts = {
  /**
   * The plugin responded to the `installed` call with a 2xx status. `version` is the version of a container plugin
   * whose start caused the call; null for the first call and after a rotation by the admin. `generation` is that of the
   * credentials; absent or 0 for the first ones.
   */
  installedAnswered: publicFact<{
    readonly installation_id: string;
    readonly version: string | null;
    readonly generation?: number;
    readonly at: string;
  }>('delivery', 'lifecycle.installed-answered'),
  /**
   * The `installed` call of a version that was given up is not sent any more, and its credentials are never used.
   * `reason` as in `VersionFailure`; absent for a version whose container was given up.
   */
  installedAbandoned: publicFact<{
    readonly installation_id: string;
    readonly version: string;
    readonly reason?: string;
    readonly at: string;
  }>('delivery', 'lifecycle.installed-abandoned'),
  /**
   * For notifications: `failing` when calls have failed for ten minutes or the plugin returned 410, `silent` as in
   * `ChannelHealth`. At most once a day for each plugin.
   */
  healthReported: publicFact<{
    readonly installation_id: string;
    readonly state: 'failing' | 'silent';
    readonly since: string;
    readonly at: string;
  }>('delivery', 'endpoint.health-reported'),
  /** The plugin responded to the `removed` call with a 2xx status. */
  removedAnswered: publicFact<{ readonly installation_id: string; readonly at: string }>(
    'delivery',
    'lifecycle.removed-answered',
  ),
};
