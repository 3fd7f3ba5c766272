/** Signed calls from the service to a plugin, and the feed of events that a plugin may poll. */
import { command, publicFact, query, type Json, type JsonObject, type Once } from './language.js';

/** Pushed and polled alike. `sequence` has no gaps per installation. */
export interface PluginEvent {
  readonly id: string;
  readonly type: string;
  readonly installation_id: string;
  readonly sequence: number;
  readonly created_at: string;
  readonly data: JsonObject;
}
export interface DeliveryResource {
  readonly event_id: string;
  readonly type: string;
  readonly sequence: number;
  readonly status: 'waiting' | 'delivered' | 'dead';
  readonly attempts: readonly {
    readonly attempt: number;
    readonly at: string;
    readonly duration_ms: number;
    readonly status: number | null;
    readonly error: string | null;
  }[];
  readonly next_attempt_at: string | null;
}
export const delivery = {
  /** Refusals `events.cursor_invalid` (422), `events.cursor_expired` (410). `wait_ms` holds the answer until an event comes. */
  pollEvents: query<
    { installation_id: string; after: string | null; limit: number; types: readonly string[] | null; wait_ms: number },
    { events: readonly PluginEvent[]; next_after: string; has_more: boolean }
  >('delivery', 'event.poll'),
  /** Refusals `tool.unreachable`, `tool.failed` {status}, `tool.timeout`, `tool.busy` (503), `tool.answer_invalid`, `tool.answer_too_large`, `installation.not_found`. */
  callTool: command<
    { installation_id: string; tool: string; call_id: string; user_id: string; arguments: JsonObject; handle: string },
    { content: Json }
  >('delivery', 'tool.call'),
  listDeliveries: query<
    { organisation_id: string; installation_id: string; limit: number; cursor: string | null },
    { items: readonly DeliveryResource[]; next_cursor: string | null }
  >('delivery', 'delivery.list'),
  redeliver: command<
    { organisation_id: string; installation_id: string; event_id: string; once?: Once },
    DeliveryResource
  >('delivery', 'delivery.redeliver'),
};
export const deliveryFacts = {
  /** The plugin has answered `installed` with 2xx. */
  installedAnswered: publicFact<{ readonly installation_id: string; readonly at: string }>(
    'delivery',
    'lifecycle.installed-answered',
  ),
};
