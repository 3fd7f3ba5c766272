/**
 * The log of a process: one JSON line per unit of work on standard output.
 *
 * A line is an event in few words (`msg`) with fields. Field names are snake_case and the same in every process:
 *
 * - `level`, `at` (ISO 8601), `service`, `scope`, `pid`, `msg`: in every line.
 * - `request_id`: in every line that belongs to a request, added by `withLogFields`.
 * - `err`: an error, with type, message, stack, code and causes.
 * - `request` (subject of a command or query), `outcome`, `code` (of a refusal), `caller`; for HTTP requests `method`,
 *   `route` and `status`.
 * - `reaction`, `event_id`, `stream_id`, `sequence`: a fact that is processed; `subject`: a NATS subject.
 * - `consumer`, `stream`, `cursor`, `processed`, `head`, `lag_ms`, `silent_ms`: a consumer, a JetStream stream and its
 *   replication.
 * - `command` and `result`: the name of a command of the event store and its reply; `commands`: how many.
 * - `attempt` (from 1), `retry_in_ms`, `next_attempt_at`: retries.
 * - `plugin_id`, `version`, `publisher_id`, `instance_id`, `installation_id`, `organisation_id`, `delivery_id`,
 *   `key_id`: ids.
 * - Durations end in `_ms`, sizes in `_bytes` or are called `bytes`; `state`, `reason` and `error` are texts for
 *   people.
 */
import { destination, pino, type DestinationStream, type Logger } from 'pino';
import { logFields } from './log-context.js';

/** Names of fields with secret values, also as the end of a longer name (`access_token`, `signingSecret`). */
const secretName =
  /(^|_|-)(authorization|cookie|token|secret|password|pepper|key|handle)$|[a-z](Token|Secret|Password|Pepper|Key|Handle)$|^sealed/i;
/**
 * Credentials have a recognisable form (docs/reference/wire-formats.md), so they are found in messages, stacks and URLs
 * too.
 */
const credential = /\bk([pish])_[A-Za-z0-9._-]{8,}/g;
/** Private keys of NATS (nkeys) of operators, accounts and users. */
const nkeySeed = /S([OAU])[A-Z2-7]{56}/g;
const censor = '[redacted]';
const maxDepth = 5;
const deeper = '[deeper]';

/**
 * The loggable part of an error. Other fields of a driver's error are left out: they contain the statement, its
 * parameters and the rejected row, which are personal data.
 */
function describeError(error: Error, depth: number): object {
  const { code } = error as { code?: unknown };
  const causes = error instanceof AggregateError ? error.errors : error.cause === undefined ? [] : [error.cause];
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(causes.length > 0 && { causes: causes.map((cause: unknown) => withoutSecrets(cause, depth + 1)) }),
  };
}

/** A copy without secrets, cut at five levels. */
function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof Error) return depth > maxDepth ? deeper : describeError(value, depth);
  if (depth >= maxDepth) return deeper;
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      secretName.test(name) ? censor : withoutSecrets(item, depth + 1),
    ]),
  );
}

/** A logger that removes secrets, by the name of their field and by their form in any text. */
export function newLog(stream: DestinationStream, level: string): Logger {
  const censored: DestinationStream = {
    write: (line) => stream.write(line.replace(credential, `k$1_${censor}`).replace(nkeySeed, `S$1${censor}`)),
  };
  return pino(
    {
      level,
      base: { service: process.env['KUSHK_SERVICE'] ?? 'kushk', scope: process.env['KUSHK_SCOPE'], pid: process.pid },
      timestamp: () => `,"at":"${new Date().toISOString()}"`,
      mixin: () => ({ ...logFields() }),
      // `withoutSecrets` has already described the errors; pino's own serializer would read the original again.
      serializers: { err: (error: unknown) => error },
      formatters: {
        level: (label) => ({ level: label }),
        log: (line) => withoutSecrets(line) as Record<string, unknown>,
      },
      errorKey: 'err',
    },
    censored,
  );
}

const standardOutput = destination({ fd: 1, sync: false });

/** The logger of the process; writes without blocking. `LOG_LEVEL` is `info` by default, and `silent` in tests. */
export const log: Logger = newLog(
  standardOutput,
  process.env['LOG_LEVEL'] ?? (process.env['NODE_ENV'] === 'test' ? 'silent' : 'info'),
);

/** Writes the buffered lines; call it before the process exits. */
export function flushLog(): void {
  try {
    standardOutput.flushSync();
  } catch {
    // Standard output is not open yet or already closed, so there is nowhere to write to.
  }
}
