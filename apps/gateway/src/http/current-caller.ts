/**
 * Who the caller of a request is at the moment when a right is used: before the route runs, whose body may have come
 * late, and before each piece of a response that lasts.
 */
import type { FastifyRequest } from 'fastify';
import type { Broker } from '@kushk/broker';
import type { Authenticators } from '../authentication/authenticator.js';
import type { Authenticated } from '../authentication/caller.js';
import { requestSender } from './request-sender.js';
import type { Route } from './route.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authenticator, before the body is read. */
    authenticated: Authenticated<unknown> | null;
    /** The value of `performance.now()` when the caller was authenticated. */
    authenticatedAtMs: number;
    /**
     * True while the caller is authenticated again. This is no activity of a person: it must not prolong a session.
     */
    isRecheck: boolean;
  }
}

/** How old an authentication may be when it is relied on. Requests that arrive at once are authenticated once. */
export const FRESH_MS = 200;
const RECHECK_DEADLINE_MS = 5_000;

export interface CallerChecks {
  readonly broker: Broker;
  readonly authenticators: Authenticators;
}

/**
 * Resolves with the caller. Authenticates and checks the policy of the route again when the last time is 200 ms or
 * longer ago, and then rejects as a new request would be rejected.
 */
export async function currentCaller(
  { callerKind, requires }: Pick<Route, 'callerKind' | 'requires'>,
  request: FastifyRequest,
  { broker, authenticators }: CallerChecks,
): Promise<Authenticated<unknown>> {
  if (performance.now() - request.authenticatedAtMs < FRESH_MS) return request.authenticated!;
  request.isRecheck = true;
  const send = requestSender(broker, {
    actor: { kind: 'system' },
    requestId: request.id,
    traceparent: null,
    deadlineAtMs: performance.now() + RECHECK_DEADLINE_MS,
  });
  const authenticated = await authenticators[callerKind].authenticate(request, send);
  if (authenticated.rejection !== undefined) throw authenticated.rejection;
  requires?.check(authenticated.caller as never, request.params as Readonly<Record<string, string>>);
  request.authenticated = authenticated;
  request.authenticatedAtMs = performance.now();
  return authenticated;
}
