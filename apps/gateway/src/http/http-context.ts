import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a route for another protocol over HTTP needs of its request. Other routes use the validated parts of `Call`. */
export interface HttpContext {
  readonly headers: IncomingHttpHeaders;
  /** A signal that is aborted when the client closes the connection before the response is sent. */
  readonly signal: () => AbortSignal;
}

export function httpContextOf({ headers }: FastifyRequest, { raw }: FastifyReply): HttpContext {
  return {
    headers,
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
