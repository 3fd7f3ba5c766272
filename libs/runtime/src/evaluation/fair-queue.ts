/** Work that waits for a thread. */
interface Waiting {
  readonly tenant: string;
  readonly bytes: number;
}

export interface QueueLimits {
  /** The most that may wait at all, and of one tenant. */
  readonly count: number;
  readonly bytes: number;
  readonly countOfTenant: number;
  readonly bytesOfTenant: number;
}

/** What waits of one tenant. */
interface Turn<Work> {
  readonly works: Work[];
  bytes: number;
}

/** A bounded queue in which tenants take turns, and each has at most one piece of work under way. */
export class FairQueue<Work extends Waiting> {
  /** In the order of their turns. */
  private readonly turns = new Map<string, Turn<Work>>();
  private readonly underWay = new Set<string>();
  private count = 0;
  private bytes = 0;

  constructor(private readonly limits: QueueLimits) {}

  /** Returns false if there is no room. */
  add(work: Work): boolean {
    const { count, bytes, countOfTenant, bytesOfTenant } = this.limits;
    const turn = this.turns.get(work.tenant) ?? { works: [], bytes: 0 };
    const isFull = this.count >= count || this.bytes + work.bytes > bytes;
    if (isFull || turn.works.length >= countOfTenant || turn.bytes + work.bytes > bytesOfTenant) return false;
    turn.works.push(work);
    turn.bytes += work.bytes;
    this.turns.set(work.tenant, turn);
    this.count += 1;
    this.bytes += work.bytes;
    return true;
  }

  /** The next work of a tenant that has none under way; undefined if there is none. */
  take(): Work | undefined {
    for (const [tenant, turn] of this.turns) {
      if (this.underWay.has(tenant)) continue;
      // Deleted and set again, the tenant is behind all others.
      this.turns.delete(tenant);
      const work = turn.works.shift();
      if (work === undefined) continue;
      turn.bytes -= work.bytes;
      if (turn.works.length > 0) this.turns.set(tenant, turn);
      this.count -= 1;
      this.bytes -= work.bytes;
      this.underWay.add(tenant);
      return work;
    }
    return undefined;
  }

  /** The work of a tenant has ended, so its next one may be taken. */
  release(tenant: string): void {
    this.underWay.delete(tenant);
  }
}
