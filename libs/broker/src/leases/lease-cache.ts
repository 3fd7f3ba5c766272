/**
 * The holder's side of leases (docs/adr/0024-leases-at-the-gateways.md): values that a service granted for at most
 * `LEASE_MS`, and revokes earlier when they change.
 */
import { LEASE_MS } from '@kushk/contracts';
import { elapsedMs, processClock, type LeaseClock, type Moment } from './lease-clock.js';

/** A question to the service: a lease starts when its question is sent. */
export interface LeaseQuestion {
  readonly sentAt: Moment;
  /** Position among the questions and revocations of this cache. */
  readonly sequence: number;
}

/** A value with what it belongs to. */
export interface LeasedValue<Value> {
  readonly value: Value;
  /** What a revocation names: the id of an installation. */
  readonly subject: string;
  /** Whose share of the cache the value takes. */
  readonly tenant: string;
  readonly bytes: number;
  /** Granted time from the sending of the question; 0 when no lease was granted. */
  readonly leaseMs: number;
}

interface Entry<Value> extends LeasedValue<Value> {
  readonly sentAt: Moment;
}

interface TenantShare {
  bytes: number;
  readonly keys: Set<string>;
}

/** A value that takes more than this part of the cache is not stored. */
const LARGEST_PART = 1 / 64;
/** Revocations that are remembered one by one. Beyond it, every question in flight counts as revoked. */
const MAX_REVOCATIONS = 10_000;
const SWEEP_EVERY_MS = 100;

/**
 * Stores leased values, bounded in bytes. When the cache is full, a tenant that has more than its share replaces its
 * own oldest values, so one tenant cannot displace the others.
 */
export class LeaseCache<Value> {
  /** In the order in which they were stored, so the oldest come first. */
  private readonly entries = new Map<string, Entry<Value>>();
  private readonly keysOfSubject = new Map<string, Set<string>>();
  private readonly shares = new Map<string, TenantShare>();
  private bytes = 0;
  private sequence = 0;
  /** The last revocation of each subject. A result of an earlier question may be outdated. */
  private readonly revoked = new Map<string, LeaseQuestion>();
  private allRevokedAt = 0;
  private isSweeping = false;
  private isClosed = false;

  constructor(
    private readonly maxBytes: number,
    private readonly clock: LeaseClock = processClock,
  ) {}

  /** Call it right before the question is sent. */
  question(): LeaseQuestion {
    this.sequence += 1;
    return { sentAt: this.clock.now(), sequence: this.sequence };
  }

  /** Returns the value whose lease has not ended, or undefined. */
  get(key: string): Value | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    if (!hasEnded(entry, this.clock.now())) return entry.value;
    this.remove(key, entry);
    return undefined;
  }

  /** Stores the result of a question, unless its lease has ended or was revoked since the question was sent. */
  store(key: string, granted: LeasedValue<Value>, { sentAt, sequence }: LeaseQuestion): void {
    if (this.isClosed) return;
    const entry = { ...granted, sentAt, leaseMs: Math.min(granted.leaseMs, LEASE_MS) };
    const revokedAt = Math.max(this.allRevokedAt, this.revoked.get(entry.subject)?.sequence ?? 0);
    if (revokedAt > sequence || hasEnded(entry, this.clock.now()) || entry.bytes > this.maxBytes * LARGEST_PART) return;
    const earlier = this.entries.get(key);
    if (earlier !== undefined) this.remove(key, earlier);
    this.makeRoom(entry);
    this.add(key, entry);
    this.sweepLater();
  }

  /** Forgets the values of these subjects, or all values, and the results of the questions in flight. */
  revoke(subjects: readonly string[] | null): void {
    const revocation = this.question();
    if (subjects === null || this.revoked.size + subjects.length > MAX_REVOCATIONS) {
      this.allRevokedAt = revocation.sequence;
      this.revoked.clear();
    }
    if (subjects === null) return this.clear();
    for (const subject of subjects) {
      if (this.allRevokedAt < revocation.sequence) {
        this.revoked.delete(subject);
        this.revoked.set(subject, revocation);
      }
      for (const key of [...(this.keysOfSubject.get(subject) ?? [])]) this.remove(key, this.entries.get(key)!);
    }
    this.sweepLater();
  }

  /** Forgets all values and stores none from now on. The holder may then leave the list of holders. */
  close(): void {
    this.isClosed = true;
    this.clear();
  }

  /** Bytes of the stored values, and their number. */
  get size(): { readonly bytes: number; readonly values: number } {
    return { bytes: this.bytes, values: this.entries.size };
  }

  private makeRoom({ tenant, bytes }: Entry<Value>): void {
    while (this.bytes + bytes > this.maxBytes) {
      const own = this.shares.get(tenant);
      const fairShare = this.maxBytes / (this.shares.size + (own === undefined ? 1 : 0));
      const isAboveShare = own !== undefined && own.bytes + bytes > fairShare;
      const [oldest] = isAboveShare ? own.keys : this.entries.keys();
      this.remove(oldest!, this.entries.get(oldest!)!);
    }
  }

  private add(key: string, entry: Entry<Value>): void {
    this.entries.set(key, entry);
    this.bytes += entry.bytes;
    const share = this.shares.get(entry.tenant) ?? { bytes: 0, keys: new Set() };
    share.bytes += entry.bytes;
    share.keys.add(key);
    this.shares.set(entry.tenant, share);
    const keys = this.keysOfSubject.get(entry.subject) ?? new Set();
    this.keysOfSubject.set(entry.subject, keys.add(key));
  }

  private remove(key: string, { subject, tenant, bytes }: Entry<Value>): void {
    this.entries.delete(key);
    this.bytes -= bytes;
    const share = this.shares.get(tenant)!;
    share.bytes -= bytes;
    share.keys.delete(key);
    if (share.keys.size === 0) this.shares.delete(tenant);
    const keys = this.keysOfSubject.get(subject)!;
    keys.delete(key);
    if (keys.size === 0) this.keysOfSubject.delete(subject);
  }

  private clear(): void {
    this.entries.clear();
    this.keysOfSubject.clear();
    this.shares.clear();
    this.bytes = 0;
  }

  /** Keys may contain credentials, so nothing stays longer than its lease, whether or not it is asked for again. */
  private sweepLater(): void {
    if (this.isSweeping) return;
    this.isSweeping = true;
    void this.clock.sleep(SWEEP_EVERY_MS).then(() => {
      this.isSweeping = false;
      const now = this.clock.now();
      for (const [key, entry] of this.entries) if (hasEnded(entry, now)) this.remove(key, entry);
      for (const [subject, { sentAt }] of this.revoked)
        if (elapsedMs(sentAt, now) >= LEASE_MS) this.revoked.delete(subject);
      if (this.entries.size > 0 || this.revoked.size > 0) this.sweepLater();
    });
  }
}

function hasEnded({ sentAt, leaseMs }: { readonly sentAt: Moment; readonly leaseMs: number }, now: Moment): boolean {
  return elapsedMs(sentAt, now) >= leaseMs;
}
