import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { log } from '../log.js';
import type { Answer } from './evaluation.worker.js';
import type { Evaluations } from './evaluations.js';
import { EvaluatorBusy, EvaluatorUnavailable, type Evaluator } from './evaluator.js';
import { FairQueue, type QueueLimits } from './fair-queue.js';

interface ThreadOptions extends QueueLimits {
  readonly threads: number;
  /** The budget of steps ends an evaluation long before. Only a thread that hangs takes so long. */
  readonly wallMs: number;
  readonly heapMiB: number;
  readonly program: string;
}

const DEFAULTS: ThreadOptions = {
  threads: 2,
  wallMs: 10_000,
  heapMiB: 256,
  // Node cannot start a thread from TypeScript, so a process that runs from source starts the built program.
  program: fileURLToPath(new URL('./evaluation.worker.js', import.meta.url)).replace(
    /([/\\])src([/\\]evaluation[/\\])/,
    '$1dist$2',
  ),
  count: 10_000,
  bytes: 64 * 1024 * 1024,
  countOfTenant: 1_000,
  bytesOfTenant: 16 * 1024 * 1024,
};

interface Job {
  readonly tenant: string;
  readonly bytes: number;
  readonly message: Uint8Array;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Evaluates in threads, so that what strangers write never delays the requests of others. Each tenant has one
 * evaluation at a time, and tenants take turns.
 */
export class ThreadEvaluator implements Evaluator {
  private readonly options: ThreadOptions;
  private readonly queue: FairQueue<Job>;
  private readonly threads = new Set<Thread>();
  private isClosed = false;

  constructor(options: Partial<ThreadOptions> = {}) {
    this.options = { ...DEFAULTS, ...options };
    this.queue = new FairQueue(this.options);
  }

  run<Name extends keyof Evaluations>(
    tenant: string,
    name: Name,
    ...input: Parameters<Evaluations[Name]>
  ): Promise<ReturnType<Evaluations[Name]>> {
    const message = serialize([name, input]);
    return new Promise<unknown>((resolve, reject) => {
      if (!this.queue.add({ tenant, bytes: message.byteLength, message, resolve, reject }))
        return reject(new EvaluatorBusy('too many evaluations wait'));
      this.assign();
    }) as Promise<ReturnType<Evaluations[Name]>>;
  }

  /** Ends the threads. Called by Nest when the service has answered its requests. */
  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.threads].map((thread) => thread.end('the service stops')));
  }

  private assign(): void {
    while (!this.isClosed) {
      const idle = [...this.threads].find((thread) => thread.isIdle);
      if (idle === undefined && this.threads.size >= this.options.threads) return;
      const job = this.queue.take();
      if (job === undefined) return;
      const thread = idle ?? this.start();
      thread.run(job);
    }
  }

  private start(): Thread {
    const thread: Thread = new Thread(this.options, {
      onSettled: ({ tenant }) => {
        this.queue.release(tenant);
        this.assign();
      },
      onEnd: () => this.threads.delete(thread),
    });
    this.threads.add(thread);
    return thread;
  }
}

interface ThreadEvents {
  readonly onSettled: (job: Job) => void;
  readonly onEnd: () => void;
}

class Thread {
  private readonly worker: Worker;
  private job: Job | null = null;
  private clock: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: ThreadOptions,
    private readonly events: ThreadEvents,
  ) {
    this.worker = new Worker(options.program, { resourceLimits: { maxOldGenerationSizeMb: options.heapMiB } });
    this.worker.unref();
    this.worker.on('message', (message: Uint8Array | null) => {
      // The program is loaded, and the time of its first job begins.
      if (message === null) return this.startClock();
      const [result, error] = deserialize(message) as Answer;
      this.settle((job) => (error === undefined ? job.resolve(result) : job.reject(error)));
    });
    this.worker.on('error', (error) => this.fail(error.message));
  }

  get isIdle(): boolean {
    return this.job === null;
  }

  run(job: Job): void {
    this.job = job;
    this.startClock();
    this.worker.postMessage(job.message);
  }

  async end(reason: string): Promise<void> {
    this.events.onEnd();
    this.settle((job) => job.reject(new EvaluatorUnavailable(reason)));
    await this.worker.terminate();
  }

  private startClock(): void {
    clearTimeout(this.clock);
    this.clock = setTimeout(() => this.fail('the evaluation hangs'), this.options.wallMs);
  }

  private fail(reason: string): void {
    log.error({ tenant: this.job?.tenant, reason }, 'evaluation thread failed');
    void this.end(reason);
  }

  private settle(deliver: (job: Job) => void): void {
    clearTimeout(this.clock);
    const { job } = this;
    this.job = null;
    if (job === null) return;
    deliver(job);
    this.events.onSettled(job);
  }
}
