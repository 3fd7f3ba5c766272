/**
 * Requests, replies and public facts of the delivery service: the event feed, signed calls to plugins, and tool
 * calls.
 */
import { command, publicFact, query, type Json, type JsonObject, type RequestIdempotency } from './messages.js';

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
/**
 * The delivery of one event to its plugin, with all attempts. `dead`: there are no further attempts unless an admin
 * redelivers the event.
 */
export interface DeliveryResource {
  readonly event_id: string;
  readonly type: string;
  readonly sequence: number;
  readonly status: 'waiting' | 'delivered' | 'dead';
  readonly attempts: readonly {
    /** The number of the attempt, counted from 1. */
    readonly attempt: number;
    readonly at: string;
    readonly duration_ms: number;
    /** The HTTP status of the plugin's response; null when there was no response. */
    readonly status: number | null;
    /** Why the attempt failed; null when it succeeded. */
    readonly error: string | null;
  }[];
  readonly next_attempt_at: string | null;
}
export const delivery = {
  /**
   * Waits up to `wait_ms` milliseconds for the first event. Rejects with `events.cursor_invalid` or
   * `events.cursor_expired`.
   */
  pollEvents: query<
    { installation_id: string; after: string | null; limit: number; types: readonly string[] | null; wait_ms: number },
    { events: readonly PluginEvent[]; next_after: string; has_more: boolean }
  >('delivery', 'event.poll'),
  /**
   * Calls a tool of the plugin. Rejects with `tool.unreachable`, `tool.failed` {status}, `tool.timeout`, `tool.busy`,
   * `tool.answer_invalid`, `tool.answer_too_large` or `installation.not_found`.
   */
  callTool: command<
    { installation_id: string; tool: string; call_id: string; user_id: string; arguments: JsonObject; handle: string },
    { content: Json }
  >('delivery', 'tool.call'),
  listDeliveries: query<
    { organisation_id: string; installation_id: string; limit: number; cursor: string | null },
    { items: readonly DeliveryResource[]; next_cursor: string | null }
  >('delivery', 'delivery.list'),
  redeliver: command<
    { organisation_id: string; installation_id: string; event_id: string; idempotency?: RequestIdempotency },
    DeliveryResource
  >('delivery', 'delivery.redeliver'),
};
export const deliveryFacts = {
  /** The plugin responded to the `installed` call with a 2xx status. */
  installedAnswered: publicFact<{ readonly installation_id: string; readonly at: string }>(
    'delivery',
    'lifecycle.installed-answered',
  ),
};
