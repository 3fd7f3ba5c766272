/** A task of a `PartitionedQueue`. */
export interface QueuedTask {
  /**
   * Resolves with null when the task is finished, or with the milliseconds to wait before the next attempt. Never
   * rejects.
   */
  attempt(): Promise<number | null>;
  /** Called instead of another attempt when the queue is abandoned before the task has finished. */
  dropped(): void;
}

interface Partition {
  readonly tasks: QueuedTask[];
  retryTimer: NodeJS.Timeout | null;
  /** Resolves when the running attempt ends; null while no attempt runs. */
  running: Promise<void> | null;
  /** True when the queue was abandoned while the first task ran. The task gets no further attempt. */
  isLastAttempt: boolean;
}

/**
 * Runs the tasks of one key in order and the tasks of different keys in parallel, at most `concurrency` at once. A
 * task that waits for its next attempt delays only its own key and does not count towards `concurrency`.
 *
 * `p-queue` was measured and is not used. It does not support keys, so order per key and retry delays would remain
 * our code. An attempt would cost 1.7 µs of CPU time instead of 0.6 µs (docs/adr/0017-partitioned-queue.md).
 */
export class PartitionedQueue {
  private readonly partitions = new Map<string, Partition>();
  private ready: string[] = [];
  private running = 0;

  constructor(private readonly concurrency: number) {}

  add(key: string, task: QueuedTask): void {
    const partition = this.partitions.get(key);
    if (partition !== undefined) {
      partition.tasks.push(task);
      return;
    }
    this.partitions.set(key, { tasks: [task], retryTimer: null, running: null, isLastAttempt: false });
    this.ready.push(key);
    this.startReady();
  }

  /** Drops every task that is not running. Resolves when the running attempts have ended. */
  async abandon(): Promise<void> {
    this.ready = [];
    const running: Promise<void>[] = [];
    for (const [key, partition] of this.partitions) {
      if (partition.retryTimer) clearTimeout(partition.retryTimer);
      for (const task of partition.tasks.splice(partition.running ? 1 : 0)) task.dropped();
      if (partition.running === null) {
        this.partitions.delete(key);
      } else {
        partition.isLastAttempt = true;
        running.push(partition.running);
      }
    }
    await Promise.all(running);
  }

  /**
   * Gives the running task of the key further attempts again, after the queue was abandoned. Call it when that task is
   * to run once more before the tasks that are added from now on.
   */
  keep(key: string): void {
    const partition = this.partitions.get(key);
    if (partition !== undefined) partition.isLastAttempt = false;
  }

  private startReady(): void {
    while (this.running < this.concurrency) {
      const key = this.ready.shift();
      if (key === undefined) return;
      const partition = this.partitions.get(key);
      const head = partition?.tasks[0];
      if (partition === undefined || head === undefined) continue;
      this.running++;
      partition.running = this.runHead(key, partition, head);
    }
  }

  private async runHead(key: string, partition: Partition, head: QueuedTask): Promise<void> {
    const retryAfterMs = await head.attempt();
    partition.running = null;
    this.running--;
    if (retryAfterMs !== null && !partition.isLastAttempt) {
      partition.retryTimer = setTimeout(() => this.retryHead(key, partition), retryAfterMs);
    } else {
      if (retryAfterMs !== null) head.dropped();
      partition.isLastAttempt = false;
      partition.tasks.shift();
      if (partition.tasks.length === 0) this.partitions.delete(key);
      else this.ready.push(key);
    }
    this.startReady();
  }

  private retryHead(key: string, partition: Partition): void {
    partition.retryTimer = null;
    this.ready.push(key);
    this.startReady();
  }
}
