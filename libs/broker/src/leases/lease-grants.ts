/**
 * The granting side of leases (docs/adr/0024-leases-at-the-gateways.md). A value that changes is revoked after the
 * commit and before the command is answered, so that no request that is sent after the answer finds the old value.
 */
import { log } from '@kushk/runtime';
import { elapsedMs, processClock, type LeaseClock, type Moment } from './lease-clock.js';
import { LISTING_CHECK_MS, MAX_REVOKED_SUBJECTS, REVOCATION_WAIT_MS } from './lease-limits.js';

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

/**
 * Sends a revocation to all holders; null revokes everything. Resolves with the holders that acknowledged, as soon as
 * all of `holders` have, and after `timeoutMs` at the latest. Must not reject.
 */
export type SendRevocation = (
  subjects: readonly string[] | null,
  wait: { readonly holders: readonly string[]; readonly timeoutMs: number },
) => Promise<ReadonlySet<string>>;

export interface LeaseGrantsOptions {
  readonly holders: LeaseHolders;
  readonly send: SendRevocation;
  readonly clock?: LeaseClock;
}

interface RevocationBatch {
  readonly subjects: Set<string>;
  readonly done: Promise<void>;
}

export class LeaseGrants {
  private readonly holders: LeaseHolders;
  private readonly send: SendRevocation;
  private readonly clock: LeaseClock;
  private readonly checkedAt = new Map<string, Moment>();
  private next: RevocationBatch | null = null;
  private listing: Promise<unknown> = Promise.resolve();
  private readonly retiring = new Set<string>();

  constructor({ holders, send, clock = processClock }: LeaseGrantsOptions) {
    this.holders = holders;
    this.send = send;
    this.clock = clock;
  }

  /**
   * Whether the holder may be granted leases for values that are read after this resolves. The holder is listed then,
   * so every later revocation waits for it.
   */
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
   * Takes a holder off the list that stops: it has forgotten its leases and stores none any more, so no revocation has
   * to wait for it. Another process that still grants to it does no harm.
   */
  async leave(holder: string): Promise<void> {
    this.checkedAt.delete(holder);
    await this.holders.leave(holder);
  }

  /**
   * Call it after the commit. Resolves when no holder has a value of this subject that was read before the call, after
   * about `REVOCATION_WAIT_MS` at the latest. Never rejects. The subjects of one turn travel in one message.
   */
  revoke(subject: string): Promise<void> {
    this.next ??= this.newBatch();
    this.next.subjects.add(subject);
    return this.next.done;
  }

  private newBatch(): RevocationBatch {
    const subjects = new Set<string>();
    const close = async (): Promise<void> => {
      // One list query at a time; subjects that arrive meanwhile share the next one.
      await Promise.all([this.clock.nextTurn(), this.listing]);
      this.next = null;
      await this.run(subjects);
    };
    return { subjects, done: close() };
  }

  private async run(subjects: ReadonlySet<string>): Promise<void> {
    const startedAt = this.clock.now();
    const cancel = new AbortController();
    const leasesEnded = this.clock.sleep(REVOCATION_WAIT_MS, cancel.signal).catch(() => undefined);
    try {
      const list = this.list();
      this.listing = Promise.race([list, leasesEnded]);
      const listed = await Promise.race([list, leasesEnded]);
      // Without the list, only time ends the leases.
      if (!listed) return await leasesEnded;
      if (listed.length === 0) return;
      const acknowledged = await this.send(subjects.size > MAX_REVOKED_SUBJECTS ? null : [...subjects], {
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
    const key = `${holder.id} ${holder.generation}`;
    if (this.retiring.has(key)) return;
    this.retiring.add(key);
    try {
      await this.holders.retire(holder);
      await this.clock.sleep(REVOCATION_WAIT_MS + LISTING_CHECK_MS);
      await this.holders.remove(holder);
    } catch (err) {
      // The holder stays on the list, and the next revocation tries again.
      log.debug({ holder: holder.id, err }, 'lease holder not removed');
    } finally {
      this.retiring.delete(key);
    }
  }
}
