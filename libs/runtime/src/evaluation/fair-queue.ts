/** Work that waits for a thread. */
interface Waiting {
  readonly tenant: string;
  readonly characters: number;
}

export interface QueueLimits {
  /** The most that may wait or be under way at all, and of one tenant. */
  readonly count: number;
  readonly characters: number;
  readonly countOfTenant: number;
  readonly charactersOfTenant: number;
  /** The most that is taken at a time. */
  readonly countOfBatch: number;
}

/** What waits of one tenant. A batch that is under way is at its beginning. */
interface Turn<Work> {
  readonly works: Work[];
  characters: number;
  isUnderWay: boolean;
}

/** A bounded queue in which tenants take turns, and each has at most one batch of work under way. */
export class FairQueue<Work extends Waiting> {
  /** In the order of their turns. */
  private readonly turns = new Map<string, Turn<Work>>();
  private count = 0;
  private characters = 0;

  constructor(private readonly limits: QueueLimits) {}

  /** Returns false if there is no room. */
  add(work: Work): boolean {
    const { count, characters, countOfTenant, charactersOfTenant } = this.limits;
    const turn = this.turns.get(work.tenant) ?? { works: [], characters: 0, isUnderWay: false };
    const isFull = this.count >= count || this.characters + work.characters > characters;
    if (isFull || turn.works.length >= countOfTenant || turn.characters + work.characters > charactersOfTenant)
      return false;
    turn.works.push(work);
    turn.characters += work.characters;
    this.turns.set(work.tenant, turn);
    this.count += 1;
    this.characters += work.characters;
    return true;
  }

  /** The next work of a tenant that has none under way; empty if there is none. */
  take(): readonly Work[] {
    for (const turn of this.turns.values()) {
      if (turn.isUnderWay) continue;
      turn.isUnderWay = true;
      return turn.works.slice(0, this.limits.countOfBatch);
    }
    return [];
  }

  /** The first pieces of the tenant's batch are done. The others wait for its next turn. */
  finish(tenant: string, count: number): void {
    const turn = this.turns.get(tenant);
    if (turn === undefined) return;
    for (const { characters } of turn.works.splice(0, count)) {
      turn.characters -= characters;
      this.count -= 1;
      this.characters -= characters;
    }
    turn.isUnderWay = false;
    // Deleted and set again, the tenant is behind all others.
    this.turns.delete(tenant);
    if (turn.works.length > 0) this.turns.set(tenant, turn);
  }
}
