import { setTimeout as sleep } from 'node:timers/promises';
import { connectionProblem } from './connection-problem.js';
import { ConfigError, readVariable } from './config.js';
import { registerCheck } from './health.js';
import { log } from './log.js';
import type { VariableName } from './variables.js';

const retryMs = 500;
const logEveryMs = 10_000;

/** A server without which the process cannot start. */
export interface NeededServer {
  /** The name of its check (`nats`). */
  readonly name: string;
  /** The variable that names it. */
  readonly variable: VariableName;
  /** Whether an error may pass while the process waits; by default every error except a `ConfigError`. */
  readonly isPassing?: (error: unknown) => boolean;
}

/**
 * Calls `open` until it succeeds, as long as that takes: what the operator mends needs no restart. Meanwhile the check
 * of the server fails with what is wrong, which the log repeats every ten seconds. Rejects with an error that does not
 * pass.
 */
export async function firstConnection<Connection>(
  { name, variable, isPassing = (error) => !(error instanceof ConfigError) }: NeededServer,
  open: () => Promise<Connection>,
): Promise<Connection> {
  let problem = 'not connected yet';
  const unregister = registerCheck(name, () => Promise.reject(new Error(problem)));
  try {
    for (let loggedAt = -Infinity; ; await sleep(retryMs)) {
      try {
        return await open();
      } catch (error) {
        if (!isPassing(error)) throw error;
        problem = problemOf(variable, error);
        if (performance.now() - loggedAt < logEveryMs) continue;
        loggedAt = performance.now();
        log.error({ server: name }, `${problem}; trying again`);
      }
    }
  } finally {
    unregister();
  }
}

/** A file that cannot be read any more explains a login that is not accepted. */
function problemOf(variable: VariableName, error: unknown): string {
  try {
    readVariable(variable);
    return `${variable}: ${connectionProblem(error)}`;
  } catch (unreadable) {
    return (unreadable as ConfigError).message;
  }
}
