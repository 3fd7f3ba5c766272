import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../../apps/delivery/dist/main.js', import.meta.url));
const readyWithinMs = 60_000;
const pollMs = 50;
/** The memory flags with which `npm start` runs a service. */
const memoryFlags = ['--max-semi-space-size=32', '--max-old-space-size=256'];

export interface DeliveryProcessOptions {
  readonly environment: Readonly<Record<string, string>>;
  readonly healthPort: number;
  readonly patches: readonly string[];
  readonly logFile: string;
}

/** A built delivery service in its own process. */
export class DeliveryProcess {
  private readonly child: ChildProcess;

  constructor(private readonly options: DeliveryProcessOptions) {
    const { environment, patches, logFile } = options;
    const virtualClock = patches.includes('virtual-clock') ? [importOf('virtual-clock.mjs')] : [];
    const log = openSync(logFile, 'a');
    this.child = fork(main, [], {
      execArgv: [
        ...memoryFlags,
        importOf(`apply-patches.mjs?patches=${patches.join()}`),
        importOf('longest-turn.mjs'),
        ...virtualClock,
      ],
      env: { ...process.env, ...environment },
      stdio: ['ignore', log, log, 'ipc'],
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async ready(): Promise<void> {
    const until = performance.now() + readyWithinMs;
    while (!(await this.isReady())) {
      if (this.child.exitCode !== null || performance.now() > until)
        throw new Error(`delivery does not become ready:\n${readFileSync(this.options.logFile, 'utf8').slice(-2_000)}`);
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  /** Sets the rate of the process's virtual clock. Resolves with the time of that clock. */
  async setClockRate(rate: number): Promise<number> {
    this.child.send({ rate });
    const [{ at }] = (await once(this.child, 'message')) as [{ at: number }];
    return at;
  }

  /** The longest delay of the event loop since the last call, in milliseconds. */
  async longestTurn(): Promise<number> {
    this.child.send({ longestTurn: true });
    const [{ longestTurnMs }] = (await once(this.child, 'message')) as [{ longestTurnMs: number }];
    return longestTurnMs;
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill(signal);
    await once(this.child, 'exit');
  }

  private async isReady(): Promise<boolean> {
    try {
      const response = await fetch(`http://127.0.0.1:${this.options.healthPort}/health/ready`);
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }
}

function importOf(file: string): string {
  return `--import=${new URL(file, import.meta.url).href}`;
}

/** The resident memory of a process in MiB. */
export function residentMib(pid: number): number {
  const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(found?.[1] ?? 0) / 1_024;
}

/** Samples the resident memory of a process. `stop` returns the highest value in MiB. */
export function sampleMemory(pid: number): { stop(): number } {
  let highest = residentMib(pid);
  const timer = setInterval(() => (highest = Math.max(highest, residentMib(pid))), pollMs);
  return {
    stop: () => {
      clearInterval(timer);
      return highest;
    },
  };
}
