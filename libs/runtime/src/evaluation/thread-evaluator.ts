import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { Evaluations } from './evaluations.js';
import { EvaluatorBusy, EvaluatorUnavailable, type Evaluator } from './evaluator.js';
import { FairQueue, type QueueLimits } from './fair-queue.js';

interface ThreadOptions extends QueueLimits {
  readonly threads: number;
  /** The budget of steps takes a tenth of it. Only a thread that hangs exceeds it. */
  readonly wallMs: number;
  readonly heapMiB: number;
  readonly program: string;
}

const DEFAULTS: ThreadOptions = {
  threads: 2,
  wallMs: 5_000,
  heapMiB: 256,
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
      if (this.isClosed) return reject(new EvaluatorUnavailable('the evaluator is closed'));
      if (!this.queue.add({ tenant, bytes: message.byteLength, message, resolve, reject }))
        return reject(new EvaluatorBusy('too many evaluations wait'));
      this.assign();
    }) as Promise<ReturnType<Evaluations[Name]>>;
  }

  /** Ends all threads. What is under way is rejected. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.threads].map((thread) => thread.end('the evaluator is closed')));
    for (let job = this.queue.take(); job !== undefined; job = this.queue.take()) {
      this.queue.release(job.tenant);
      job.reject(new EvaluatorUnavailable('the evaluator is closed'));
    }
  }

  /** Called by Nest when the service stops. */
  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  private assign(): void {
    while (!this.isClosed) {
      const idle = [...this.threads].find((thread) => thread.isIdle);
      if (idle === undefined && this.threads.size >= this.options.threads) return;
      const job = this.queue.take();
      if (job === undefined) return;
      const thread = idle ?? this.start();
      void thread.run(job).finally(() => {
        this.queue.release(job.tenant);
        this.assign();
      });
    }
  }

  private start(): Thread {
    const thread = new Thread(this.options, () => this.threads.delete(thread));
    this.threads.add(thread);
    return thread;
  }
}

class Thread {
  private readonly worker: Worker;
  private readonly ready: Promise<void>;
  private job: Job | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: ThreadOptions,
    private readonly onEnd: () => void,
  ) {
    this.worker = new Worker(options.program, { resourceLimits: { maxOldGenerationSizeMb: options.heapMiB } });
    this.worker.unref();
    this.ready = new Promise((resolve) => this.worker.once('message', () => resolve()));
    this.worker.on('error', (error) => void this.end(error.message));
    this.worker.on('exit', () => void this.end('the thread has ended'));
  }

  get isIdle(): boolean {
    return this.job === null;
  }

  /** Resolves when the job has its result or its rejection. */
  async run(job: Job): Promise<void> {
    const settled = new Promise<void>((settle) => {
      const end = <Result>(deliver: (result: Result) => void) => {
        return (result: Result): void => {
          clearTimeout(this.timer);
          this.job = null;
          deliver(result);
          settle();
        };
      };
      this.job = { ...job, resolve: end(job.resolve), reject: end(job.reject) };
    });
    // The time counts from the moment when the program of the thread is loaded.
    void this.ready.then(() => {
      if (this.job === null) return;
      this.timer = setTimeout(() => void this.end('the evaluation hangs'), this.options.wallMs);
      this.worker.once('message', (result: Uint8Array) => this.job?.resolve(deserialize(result)));
      this.worker.postMessage(job.message);
    });
    await settled;
  }

  async end(reason: string): Promise<void> {
    this.onEnd();
    this.job?.reject(new EvaluatorUnavailable(reason));
    await this.worker.terminate();
  }
}
