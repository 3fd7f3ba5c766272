/** Jobs in one order per key, in parallel across keys. Knows nothing of what a job does. */

export interface QueuedTask {
  /** Tries once. Resolves with null when the job is done, or with the milliseconds after which to try it again. Never rejects. */
  attempt(): Promise<number | null>;
  /** The job is given back without having been finished. */
  dropped(): void;
}

interface Lane {
  readonly queue: QueuedTask[];
  timer: NodeJS.Timeout | null;
  /** Resolves when the try that runs now has ended; null while none runs. */
  running: Promise<void> | null;
  /** The head has been given up while it ran: it gets no other try. */
  lastTry: boolean;
}

/**
 * One queue per key. The head of a queue runs alone; a head that waits for its next try holds up its own key and
 * nobody else: it takes no place of the `limit` that may run at once.
 */
export class PartitionedQueue {
  private readonly lanes = new Map<string, Lane>();
  private ready: string[] = [];
  private running = 0;

  constructor(private readonly limit: number) {}

  add(key: string, job: QueuedTask): void {
    const lane = this.lanes.get(key);
    if (lane !== undefined) {
      lane.queue.push(job);
      return;
    }
    this.lanes.set(key, { queue: [job], timer: null, running: null, lastTry: false });
    this.ready.push(key);
    this.pump();
  }

  /** Gives up every job that is not running now; resolves when those that run have ended. */
  async abandon(): Promise<void> {
    this.ready = [];
    const running: Promise<void>[] = [];
    for (const [key, lane] of this.lanes) {
      if (lane.timer) clearTimeout(lane.timer);
      for (const job of lane.queue.splice(lane.running ? 1 : 0)) job.dropped();
      if (lane.running === null) {
        this.lanes.delete(key);
      } else {
        lane.lastTry = true;
        running.push(lane.running);
      }
    }
    await Promise.all(running);
  }

  private pump(): void {
    while (this.running < this.limit) {
      const key = this.ready.shift();
      if (key === undefined) return;
      const lane = this.lanes.get(key);
      const head = lane?.queue[0];
      if (lane === undefined || head === undefined) continue;
      this.running++;
      lane.running = this.step(key, lane, head);
    }
  }

  private async step(key: string, lane: Lane, head: QueuedTask): Promise<void> {
    const againAfterMs = await head.attempt();
    lane.running = null;
    this.running--;
    if (againAfterMs !== null && !lane.lastTry) {
      lane.timer = setTimeout(() => this.wake(key, lane), againAfterMs);
    } else {
      if (againAfterMs !== null) head.dropped();
      lane.lastTry = false;
      lane.queue.shift();
      if (lane.queue.length === 0) this.lanes.delete(key);
      else this.ready.push(key);
    }
    this.pump();
  }

  private wake(key: string, lane: Lane): void {
    lane.timer = null;
    this.ready.push(key);
    this.pump();
  }
}
