/**
 * Sends `installed` again at once when it waits for a later attempt and something has changed for the plugin: its
 * process was started, or a version with another address is installed. The wait between attempts grows, so the next
 * one may be minutes away.
 */
import type { InstanceClient } from './instance-client.js';

/** More than one: the first may still go to the address of the version before. */
const MOST_ATTEMPTS = 2;
/** A call that is due this soon comes by itself. */
const SOON_MS = 1_000;

export type RetryOutcome = { readonly kind: 'sent' } | { readonly kind: 'later'; readonly at: string };

export class InstalledRetry {
  private left = MOST_ATTEMPTS;
  /** The attempt whose time was reported. */
  private reported = '';

  constructor(private readonly client: Pick<InstanceClient, 'deliveries' | 'redeliver'>) {}

  /** Allows attempts again. */
  reset(): void {
    this.left = MOST_ATTEMPTS;
    this.reported = '';
  }

  /** Null when nothing waits, or when the time of the next attempt was reported before. */
  async run(installationId: string, nowMs: number): Promise<RetryOutcome | null> {
    const deliveries = await this.client.deliveries(installationId);
    const call = deliveries.find(({ channel, type }) => channel === 'lifecycle' && type === 'installed');
    if (call?.status !== 'waiting' || call.attempt_count === 0 || call.next_attempt_at === null) return null;
    const { id, next_attempt_at: at } = call;
    if (Date.parse(at) < nowMs + SOON_MS || at === this.reported) return null;
    if (this.left > 0) {
      this.left -= 1;
      await this.client.redeliver(installationId, id);
      return { kind: 'sent' };
    }
    this.reported = at;
    return { kind: 'later', at };
  }
}
