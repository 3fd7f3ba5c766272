import { Signals } from '@kushk/runtime';
import { Injectable } from '@nestjs/common';
import { releaseKey } from '../release.js';

/** How often who waits looks by himself: another process of the catalogue may have moved the release. */
const lookEveryMs = 1_000;
/** More do not wait but are answered at once: each takes one of the requests that the process works on at a time. */
const waitingAtOnce = 500;

/** Those who wait for a release to change: CI that wants to know what becomes of it (`?wait=`). */
@Injectable()
export class ReleaseWatch {
  private waiting = 0;

  constructor(private readonly signals: Signals) {}

  /** Call it after the commit that has moved the release. */
  changed(pluginId: string, version: string): void {
    this.signals.raise(releaseKey(pluginId, version));
  }

  /** Asks now, after each change and once a second until the answer is not null; null when the time is over. */
  async until<Answer>(release: { readonly pluginId: string; readonly version: string }, question: () => Promise<Answer | null>, withinMs: number): Promise<Answer | null> {
    if (this.waiting >= waitingAtOnce) return null;
    this.waiting += 1;
    try {
      return await this.signals.until(releaseKey(release.pluginId, release.version), question, withinMs, lookEveryMs);
    } finally {
      this.waiting -= 1;
    }
  }
}
