/** How a process ends: gracefully on a signal, immediately on an uncaught error. */
import { flushLog, log } from './log.js';

const stopTimeoutMs = 5_000;
type Step = () => unknown;
const steps: Step[] = [];
const stopListeners = new Set<() => void>();
let stopping = false;

/**
 * Adds a step to the graceful shutdown. Steps run one after the other, in reverse order of registration. All steps
 * together may take at most 5 s.
 */
export function onStop(step: Step): void {
  steps.unshift(step);
}

/**
 * Adds a listener that is called before the first shutdown step, so that waiting requests (long polls) can end early.
 */
export function whenStopping(listener: () => void): void {
  stopListeners.add(listener);
}

/**
 * Shuts down on SIGTERM and SIGINT. The exit code is 0 when every step succeeds within 5 s, otherwise 1. A second
 * signal exits at once.
 */
export function stopOnSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return end(1);
      stopping = true;
      log.info({ signal }, 'stop requested');
      setTimeout(() => {
        log.error({ timeout_ms: stopTimeoutMs }, 'stop timed out');
        end(1);
      }, stopTimeoutMs).unref();
      for (const listener of stopListeners) listener();
      void runSteps().then((succeeded) => end(succeeded ? 0 : 1));
    });
  }
}

async function runSteps(): Promise<boolean> {
  let succeeded = true;
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      succeeded = false;
      log.error(error, 'stop step failed');
    }
  }
  log.info('stopped');
  return succeeded;
}

/**
 * Exits with code 1 after an uncaught error, because the state of the process is unknown. The process supervisor
 * restarts it.
 */
export function endOnUncaught(): void {
  process.on('uncaughtException', (error) => {
    log.fatal(error, 'uncaught exception');
    end(1);
  });
  process.on('unhandledRejection', (reason) => {
    log.fatal(reason instanceof Error ? reason : new Error(String(reason)), 'unhandled rejection');
    end(1);
  });
}

function end(code: number): void {
  flushLog();
  process.exit(code);
}
