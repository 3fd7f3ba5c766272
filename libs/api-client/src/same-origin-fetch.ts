/** How all requests of the pages are sent, and what the frame of the pages learns from their responses. */

/**
 * - `unauthorized`: there is no session any more.
 * - `unreachable`: no response arrived.
 * - `answered`: the service responded.
 */
export type RequestEvent = 'unauthorized' | 'unreachable' | 'answered';

const UNAUTHORIZED = 401;
const listeners = new Set<(event: RequestEvent) => void>();
let organisation: string | null = null;

/** Calls `listener` after each request. Returns a function that stops this. */
export function onRequest(listener: (event: RequestEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(event: RequestEvent): void {
  for (const listener of listeners) listener(event);
}

/** Sets the organisation for which all requests are sent, for a person who belongs to several. */
export function setOrganisation(id: string | null): void {
  organisation = id;
}

/** The organisation for links, which cannot have the header `Service-Organisation`: `?organisation=`. */
export function currentOrganisation(): string | null {
  return organisation;
}

/** Sends a request of the pages to their own origin, with the session cookie. */
export async function sameOriginFetch(input: Request): Promise<Response> {
  const request = isEmptyWrite(input)
    ? new Request(input, { body: '{}', headers: withJson(input.headers) })
    : new Request(input);
  request.headers.set('accept-language', document.documentElement.lang);
  if (organisation !== null) request.headers.set('service-organisation', organisation);
  try {
    const response = await fetch(request);
    announce(response.status === UNAUTHORIZED ? 'unauthorized' : 'answered');
    return response;
  } catch (error) {
    if (!request.signal.aborted) announce('unreachable');
    throw error;
  }
}

/** A write that the session cookie authenticates needs a JSON body, even when there is nothing to send. */
function isEmptyWrite({ method, body }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD' && body === null;
}

function withJson(headers: Headers): Headers {
  const all = new Headers(headers);
  all.set('content-type', 'application/json');
  return all;
}
