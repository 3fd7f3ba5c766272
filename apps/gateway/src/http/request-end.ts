import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the route does for the request; null before and after it. */
    work: Promise<unknown> | null;
    /** What is called when the request ends; null before `whenRequestEnds`. */
    endListeners: (() => void)[] | null;
  }
}

/**
 * Calls `release` when the connection has the response. If the client has closed the connection, the services still
 * work for it: then `release` is called when they have replied or the deadline has passed. Otherwise a client could
 * start any amount of work by closing one connection after the other.
 */
export function whenRequestEnds(request: FastifyRequest, { raw }: FastifyReply, release: () => void): void {
  if (raw.closed || raw.destroyed) return release();
  if (request.endListeners !== null) {
    request.endListeners.push(release);
    return;
  }
  const listeners = [release];
  const releaseAll = (): void => {
    for (const listener of listeners) listener();
  };
  request.endListeners = listeners;
  raw.once('close', () => {
    if (request.work === null) releaseAll();
    else void request.work.then(releaseAll, releaseAll);
  });
}
