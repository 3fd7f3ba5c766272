/** What an exception means for who waits. Decided by name and code, so that no driver has to be imported. */
import type { ServiceName } from '@kushk/contracts';

/** A service that was asked cannot answer now. The edge makes it 503 with `code` and Retry-After. */
export class ServiceUnavailable extends Error {
  override readonly name = 'ServiceUnavailable';
  /** `<service>.busy` or `<service>.unavailable`. */
  readonly code: string;

  constructor(
    readonly service: ServiceName,
    readonly reason: 'no_responders' | 'timeout' | 'disconnected' | 'busy' | 'unavailable',
  ) {
    super(`${service} cannot answer: ${reason}`);
    this.code = `${service}.${reason === 'busy' ? 'busy' : 'unavailable'}`;
  }
}

/** A service that was asked has met a defect of its own. The edge makes it 500 without details. */
export class ServiceFailed extends Error {
  override readonly name = 'ServiceFailed';

  constructor(readonly service: ServiceName) {
    super(`${service} failed`);
  }
}

export type Failure = 'busy' | 'unavailable' | 'failure';

const busy = new Set(['StoreBusy']);
const unavailable = new Set([
  'StoreUnavailable',
  'FactStreamUnavailable',
  'ServiceUnavailable',
  'ConnectionError',
  'ClosedConnectionError',
  'DrainingConnectionError',
]);
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
]);
/** SQLSTATE of PostgreSQL: connection lost (08), out of resources (53), given up by a time limit (57014), shut down or starting (57P), serialisation and deadlock (40). */
const sqlStates = /^(08...|53...|57014|57P..|40001|40P01)$/;
/** What node-postgres says without a code. */
const lostConnection =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether a part is overloaded or away (time cures it) or the exception is a defect. Looks through `cause` and TypeORM's `driverError`. */
export function failureOf(error: unknown): Failure {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth++) {
    const { code } = current as { code?: unknown };
    if (busy.has(current.name)) return 'busy';
    if (unavailable.has(current.name) || lostConnection.test(current.message)) return 'unavailable';
    if (typeof code === 'string' && (networkCodes.has(code) || sqlStates.test(code))) return 'unavailable';
    if (current instanceof AggregateError && current.errors.length > 0) current = current.errors[0] as unknown;
    else current = (current as { driverError?: unknown }).driverError ?? current.cause;
  }
  return 'failure';
}
