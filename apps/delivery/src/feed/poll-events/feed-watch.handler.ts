import { Signals } from '@kushk/runtime';
import { Injectable } from '@nestjs/common';

/** How often a long poll looks by itself: another process may have written the event. */
const LOOK_EVERY_MS = 1_000;
/** More do not wait but are answered at once: each takes one of the requests that the process works on at a time. */
const WAITING_AT_ONCE = 500;
/** So many of them may be one installation's: a plugin needs one or a few, and may not take the places of all others. */
const WAITING_PER_INSTALLATION = 20;

/** Those who wait for one installation, and how often its feed has grown while they do. */
interface Watched {
  waiting: number;
  rings: number;
}

/** Wakes the long polls of an installation when its feed has grown. An idle one asks the database once a second. */
@Injectable()
export class FeedWatch {
  private readonly signals = new Signals();
  /** Only installations for which somebody waits. */
  private readonly watched = new Map<string, Watched>();
  private waiting = 0;

  /** Call it after the commit. */
  ring(installationId: string): void {
    const watched = this.watched.get(installationId);
    if (watched === undefined) return;
    watched.rings += 1;
    this.signals.raise(installationId);
  }

  /** Asks now, after each ring and once a second until the answer is not null; null when the time is over, or at once where too many wait. */
  async until<Answer>(
    installationId: string,
    question: () => Promise<Answer | null>,
    withinMs: number,
  ): Promise<Answer | null> {
    const watched = this.watched.get(installationId) ?? { waiting: 0, rings: 0 };
    if (this.waiting >= WAITING_AT_ONCE || watched.waiting >= WAITING_PER_INSTALLATION) return null;
    let seen = -1;
    let lookedAtMs = -Infinity;
    const look = async (): Promise<Answer | null> => {
      if (watched.rings === seen && performance.now() - lookedAtMs < LOOK_EVERY_MS) return null;
      seen = watched.rings;
      lookedAtMs = performance.now();
      return question();
    };
    this.watched.set(installationId, watched);
    this.waiting += 1;
    watched.waiting += 1;
    try {
      return await this.signals.until(installationId, look, withinMs);
    } finally {
      this.waiting -= 1;
      watched.waiting -= 1;
      if (watched.waiting === 0) this.watched.delete(installationId);
    }
  }
}
