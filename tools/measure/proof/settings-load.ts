import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { ReceivedEvent } from './receiver-protocol.js';

const timeoutMs = 12_000;
const retryMs = 200;
/** More revisions than one installation gets in a proof. */
const revisionsPerInstallation = 10_000_000;

/** Changes the settings of installations over HTTP. Every acknowledged change must reach the plugin as an event. */
export class SettingsLoad {
  /** The numbers of the changes that the gateway has acknowledged. */
  readonly acknowledged: number[] = [];
  private readonly agent = new Agent({ connections: 128 });
  private readonly indexes: ReadonlyMap<string, number>;
  private running: Promise<unknown> = Promise.resolve();
  private isStopping = false;

  constructor(
    readonly installations: { readonly api: string; readonly token: string; readonly ids: readonly string[] },
  ) {
    this.indexes = new Map(installations.ids.map((id, index) => [id, index]));
  }

  /** Starts changing the settings of all installations, `perSecond` in all while the system responds at once. */
  start(perSecond: number): void {
    const { ids } = this.installations;
    const everyMs = (1_000 * ids.length) / perSecond;
    this.running = Promise.all(ids.map((id) => this.change(id, everyMs)));
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.running;
    await this.agent.close();
  }

  /** Returns the events of these installations, each with the number of its change in place of the revision. */
  numbered(events: readonly ReceivedEvent[]): readonly ReceivedEvent[] {
    return events.flatMap((event) => {
      const index = this.indexes.get(event.installationId);
      return index === undefined ? [] : [{ ...event, number: numberOf(index, event.number) }];
    });
  }

  private async change(id: string, everyMs: number): Promise<void> {
    const index = this.indexes.get(id) ?? 0;
    for (let number = 1; !this.isStopping; number += 1) {
      const startedAt = performance.now();
      const revision = await this.put(id, number);
      if (revision === null) await pause(retryMs);
      else this.acknowledged.push(numberOf(index, revision));
      await pause(Math.max(0, everyMs - (performance.now() - startedAt)));
    }
  }

  /** Returns the new revision of the settings, or null when the change is not acknowledged. */
  private async put(id: string, number: number): Promise<number | null> {
    const { api, token } = this.installations;
    try {
      const response = await request(`${api}/installations/${id}/settings`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ settings: { number } }),
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        dispatcher: this.agent,
      });
      const text = await response.body.text();
      if (response.statusCode === 200) return (JSON.parse(text) as { settings_revision: number }).settings_revision;
      if (response.statusCode < 500 && response.statusCode !== 429) throw new Error(`PUT settings: ${text}`);
      return null;
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('PUT settings')) throw error;
      return null;
    }
  }
}

function numberOf(index: number, revision: number): number {
  return index * revisionsPerInstallation + revision;
}
