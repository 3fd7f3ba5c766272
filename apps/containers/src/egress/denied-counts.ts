/** Counts what containers tried to reach without being allowed to, until the counts are stored. Pure. */
import type { DeniedAttempt } from '@kushk/contracts';

export type DeniedDestination = Pick<DeniedAttempt, 'host' | 'port' | 'protocol'>;

/** Destinations that are counted one by one between two times of storing; the others are counted together. */
export const MAX_DESTINATIONS = 64;
const MAX_HOST_CHARACTERS = 253;
/** A question for a name may contain any byte. One that cannot be stored or reported would hide all the others. */
const NOT_OF_HOSTS = /[^\p{L}\p{N}.:_*-]/gu;
const ROOT = '.';
const OTHERS: DeniedDestination = { host: '*', port: null, protocol: 'other' };

export class DeniedCounts {
  private attempts = new Map<string, DeniedAttempt>();

  add({ host, port, protocol }: DeniedDestination, count: number, lastAt: string): void {
    const destination = { host: readable(host), port, protocol };
    const key = keyOf(destination);
    if (!this.attempts.has(key) && this.attempts.size >= MAX_DESTINATIONS) this.put(OTHERS, count, lastAt);
    else this.put(destination, count, lastAt);
  }

  /** Returns the counts and starts again from none. */
  take(): readonly DeniedAttempt[] {
    const attempts = [...this.attempts.values()];
    this.attempts = new Map();
    return attempts;
  }

  /** Stores the counts, if there are any, and starts again from none. What could not be stored is kept. */
  async store(save: (attempts: readonly DeniedAttempt[]) => Promise<void>): Promise<void> {
    const attempts = this.take();
    if (attempts.length === 0) return;
    try {
      await save(attempts);
    } catch (error) {
      for (const { count, last_at, ...destination } of attempts) this.add(destination, count, last_at);
      throw error;
    }
  }

  private put(destination: DeniedDestination, count: number, lastAt: string): void {
    const key = keyOf(destination);
    this.attempts.set(key, { ...destination, count: (this.attempts.get(key)?.count ?? 0) + count, last_at: lastAt });
  }
}

function readable(host: string): string {
  return host.slice(0, MAX_HOST_CHARACTERS).replaceAll(NOT_OF_HOSTS, '?') || ROOT;
}

function keyOf({ host, port, protocol }: DeniedDestination): string {
  return `${protocol} ${port} ${host}`;
}
