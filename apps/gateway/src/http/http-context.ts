import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticated } from '../authentication/caller.js';
import type { ChangeHub } from '../changes/change-hub.js';

/** What a route for another protocol over HTTP needs of its request. Other routes use the validated parts of `Call`. */
export interface HttpContext {
  readonly headers: IncomingHttpHeaders;
  /** A signal that is aborted when the client closes the connection before the response is sent. */
  readonly signal: () => AbortSignal;
  /** Calls `listener` when the response has ended, whichever side ended it. */
  readonly onClose: (listener: () => void) => void;
  /** The name of the caller in rate limits. */
  readonly callerName: string;
  /** The caller with the rights that it has now, for a response that lasts. Rejects when the route is closed to it. */
  readonly callerNow: () => Promise<Authenticated<unknown>>;
  readonly changes: ChangeHub;
}

export function httpContextOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { raw }: Pick<FastifyReply, 'raw'>,
  { callerName, callerNow, changes }: Pick<HttpContext, 'callerName' | 'callerNow' | 'changes'>,
): HttpContext {
  return {
    callerName,
    callerNow,
    changes,
    headers,
    onClose: (listener) => {
      if (raw.closed || raw.destroyed) listener();
      else raw.once('close', listener);
    },
    signal: () => {
      const controller = new AbortController();
      raw.once('close', () => {
        if (!raw.writableFinished) controller.abort();
      });
      if (raw.destroyed) controller.abort();
      return controller.signal;
    },
  };
}
