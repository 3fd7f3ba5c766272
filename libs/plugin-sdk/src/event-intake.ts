/** Events, pushed or polled: each id is handled once (seed: Events 1, at least once; receivers must tolerate repeats). */
import { KushkClient } from './client.js';
import { Answered } from './exchange.js';
import { factsOf, type PluginDefinition } from './plugin-definition.js';
import { liveSecrets, requireSignature, type SignedCall } from './signed-call.js';
import type { StoredInstallation } from './store.js';
import type { PluginEvent } from './wire.js';

export class EventIntake {
  /** A repeat that comes while the first is still at work waits for it and shares its fate. */
  private readonly atWork = new Map<string, Promise<string>>();

  constructor(private readonly plugin: PluginDefinition) {}

  /** `POST /service/events`. */
  async push(call: SignedCall): Promise<string> {
    const installation = await this.plugin.store.find(call.installationId);
    requireSignature(call, installation === null ? [] : liveSecrets(installation, call.now));
    const { id, type, installation_id, data } = call.json;
    const sound =
      typeof id === 'string' && id !== '' && typeof type === 'string' && typeof data === 'object' && data !== null;
    if (!sound || installation === null || installation_id !== call.installationId)
      throw new Answered(400, 'request.invalid');
    // The header is outside the signature; only the id in the body counts, and they must not tell two stories.
    if (call.eventId !== id) throw new Answered(400, 'event.id_mismatch');
    return this.handle(installation, call.json as unknown as PluginEvent);
  }

  /** Handles it unless that was done before. When the author's function throws, so does this, and it stays unhandled. */
  handle(installation: StoredInstallation, event: PluginEvent): Promise<string> {
    const key = `${installation.installation_id} ${event.id}`;
    let work = this.atWork.get(key);
    if (work === undefined) {
      work = this.once(installation, event).finally(() => this.atWork.delete(key));
      this.atWork.set(key, work);
    }
    return work;
  }

  private async once(installation: StoredInstallation, event: PluginEvent): Promise<string> {
    const { store, events = {} } = this.plugin;
    if (await store.wasHandled(installation.installation_id, event.id)) return 'repeated';
    const handler = (Object.hasOwn(events, event.type) ? events[event.type] : undefined) ?? events['*'];
    await handler?.(event, {
      installation: factsOf(installation),
      client: new KushkClient({ apiBase: installation.api_base, token: installation.token }),
    });
    await store.markHandled(installation.installation_id, event.id);
    return handler === undefined ? 'ignored' : 'handled';
  }
}
