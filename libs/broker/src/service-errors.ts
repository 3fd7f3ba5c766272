/**
 * Errors between services: what a caller gets instead of a reply, and which reply an exception of a handler becomes.
 */
import { errorClassOf } from '@kushk/event-store/error-class';
import type { ServiceName } from '@kushk/contracts';

/** The called service cannot reply now. The edge answers 503 with `code` and `Retry-After`. */
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

/** The called service failed with a defect. The edge answers 500 without details. */
export class ServiceFailed extends Error {
  override readonly name = 'ServiceFailed';

  constructor(readonly service: ServiceName) {
    super(`${service} failed`);
  }
}

const maxCauseDepth = 5;

/**
 * The kind of reply for an exception of a handler: `busy` when the event store has too many waiting commands,
 * `unavailable` when a retry later may succeed, `failure` for a defect.
 */
export function errorReplyKind(error: unknown): 'busy' | 'unavailable' | 'failure' {
  for (let cause = error, depth = 0; cause instanceof Error && depth < maxCauseDepth; cause = cause.cause, depth += 1)
    if (cause.name === 'StoreBusy') return 'busy';
  return errorClassOf(error) === 'defect' ? 'failure' : 'unavailable';
}
