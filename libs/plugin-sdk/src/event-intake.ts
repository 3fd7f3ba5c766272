/**
 * Handles events, pushed or polled. Delivery is at least once, so only the first delivery of each event id is
 * handled.
 */
import { KushkClient } from './client.js';
import { HttpError } from './http.js';
import { withoutSecrets, type EventHandlers, type PluginContext, type PluginDefinition } from './plugin-definition.js';
import { requireKnown, type SignedCall } from './signed-call.js';
import type { StoredInstallation } from './store.js';
import type { PluginEvent } from './wire.js';

export class EventIntake {
  /**
   * Events that are being handled now. When one of them is delivered again meanwhile, the repeat waits and returns
   * the same result.
   */
  private readonly inProgress = new Map<string, Promise<string>>();

  constructor(private readonly plugin: PluginDefinition) {}

  /** Verifies and handles `POST /service/events`. */
  async receive(call: SignedCall): Promise<string> {
    const installation = await this.plugin.store.find(call.installationId);
    requireKnown(call, installation);
    const { id, type, installation_id, data } = call.json;
    const isValid =
      typeof id === 'string' && id !== '' && typeof type === 'string' && typeof data === 'object' && data !== null;
    if (!isValid || installation === null || installation_id !== call.installationId)
      throw new HttpError(400, 'request.invalid');
    // The signature covers the id in the body, not the one in the header. Without this check, an attacker could
    // repeat an event under different ids in the header.
    if (call.eventId !== id) throw new HttpError(400, 'event.id_mismatch');
    return this.handle(installation, call.json as unknown as PluginEvent, call.pluginVersion);
  }

  /**
   * Handles an event unless it was already handled. When the author's handler throws, the event remains unhandled.
   * `version` is null for a polled event.
   */
  handle(installation: StoredInstallation, event: PluginEvent, version: string | null): Promise<string> {
    const key = `${installation.installation_id} ${event.id}`;
    let result = this.inProgress.get(key);
    if (result === undefined) {
      result = this.handleOnce(installation, event, version).finally(() => this.inProgress.delete(key));
      this.inProgress.set(key, result);
    }
    return result;
  }

  private async handleOnce(
    installation: StoredInstallation,
    event: PluginEvent,
    version: string | null,
  ): Promise<string> {
    const { store, events = {} } = this.plugin;
    if (await store.wasHandled(installation.installation_id, event.id)) return 'repeated';
    const handler = handlerOf(events, event.type);
    await handler?.(event, {
      installation: withoutSecrets(installation),
      client: new KushkClient({ apiBase: installation.api_base, token: installation.token }),
      version,
    });
    await store.markHandled(installation.installation_id, event.id);
    return handler === undefined ? 'ignored' : 'handled';
  }
}

/** The types of the events are those of the API document, so a handler of a type gets the data of this type. */
function handlerOf(events: EventHandlers, type: string): Handler | undefined {
  const own = Object.hasOwn(events, type) ? (events as Readonly<Record<string, Handler>>)[type] : undefined;
  return own ?? events['*'];
}
type Handler = (event: PluginEvent, context: PluginContext) => void | Promise<void>;
