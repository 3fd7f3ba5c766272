import type { LoggerService } from '@nestjs/common';
import { log } from './log.js';

/**
 * Writes Nest's log lines to our log. Nest's level `log` is about dependency injection and routing, so it becomes
 * `debug`.
 */
export const nestLog: LoggerService = {
  log: (message: unknown, ...rest: unknown[]) => log.debug({ nest: contextOf(rest) }, String(message)),
  debug: (message: unknown, ...rest: unknown[]) => log.trace({ nest: contextOf(rest) }, String(message)),
  verbose: (message: unknown, ...rest: unknown[]) => log.trace({ nest: contextOf(rest) }, String(message)),
  warn: (message: unknown, ...rest: unknown[]) => log.warn({ nest: contextOf(rest) }, String(message)),
  error: (message: unknown, ...rest: unknown[]) => {
    const err = [message, ...rest].find((part) => part instanceof Error);
    log.error({ nest: contextOf(rest), err, stack: err ? undefined : rest[0] }, String(message));
  },
  fatal: (message: unknown, ...rest: unknown[]) => log.fatal({ nest: contextOf(rest) }, String(message)),
};

function contextOf(rest: readonly unknown[]): string | undefined {
  const last = rest.at(-1);
  return typeof last === 'string' ? last : undefined;
}
