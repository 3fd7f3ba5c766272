/**
 * One classification of errors for all code that chooses between a retry and a failure: the command loop, the relay,
 * reads and reactions. It uses the names and codes of errors, so that no driver has to be imported.
 */
import { types } from 'node:util';

/**
 * - `conflict`: another transaction was first; repeating the same work at once succeeds.
 * - `unavailable`: PostgreSQL or NATS cannot be reached or does not accept work, or only a newer version of the
 *   service can do it; the same work succeeds later.
 * - `timeout`: PostgreSQL cancelled a statement that took too long. That is a property of the work: it is repeated in
 *   smaller parts, if it has parts.
 * - `defect`: repeating the same work fails again.
 */
export type ErrorClass = 'conflict' | 'unavailable' | 'timeout' | 'defect';

/** Errors of this repository, of the NATS client and of TypeORM, classified by name. */
const classByName: Readonly<Record<string, ErrorClass>> = {
  FactStreamConflict: 'conflict',
  StoreBusy: 'unavailable',
  StoreTimeout: 'timeout',
  BatchTooLarge: 'timeout',
  StoreUnavailable: 'unavailable',
  UnknownFact: 'unavailable',
  FactStreamUnavailable: 'unavailable',
  ServiceUnavailable: 'unavailable',
  EvaluatorBusy: 'unavailable',
  EvaluatorUnavailable: 'unavailable',
  NoAnswer: 'unavailable',
  UncertainCommitError: 'unavailable',
  ConnectionError: 'unavailable',
  ClosedConnectionError: 'unavailable',
  DrainingConnectionError: 'unavailable',
  // TypeORM's errors for a statement of a transaction whose connection was lost after the statement before it.
  QueryRunnerAlreadyReleasedError: 'unavailable',
  QueryRunnerProviderAlreadyReleasedError: 'unavailable',
};

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Serialization failure, deadlock, lock not available. */
const conflictStates = new Set(['40001', '40P01', '55P03']);

/**
 * SQLSTATE classes and codes of a database that is unavailable or fails over: connection exception (08), insufficient
 * resources (53), shutdown and startup (57P), write on a server that has
 * become a standby (25006), transaction idle for too long (25P03), database or role does not exist yet (3D000, 28).
 */
const unavailableStates = /^(08...|53...|57P..|25006|25P03|3D000|28...)$/;

/** The statement took longer than `statement_timeout`. */
const timeoutState = '57014';

/**
 * The unique constraint on idempotency keys. Of two concurrent commands with the same key, the second violates it.
 * When that command is repeated, it finds the stored reply.
 */
const idempotencyConstraint = 'log_idempotency_pkey';

/** Messages of node-postgres for a lost connection; these errors have no code. */
const lostConnection =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout (expired|exceeded)|Cannot use a pool after)/i;

/** Maximum number of causes that are inspected. */
const depthLimit = 5;

/**
 * Classifies an error. If the error itself is unknown, classifies its `cause`, TypeORM's `driverError` or the first
 * error of an `AggregateError`.
 */
export function errorClassOf(error: unknown): ErrorClass {
  let current = error;
  // In Jest, the errors of Node's own modules are no instances of `Error`: they are of another realm.
  for (let depth = 0; types.isNativeError(current) && depth < depthLimit; depth += 1) {
    const known = classOfOne(current as DriverError);
    if (known !== null) return known;
    current = causeOf(current);
  }
  return 'defect';
}

interface DriverError extends Error {
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly syscall?: unknown;
}

/** Returns null when the error itself is unknown; its cause is then classified. */
function classOfOne(error: DriverError): ErrorClass | null {
  const byName = Object.hasOwn(classByName, error.name) ? classByName[error.name] : undefined;
  if (byName !== undefined) return byName;
  if (typeof error.code === 'string') {
    if (networkCodes.has(error.code)) return 'unavailable';
    // ENOENT means `unavailable` only for PostgreSQL's socket; a missing file is a defect.
    if (error.code === 'ENOENT' && error.syscall === 'connect') return 'unavailable';
    if (conflictStates.has(error.code)) return 'conflict';
    if (error.code === '23505' && error.constraint === idempotencyConstraint) return 'conflict';
    if (error.code === timeoutState) return 'timeout';
    if (unavailableStates.test(error.code)) return 'unavailable';
  }
  return lostConnection.test(error.message) ? 'unavailable' : null;
}

function causeOf(error: Error): unknown {
  const { errors, driverError } = error as { readonly errors?: unknown; readonly driverError?: unknown };
  if (error.name === 'AggregateError' && Array.isArray(errors) && errors.length > 0) return errors[0];
  return driverError ?? error.cause;
}
