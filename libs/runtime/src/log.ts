import { destination, pino, type DestinationStream, type Logger } from 'pino';

/** Fields of these names are secrets wherever they stand, also at the end of a longer name (`access_token`, `signingSecret`). */
const secretName =
  /(^|_|-)(authorization|cookie|token|secret|password|pepper|key|handle)$|[a-z](Token|Secret|Password|Pepper|Key|Handle)$|^sealed/i;
/** Credentials are known by their look too (contract §2), in whatever text they were carried here: messages, stacks, URLs. */
const credential = /\bk([pish])_[A-Za-z0-9._-]{8,}/g;
/** So are the private keys of NATS (nkeys): of operators, accounts and users. */
const seed = /S([OAU])[A-Z2-7]{56}/g;
const censor = '[redacted]';
const depth = 5;

/**
 * An error as it is logged. Only what says where and why: the other fields of an error of a driver hold the statement
 * with its parameters, and the row that was refused, which are people's data.
 */
function sayingError(error: Error, level: number): object {
  const { code } = error as { code?: unknown };
  const causes = error instanceof AggregateError ? error.errors : error.cause === undefined ? [] : [error.cause];
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(causes.length > 0 && { causes: causes.map((cause: unknown) => withoutSecrets(cause, level + 1)) }),
  };
}

/** A copy without secrets; what is deeper than five levels is left out. */
function withoutSecrets(value: unknown, level = 0): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof Error) return level > depth ? '[deeper]' : sayingError(value, level);
  if (level >= depth) return '[deeper]';
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, level + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      secretName.test(name) ? censor : withoutSecrets(item, level + 1),
    ]),
  );
}

/**
 * A logger: one JSON line per unit of work, named as a fact (`log.info({ request, outcome, ms }, 'request handled')`).
 * Secrets are cut out by the name of their field and, in any text, by their look.
 */
export function newLog(stream: DestinationStream, level: string): Logger {
  const clean: DestinationStream = {
    write: (line) => stream.write(line.replace(credential, `k$1_${censor}`).replace(seed, `S$1${censor}`)),
  };
  return pino(
    {
      level,
      base: { service: process.env['KUSHK_SERVICE'] ?? 'kushk', scope: process.env['KUSHK_SCOPE'], pid: process.pid },
      timestamp: () => `,"at":"${new Date().toISOString()}"`,
      // Errors have been written out by then; pino's own serialiser would dig into them again.
      serializers: { error: (error: unknown) => error, err: (error: unknown) => error },
      formatters: {
        level: (label) => ({ level: label }),
        log: (line) => withoutSecrets(line) as Record<string, unknown>,
      },
      messageKey: 'what',
      errorKey: 'error',
    },
    clean,
  );
}

const standardOutput = destination({ fd: 1, sync: false });

/** The one logger, on standard output without blocking. `LOG_LEVEL` decides what is written: `info` by default, nothing under test. */
export const log: Logger = newLog(
  standardOutput,
  process.env['LOG_LEVEL'] ?? (process.env['NODE_ENV'] === 'test' ? 'silent' : 'info'),
);

/** Writes what still waits, before the process ends. */
export function flushLog(): void {
  try {
    standardOutput.flushSync();
  } catch {
    // Standard output is not open yet or no longer: there is nowhere left to write to.
  }
}
