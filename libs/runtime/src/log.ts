/**
 * The log of a process: JSON lines on standard output, one per unit of work.
 *
 * A line describes an event in few words (`msg`) and with fields. Field names are snake_case and the same in every
 * process:
 *
 * - `level`, `at` (ISO 8601), `service`, `scope`, `pid`, `msg`: in every line.
 * - `request_id`: in every line that belongs to a request, added by `withLogFields`.
 * - `trace_id`: in every line of a request, a reaction or a call to a plugin that is part of a trace.
 * - `err`: an error, with type, message, stack, code and causes.
 * - `request` (subject of a command or query), `outcome`, `code` (of a refusal), `caller`; for HTTP requests
 * `method`, `route` and `status`.
 * - `reaction`, `event_id`, `stream_id`, `sequence`: a fact that is processed; `subject`: a NATS subject.
 * - `consumer`, `stream`, `cursor`, `processed`, `head`, `lag_ms`, `silent_ms`: a consumer, a JetStream stream and
 * the state of its replication.
 * - `command` and `result`: the name of an event-store command and its result; `commands`: number of commands.
 * - `attempt` (from 1), `retry_in_ms`, `next_attempt_at`: retries.
 * - `plugin_id`, `version`, `publisher_id`, `instance_id`, `installation_id`, `organisation_id`, `delivery_id`,
 * `key_id`: ids.
 * - `tenant`: the publisher, plugin or installation that wrote what a thread evaluates.
 * - Durations end in `_ms`; sizes end in `_bytes` or are named `bytes`; `state`, `reason` and `error` are texts for
 * people.
 */
import { destination, pino, type DestinationStream, type Logger } from 'pino';
import { logFields } from './log-context.js';

/** Names of fields with secret values. They also match the end of a longer name (`access_token`, `signingSecret`). */
const secretName =
  /(^|_|-)(authorization|cookie|token|secret|password|pepper|key|handle)$|[a-z](Token|Secret|Password|Pepper|Key|Handle)$|^sealed/i;
/**
 * Credentials have a recognisable form (docs/reference/wire-formats.md), so they are also found in messages, stacks
 * and URLs.
 */
const credential = /\bk([aprish])_[A-Za-z0-9._-]{8,}/g;
/** Private NATS keys (nkeys) of operators, accounts and users. */
const nkeySeed = /S([OAU])[A-Z2-7]{56}/g;
const censor = '[redacted]';
const maxDepth = 5;
const deeper = '[deeper]';

/**
 * The part of an error that may be logged. Other fields of a driver's error are omitted: they contain the statement,
 * its parameters and the rejected row, which may be personal data.
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

/** Copies a value without its secrets, down to a depth of five levels. */
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

/** A logger that removes secrets. It recognises them by field name, and by their form in any text. */
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
      // `withoutSecrets` has already serialized the errors; pino's own serializer would log the original error
      // instead.
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

/** The environment of the specs keeps the newest lines here, and prints those of a test that fails. */
const { kushkTestLog } = globalThis as { readonly kushkTestLog?: DestinationStream };
const defaultLevel = kushkTestLog ? 'warn' : process.env['NODE_ENV'] === 'test' ? 'silent' : 'info';
const chosenLevel = process.env['LOG_LEVEL'];

/**
 * The logger of the process. It writes without blocking. `LOG_LEVEL` defaults to `info`. In specs the lines at `warn`
 * and above are printed only when a test fails, unless `LOG_LEVEL` is set.
 */
export const log: Logger = newLog(
  (chosenLevel === undefined ? kushkTestLog : undefined) ?? standardOutput,
  chosenLevel ?? defaultLevel,
);

/** Writes the buffered lines. Call it before the process exits. */
export function flushLog(): void {
  try {
    standardOutput.flushSync();
  } catch {
    // Standard output is not open yet or already closed, so there is nowhere to write to.
  }
}
