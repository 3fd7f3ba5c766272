/** How a process ends: on a signal after what is in flight, on an error that nobody caught at once. */
import { flushLog, log } from './log.js';

const patienceMs = 5_000;
type Step = () => unknown;
const steps: Step[] = [];
const told = new Set<() => void>();
let stopping = false;

/** Adds a step of the graceful stop. Steps run one after the other, the last added first, at most 5 s in all. */
export function onStop(step: Step): void {
  steps.unshift(step);
}

/** Tells of the stop before its first step: who keeps others waiting lets them go. */
export function whenStopping(tell: () => void): void {
  told.add(tell);
}

/** Stops on SIGTERM and SIGINT: exit code 0 when every step has ended within 5 s, 1 otherwise. A second signal ends at once. */
export function stopOnSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return end(1);
      stopping = true;
      log.info({ signal }, 'stop asked for');
      setTimeout(() => {
        log.error({ patienceMs }, 'stop took too long');
        end(1);
      }, patienceMs).unref();
      for (const tell of told) tell();
      void runSteps().then((sound) => end(sound ? 0 : 1));
    });
  }
}

async function runSteps(): Promise<boolean> {
  let sound = true;
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      sound = false;
      log.error(error, 'step of the stop failed');
    }
  }
  log.info('stopped');
  return sound;
}

/** Last resort: what nobody caught leaves the process in a state that nobody knows. It says so and ends with 1; the supervisor starts it anew. */
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
