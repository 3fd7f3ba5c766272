import { log } from '@kushk/runtime';
import { elapsedMs, processClock, type LeaseClock, type Moment } from './lease-clock.js';
import type { LeaseGrants } from './leases.js';

/**
 * After this time every lease that was granted before has ended, whether or not its holder received the revocation. It
 * is longer than `LEASE_MS`, because the clocks of two hosts do not run at exactly the same rate.
 */
export const REVOCATION_WAIT_MS = 2_000;
/** How long a process of the service grants leases to a holder without checking that the holder is still listed. */
const LISTING_CHECK_MS = 1_000;

/** A process that may hold leases, as the service lists it. */
export interface LeaseHolder {
  readonly id: string;
  /** Differs whenever the holder was listed again. */
  readonly generation: string;
  /** The holder did not acknowledge a revocation. No lease is granted until it is listed again. */
  readonly isRetired: boolean;
}

/** The list of holders, which all processes of the service share. Each method is one transaction. */
export interface LeaseHolders {
  /** Lists the holder with a new generation, unless it is listed and not retired. */
  activate(id: string): Promise<void>;
  list(): Promise<readonly LeaseHolder[]>;
  /** Retires the holder if it has this generation. */
  retire(holder: LeaseHolder): Promise<void>;
  /** Removes the holder if it has this generation and is retired. */
  remove(holder: LeaseHolder): Promise<void>;
  /** Removes the holder. */
  leave(id: string): Promise<void>;
}

export interface LeaseGrantsOptions {
  readonly holders: LeaseHolders;
  /**
   * Sends a revocation to all gateways. Resolves with the holders that acknowledged, as soon as all of `holders` have,
   * and after `timeoutMs` at the latest. Must not reject.
   */
  readonly send: (
    subjects: readonly string[] | null,
    wait: { readonly holders: readonly string[]; readonly timeoutMs: number },
  ) => Promise<ReadonlySet<string>>;
  readonly clock?: LeaseClock;
}

interface RevocationBatch {
  /** With null, all subjects are revoked. */
  readonly subjects: Set<string | null>;
  readonly done: Promise<void>;
}

/** Grants leases to listed holders only, so that a revocation waits for all of them. */
export class ListedLeaseGrants implements LeaseGrants {
  private readonly holders: LeaseHolders;
  private readonly send: LeaseGrantsOptions['send'];
  private readonly clock: LeaseClock;
  /** When each holder was last found on the list. */
  private readonly checkedAt = new Map<string, Moment>();
  private next: RevocationBatch | null = null;

  constructor({ holders, send, clock = processClock }: LeaseGrantsOptions) {
    this.holders = holders;
    this.send = send;
    this.clock = clock;
  }

  /** The holder is listed when this resolves with true, so every later revocation waits for it. */
  async mayGrant(holder: string): Promise<boolean> {
    const startedAt = this.clock.now();
    const checkedAt = this.checkedAt.get(holder);
    if (checkedAt !== undefined && elapsedMs(checkedAt, startedAt) < LISTING_CHECK_MS) return true;
    try {
      await this.holders.activate(holder);
    } catch (err) {
      log.warn({ holder, err }, 'leases are not granted');
      return false;
    }
    for (const [id, at] of this.checkedAt) if (elapsedMs(at, startedAt) >= LISTING_CHECK_MS) this.checkedAt.delete(id);
    this.checkedAt.set(holder, startedAt);
    return true;
  }

  /**
   * Takes a holder off the list that has closed its leases, so no revocation has to wait for it. Another process that
   * still grants to it does no harm.
   */
  async leave(holder: string): Promise<void> {
    this.checkedAt.delete(holder);
    await this.holders.leave(holder);
  }

  /** Takes about `REVOCATION_WAIT_MS` at most. The subjects of one event-loop turn travel in one message. */
  revoke(subject: string | null): Promise<void> {
    this.next ??= this.newBatch();
    this.next.subjects.add(subject);
    return this.next.done;
  }

  private newBatch(): RevocationBatch {
    const subjects: RevocationBatch['subjects'] = new Set();
    const run = async (): Promise<void> => {
      await this.clock.nextTurn();
      this.next = null;
      const named = [...subjects].filter((subject) => subject !== null);
      await this.revokeAll(subjects.has(null) ? null : named);
    };
    return { subjects, done: run() };
  }

  private async revokeAll(subjects: readonly string[] | null): Promise<void> {
    const startedAt = this.clock.now();
    const cancel = new AbortController();
    const leasesEnded = this.clock.sleep(REVOCATION_WAIT_MS, cancel.signal).catch(() => undefined);
    try {
      const listed = await Promise.race([this.list(), leasesEnded]);
      // Without the list, only time ends the leases.
      if (!listed) return await leasesEnded;
      if (listed.length === 0) return;
      const acknowledged = await this.send(subjects, {
        holders: listed.map(({ id }) => id),
        timeoutMs: Math.max(1, REVOCATION_WAIT_MS - (this.clock.now().monotonicMs - startedAt.monotonicMs)),
      });
      const missing = listed.filter(({ id }) => !acknowledged.has(id));
      if (missing.length === 0) return;
      await leasesEnded;
      log.warn({ holders: missing.map(({ id }) => id) }, 'revocation not acknowledged, waited for the leases to end');
      for (const holder of missing) void this.retire(holder);
    } finally {
      cancel.abort();
    }
  }

  private async list(): Promise<readonly LeaseHolder[] | null> {
    try {
      return await this.holders.list();
    } catch (err) {
      log.warn({ err }, 'lease holders cannot be listed, waiting for the leases to end');
      return null;
    }
  }

  /**
   * Takes a holder that does not acknowledge off the list, so that later revocations do not wait for it. It stays on
   * the list until every lease that was granted before it was retired has ended.
   */
  private async retire(holder: LeaseHolder): Promise<void> {
    try {
      await this.holders.retire(holder);
      await this.clock.sleep(REVOCATION_WAIT_MS + LISTING_CHECK_MS);
      await this.holders.remove(holder);
    } catch (err) {
      // The holder stays on the list, and the next revocation tries again.
      log.debug({ holder: holder.id, err }, 'lease holder not removed');
    }
  }
}
