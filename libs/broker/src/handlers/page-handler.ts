import { keyAfterCursor, type RequestType } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import type { Type } from '@nestjs/common';
import type { Found, Needs } from './needs.js';
import { queryHandler, type RequestHandler } from './query-handler.js';

/**
 * Answers a request for a page of a list. `after` is the key after which the page starts; null for the first page.
 * Rejects an invalid cursor with `cursor.invalid`.
 */
export function pageHandler<Request extends { readonly cursor: string | null }, Reply, N extends Needs>(
  request: RequestType<Request, Reply>,
  needs: N,
  handle: (request: Request, found: Found<N>, after: string | null) => Promise<Outcome<NoInfer<Reply>>>,
): Type<RequestHandler<Request, Reply>> {
  return queryHandler(request, needs, (message, found) => {
    const after = keyAfterCursor(message.cursor);
    return after === undefined ? refuse('cursor.invalid') : handle(message, found, after);
  });
}
