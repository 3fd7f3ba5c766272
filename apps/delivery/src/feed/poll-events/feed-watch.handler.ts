import { Signals } from '@kushk/runtime';
import { Injectable } from '@nestjs/common';

/** How often a long poll looks by itself: another process may have written the event. */
const LOOK_EVERY_MS = 1_000;
/** More do not wait but are answered at once: each takes one of the requests that the process works on at a time. */
const WAITING_AT_ONCE = 500;

/** Wakes the long polls of an installation when its feed has grown. An idle one asks the database once a second. */
@Injectable()
export class FeedWatch {
  private readonly signals = new Signals();
  private readonly rings = new Map<string, number>();
  private waiting = 0;

  /** Call it after the commit. */
  ring(installationId: string): void {
    this.rings.set(installationId, (this.rings.get(installationId) ?? 0) + 1);
    this.signals.raise(installationId);
  }

  /** Asks now, after each ring and once a second until the answer is not null; null when the time is over. */
  async until<Answer>(installationId: string, question: () => Promise<Answer | null>, withinMs: number): Promise<Answer | null> {
    if (this.waiting >= WAITING_AT_ONCE) return null;
    let seen = -1;
    let lookedAtMs = -Infinity;
    const look = async (): Promise<Answer | null> => {
      const rings = this.rings.get(installationId) ?? 0;
      if (rings === seen && performance.now() - lookedAtMs < LOOK_EVERY_MS) return null;
      seen = rings;
      lookedAtMs = performance.now();
      return question();
    };
    this.waiting += 1;
    try {
      return await this.signals.until(installationId, look, withinMs);
    } finally {
      this.waiting -= 1;
    }
  }
}
