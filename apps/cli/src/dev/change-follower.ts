/**
 * Follows `GET /instance/v1/changes`, so that `kushk dev` reads only what has changed, as soon as it has. After a lost
 * connection everything may have changed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import type { InstanceClient } from './instance-client.js';

/** The service sends a comment every 20 seconds: a connection without traffic for this time is lost. */
const SILENCE_MS = 60_000;
const RECONNECT_MS = { first: 500, most: 10_000 } as const;

export class ChangeFollower {
  private readonly ending = new AbortController();
  private hasChanged = true;
  private wake: () => void = () => undefined;

  /** Follows until `close`. `lists` are the names that matter. */
  constructor(
    private readonly client: Pick<InstanceClient, 'openChanges'>,
    private readonly lists: ReadonlySet<string>,
  ) {
    void this.follow();
  }

  /** Resolves when something has changed since the last call, at once for the first call, and when `signal` aborts. */
  async next(signal: AbortSignal): Promise<void> {
    if (!this.hasChanged && !signal.aborted) {
      const wake = new Promise<void>((resolve) => (this.wake = resolve));
      signal.addEventListener('abort', this.wake, { once: true });
      const { wake: listener } = this;
      await wake;
      signal.removeEventListener('abort', listener);
    }
    this.hasChanged = false;
  }

  /** Makes the next `next` resolve. */
  touch(): void {
    this.hasChanged = true;
    this.wake();
  }

  close(): void {
    this.ending.abort();
  }

  private async follow(): Promise<void> {
    const { signal } = this.ending;
    let waitMs: number = RECONNECT_MS.first;
    while (!signal.aborted) {
      const wasConnected = await this.followConnection().catch(() => false);
      if (signal.aborted) return;
      // What happened since the connection was lost is read now, and whether the service is there at all is reported.
      if (wasConnected) this.touch();
      waitMs = wasConnected ? RECONNECT_MS.first : Math.min(RECONNECT_MS.most, waitMs * 2);
      await pause(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Resolves to true when a connection that was open has ended. Rejects when none could be opened. */
  private async followConnection(): Promise<boolean> {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), SILENCE_MS);
    const opening = this.client.openChanges(AbortSignal.any([this.ending.signal, silence.signal]));
    const body = await opening.catch((error: unknown) => {
      // The timer would keep the process alive after its end.
      clearTimeout(timer);
      throw error;
    });
    this.touch();
    const parser = createParser({
      onEvent: ({ data }) => {
        if (this.matters(data)) this.touch();
      },
    });
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body) {
        timer.refresh();
        parser.feed(decoder.decode(chunk, { stream: true }));
      }
    } catch {
      // The connection was lost, which is an end like any other.
    } finally {
      clearTimeout(timer);
    }
    return true;
  }

  private matters(data: string): boolean {
    const { lists = [] } = JSON.parse(data) as { readonly lists?: readonly string[] };
    return lists.some((name) => this.lists.has(name));
  }
}
