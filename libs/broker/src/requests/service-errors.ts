/**
 * Errors between services: the errors that a caller receives, and the kind of reply that a service sends when a
 * handler throws.
 */
import { errorClassOf } from '@kushk/event-store/error-class';
import type { ServiceName } from '@kushk/contracts';

/** The called service cannot reply now. The gateway responds with 503, `code` and `Retry-After`. */
export class ServiceUnavailable extends Error {
  override readonly name = 'ServiceUnavailable';
  /** `<service>.busy` or `<service>.unavailable`. */
  readonly code: string;

  constructor(
    readonly service: ServiceName,
    readonly reason: 'no_responders' | 'timeout' | 'disconnected' | 'busy' | 'unavailable',
  ) {
    super(`${service} cannot reply: ${reason}`);
    this.code = `${service}.${reason === 'busy' ? 'busy' : 'unavailable'}`;
  }
}

/** The called service failed with an unexpected error. The gateway responds with 500 and no details. */
export class ServiceFailed extends Error {
  override readonly name = 'ServiceFailed';

  constructor(readonly service: ServiceName) {
    super(`${service} failed`);
  }
}

const maxCauseDepth = 5;

/**
 * The kind of reply when a handler throws: `busy` when too many commands or evaluations wait, `unserved` when a process
 * of a newer version can do it, `unavailable` when a later retry may succeed, `failure` for any other error.
 */
export function errorReplyKind(error: unknown): 'busy' | 'unserved' | 'unavailable' | 'failure' {
  if (error instanceof Error && error.name === 'UnknownFact') return 'unserved';
  for (let cause = error, depth = 0; cause instanceof Error && depth < maxCauseDepth; cause = cause.cause, depth += 1)
    if (cause.name === 'StoreBusy' || cause.name === 'EvaluatorBusy') return 'busy';
  return errorClassOf(error) === 'defect' ? 'failure' : 'unavailable';
}
