import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { log } from '../log.js';
import type { Answer } from './evaluation-thread.js';
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
  program: fileURLToPath(new URL('./evaluation-thread.js', import.meta.url)).replace(
    /([/\\])src([/\\]evaluation[/\\])/,
    '$1dist$2',
  ),
  count: 10_000,
  characters: 64 * 1024 * 1024,
  countOfTenant: 1_000,
  charactersOfTenant: 16 * 1024 * 1024,
  countOfBatch: 64,
};

interface Job {
  readonly tenant: string;
  readonly characters: number;
  readonly message: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Evaluates in threads, so that what strangers write never delays the requests of others. Each tenant has one batch
 * under way, and tenants take turns. A batch has what a tenant's requests of one turn of the event loop need, because
 * a message to a thread and back costs ten times as much as a small evaluation.
 */
export class ThreadEvaluator implements Evaluator {
  private readonly options: ThreadOptions;
  private readonly queue: FairQueue<Job>;
  private readonly threads = new Set<Thread>();
  private isScheduled = false;
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
    // As text, its size is known, and a thread holds the values of one evaluation at a time.
    const message = JSON.stringify([name, input]);
    return new Promise<unknown>((resolve, reject) => {
      if (!this.queue.add({ tenant, characters: message.length, message, resolve, reject }))
        return reject(new EvaluatorBusy('too many evaluations wait'));
      this.assignAtEndOfTurn();
    }) as Promise<ReturnType<Evaluations[Name]>>;
  }

  /** Ends the threads. Called by Nest when the service has answered its requests. */
  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.threads].map((thread) => thread.end('the service stops')));
  }

  private assignAtEndOfTurn(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.assign();
    });
  }

  private assign(): void {
    while (!this.isClosed) {
      const idle = [...this.threads].find((thread) => thread.isIdle);
      if (idle === undefined && this.threads.size >= this.options.threads) return;
      const batch = this.queue.take();
      if (batch.length === 0) return;
      const thread = idle ?? this.start();
      thread.run(batch);
    }
  }

  private start(): Thread {
    const thread: Thread = new Thread(this.options, {
      onSettled: (jobs) => {
        this.queue.finish(jobs[0]?.tenant ?? '', jobs.length);
        this.assign();
      },
      onEnd: () => this.threads.delete(thread),
    });
    this.threads.add(thread);
    return thread;
  }
}

interface ThreadEvents {
  readonly onSettled: (jobs: readonly Job[]) => void;
  readonly onEnd: () => void;
}

class Thread {
  private readonly worker: Worker;
  private batch: readonly Job[] = [];
  private clock: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: ThreadOptions,
    private readonly events: ThreadEvents,
  ) {
    this.worker = new Worker(options.program, { resourceLimits: { maxOldGenerationSizeMb: options.heapMiB } });
    this.worker.unref();
    this.worker.on('message', (answers: readonly Answer[] | null) => {
      // The program is loaded, and the time of its first batch begins.
      if (answers === null) return this.startClock();
      this.settle(answers.length, (job, index) => {
        const [result, error] = answers[index] as Answer;
        if (error === undefined) job.resolve(result);
        else job.reject(error);
      });
    });
    this.worker.on('error', (error) => this.fail(error.message));
  }

  get isIdle(): boolean {
    return this.batch.length === 0;
  }

  run(batch: readonly Job[]): void {
    this.batch = batch;
    this.startClock();
    this.worker.postMessage(batch.map(({ message }) => message));
  }

  async end(reason: string): Promise<void> {
    this.events.onEnd();
    this.settle(this.batch.length, (job) => job.reject(new EvaluatorUnavailable(reason)));
    await this.worker.terminate();
  }

  private startClock(): void {
    clearTimeout(this.clock);
    this.clock = setTimeout(() => this.fail('the evaluation hangs'), this.options.wallMs);
  }

  private fail(reason: string): void {
    log.error({ tenant: this.batch[0]?.tenant, reason }, 'evaluation thread failed');
    void this.end(reason);
  }

  /** Settles the first jobs of the batch. */
  private settle(count: number, deliver: (job: Job, index: number) => void): void {
    clearTimeout(this.clock);
    const jobs = this.batch.slice(0, count);
    this.batch = [];
    if (jobs.length === 0) return;
    jobs.forEach(deliver);
    this.events.onSettled(jobs);
  }
}
