/**
 * The waiting commands of a batcher, shared fairly between tenants. Tenants take turns, and each turn allows the same
 * number of bytes (deficit round robin), so a tenant that floods the queue delays only itself. The queue is bounded by
 * commands and bytes. When it is full, the tenant with the most waiting bytes loses its newest command.
 */

export interface Queued {
  /** Commands of one tenant are taken in order of arrival. Null: no tenant, for example a reaction. */
  readonly tenant: string | null;
  /** Size of the input. */
  readonly bytes: number;
  /** Set when the command has its result, for example because its deadline has passed. */
  readonly isSettled: boolean;
}

export interface QueueLimits {
  readonly commands: number;
  readonly bytes: number;
}

/** Bytes that a tenant may take per turn. A larger command waits for several turns. */
const quantumBytes = 16 * 1024;

interface TenantQueue<Item> {
  readonly tenant: string | null;
  items: Item[];
  /** Index of the oldest waiting item; the items before it are taken. */
  head: number;
  bytes: number;
  /** Bytes that the tenant may still take in this turn. */
  credit: number;
}

export class CommandQueue<Item extends Queued> {
  private readonly tenants = new Map<string | null, TenantQueue<Item>>();
  /** Number of waiting commands. */
  size = 0;
  /** Sum of their input sizes. */
  bytes = 0;
  private readonly limits: QueueLimits;

  constructor(limits: QueueLimits) {
    this.limits = limits;
  }

  /**
   * Adds a command. Returns the command that the full queue has to reject: this one, or the newest one of the tenant
   * with the most waiting bytes. Returns null when there is room.
   */
  add(item: Item): Item | null {
    if (this.size < this.limits.commands && this.bytes + item.bytes <= this.limits.bytes) {
      this.append(item);
      return null;
    }
    const largest = [...this.tenants.values()].reduce<TenantQueue<Item> | null>(
      (most, one) => (most === null || one.bytes > most.bytes ? one : most),
      null,
    );
    const own = this.tenants.get(item.tenant)?.bytes ?? 0;
    if (largest === null || largest.tenant === item.tenant || largest.bytes <= own + item.bytes) return item;
    const rejected = largest.items.pop() as Item;
    this.remove(largest, rejected);
    // The bytes of the rejected command may not suffice for this one. The bound then holds with the next rejection:
    // it is exceeded by one command at most.
    this.append(item);
    return rejected;
  }

  /** Takes the next batch: at least one command, as far as the limits allow. Empty only when no command waits. */
  take(limits: QueueLimits): Item[] {
    const taken: Item[] = [];
    let bytes = 0;
    while (this.size > 0) {
      const [queue] = this.tenants.values();
      if (queue === undefined) break;
      queue.credit += quantumBytes;
      for (let next = queue.items[queue.head]; next !== undefined; next = queue.items[queue.head]) {
        const isFull = taken.length >= limits.commands || bytes + next.bytes > limits.bytes;
        // The tenant keeps its turn. Otherwise a command that never fits behind smaller ones would never be taken.
        if (isFull && taken.length > 0) {
          queue.credit -= quantumBytes;
          return taken;
        }
        // A tenant that waits alone needs no turns.
        if (next.bytes > queue.credit && this.tenants.size > 1) break;
        // The credit of a tenant that waits alone does not become negative: that would be its disadvantage later.
        queue.credit = Math.max(0, queue.credit - next.bytes);
        bytes += next.bytes;
        queue.head += 1;
        this.remove(queue, next);
        taken.push(next);
      }
      this.moveToEnd(queue);
    }
    return taken;
  }

  /** Removes commands that have their result. */
  removeSettled(): void {
    for (const queue of [...this.tenants.values()]) {
      const waiting = queue.items.slice(queue.head);
      const unsettled = waiting.filter(({ isSettled }) => !isSettled);
      for (const item of waiting) if (item.isSettled) this.remove(queue, item);
      Object.assign(queue, { items: unsettled, head: 0 });
      if (unsettled.length === 0) this.tenants.delete(queue.tenant);
    }
  }

  private append(item: Item): void {
    let queue = this.tenants.get(item.tenant);
    if (queue === undefined) {
      queue = { tenant: item.tenant, items: [], head: 0, bytes: 0, credit: 0 };
      this.tenants.set(item.tenant, queue);
    }
    queue.items.push(item);
    queue.bytes += item.bytes;
    this.size += 1;
    this.bytes += item.bytes;
  }

  private remove(queue: TenantQueue<Item>, { bytes }: Item): void {
    queue.bytes -= bytes;
    this.size -= 1;
    this.bytes -= bytes;
  }

  /** The turn of a tenant ends. A tenant without waiting commands saves no credit for later. */
  private moveToEnd(queue: TenantQueue<Item>): void {
    this.tenants.delete(queue.tenant);
    if (queue.head === queue.items.length) return;
    if (queue.head > 0) Object.assign(queue, { items: queue.items.slice(queue.head), head: 0 });
    this.tenants.set(queue.tenant, queue);
  }
}
