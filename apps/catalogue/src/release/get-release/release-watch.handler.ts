import { Signals } from '@kushk/runtime';
import { Injectable } from '@nestjs/common';
import { releaseKey } from '../release.js';

/** How often who waits looks by himself: another process of the catalogue may have moved the release. */
const lookEveryMs = 1_000;
/** More do not wait but are answered at once: each takes one of the requests that the process works on at a time. */
const waitingAtOnce = 500;
/** So many of them may be one publisher's: its CI needs a few, and may not take the places of all others. */
const waitingPerPublisher = 20;

interface WatchedRelease {
  /** Who waits; null for staff. */
  readonly publisherId: string | null;
  readonly pluginId: string;
  readonly version: string;
}

/** Those who wait for a release to change: CI that wants to know what becomes of it (`?wait=`). */
@Injectable()
export class ReleaseWatch {
  private waiting = 0;
  /** Only publishers that have somebody waiting. */
  private readonly waitingOf = new Map<string, number>();

  constructor(private readonly signals: Signals) {}

  /** Call it after the commit that has moved the release. */
  changed(pluginId: string, version: string): void {
    this.signals.raise(releaseKey(pluginId, version));
  }

  /** Asks now, after each change and once a second until the answer is not null; null when the time is over, or at once where too many wait. */
  async until<Answer>(
    release: WatchedRelease,
    question: () => Promise<Answer | null>,
    withinMs: number,
  ): Promise<Answer | null> {
    const publisher = release.publisherId ?? '';
    const others = this.waitingOf.get(publisher) ?? 0;
    if (this.waiting >= waitingAtOnce || others >= waitingPerPublisher) return null;
    this.waiting += 1;
    this.waitingOf.set(publisher, others + 1);
    try {
      return await this.signals.until(releaseKey(release.pluginId, release.version), question, withinMs, lookEveryMs);
    } finally {
      this.waiting -= 1;
      const left = (this.waitingOf.get(publisher) ?? 1) - 1;
      if (left === 0) this.waitingOf.delete(publisher);
      else this.waitingOf.set(publisher, left);
    }
  }
}
