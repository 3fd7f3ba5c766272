import { LEASE_MS } from '@kushk/contracts';
import { elapsedMs, processClock, type LeaseClock, type Moment } from './lease-clock.js';
import type { Loaded, LeasedValues } from './leases.js';

/** When a value was asked for. A lease starts at this moment. */
interface Question {
  readonly sentAt: Moment;
  /** The number of revocations before it. */
  readonly revocations: number;
}

interface Entry<Value> extends Loaded<Value> {
  readonly sentAt: Moment;
  readonly bytes: number;
}

/** A value that takes more than this part of the cache is not stored. */
const LARGEST_PART = 1 / 64;
/** Bytes that a stored value takes besides its texts. */
const ENTRY_BYTES = 512;
const SWEEP_EVERY_MS = 100;

/** The values of a gateway under leases, bounded in bytes. When it is full, the oldest values make room. */
export class LeaseCache<Value extends object | null> implements LeasedValues<Value> {
  /** In the order in which they were stored, so the oldest come first. */
  private readonly entries = new Map<string, Entry<Value>>();
  private readonly keysOfSubject = new Map<string, Set<string>>();
  private bytes = 0;
  private revocations = 0;
  private isSweeping = false;
  private isClosed = false;

  constructor(
    private readonly maxBytes: number,
    private readonly clock: LeaseClock = processClock,
  ) {}

  async read(key: string, load: () => Promise<Loaded<Value>>): Promise<Value> {
    const stored = this.entries.get(key);
    if (stored !== undefined && !hasEnded(stored, this.clock.now())) return stored.value;
    const question = { sentAt: this.clock.now(), revocations: this.revocations };
    const loaded = await load();
    this.store(key, loaded, question);
    return loaded.value;
  }

  /** Forgets the values of these subjects, or all values. Results of questions in flight are not stored. */
  revoke(subjects: readonly string[] | null): void {
    this.revocations += 1;
    if (subjects === null) this.clear();
    for (const subject of subjects ?? [])
      for (const key of [...(this.keysOfSubject.get(subject) ?? [])]) this.remove(key);
  }

  /** Forgets all values and stores none from now on. */
  close(): void {
    this.isClosed = true;
    this.clear();
  }

  /** Bytes of the stored values, and their number. */
  get size(): { readonly bytes: number; readonly values: number } {
    return { bytes: this.bytes, values: this.entries.size };
  }

  private store(key: string, loaded: Loaded<Value>, { sentAt, revocations }: Question): void {
    const leaseMs = Math.min(loaded.leaseMs, LEASE_MS);
    // After a revocation the result may be outdated. Those of other subjects are loaded once more, which is rare.
    if (this.isClosed || revocations !== this.revocations || hasEnded({ sentAt, leaseMs }, this.clock.now())) return;
    const bytes = bytesOf(key, loaded.value);
    if (bytes > this.maxBytes * LARGEST_PART) return;
    this.remove(key);
    while (this.bytes + bytes > this.maxBytes) this.remove(this.entries.keys().next().value!);
    this.entries.set(key, { ...loaded, leaseMs, sentAt, bytes });
    this.bytes += bytes;
    this.keysOfSubject.set(loaded.subject, (this.keysOfSubject.get(loaded.subject) ?? new Set()).add(key));
    this.sweepLater();
  }

  private remove(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    this.bytes -= entry.bytes;
    const keys = this.keysOfSubject.get(entry.subject)!;
    keys.delete(key);
    if (keys.size === 0) this.keysOfSubject.delete(entry.subject);
  }

  private clear(): void {
    this.entries.clear();
    this.keysOfSubject.clear();
    this.bytes = 0;
  }

  /** Keys may contain credentials, so nothing stays longer than its lease, whether or not it is asked for again. */
  private sweepLater(): void {
    if (this.isSweeping) return;
    this.isSweeping = true;
    void this.clock.sleep(SWEEP_EVERY_MS).then(() => {
      this.isSweeping = false;
      const now = this.clock.now();
      for (const [key, entry] of this.entries) if (hasEnded(entry, now)) this.remove(key);
      if (this.entries.size > 0) this.sweepLater();
    });
  }
}

function hasEnded({ sentAt, leaseMs }: Pick<Entry<unknown>, 'sentAt' | 'leaseMs'>, now: Moment): boolean {
  return elapsedMs(sentAt, now) >= leaseMs;
}

/** The memory that a value takes, estimated from its JSON with two bytes per character. */
function bytesOf(key: string, value: unknown): number {
  return ENTRY_BYTES + 2 * (key.length + JSON.stringify(value).length);
}
