/** How all requests of the pages are sent, and what the frame of the pages learns from their responses. */
import { WriteKeys } from './write-keys.js';

/**
 * - `unauthorized`: there is no session any more.
 * - `unreachable`: no response arrived.
 * - `answered`: the service responded.
 */
export type RequestEvent = 'unauthorized' | 'unreachable' | 'answered';

const UNAUTHORIZED = 401;
const SERVER_ERROR = 500;
const KEY_HEADER = 'idempotency-key';
const keys = new WriteKeys();
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
  const isEmpty = isEmptyWrite(input);
  const request = new Request(input, isEmpty ? { body: '{}' } : {});
  if (isEmpty) request.headers.set('content-type', 'application/json');
  request.headers.set('accept-language', document.documentElement.lang);
  if (organisation !== null) request.headers.set('service-organisation', organisation);
  const settle = await addKey(request);
  try {
    // Firefox neither copies `keepalive` from a request to the next nor follows that of a request.
    const response = await fetch(request, { keepalive: input.keepalive });
    settle(response.status < SERVER_ERROR);
    announce(response.status === UNAUTHORIZED ? 'unauthorized' : 'answered');
    return response;
  } catch (error) {
    settle(false);
    if (!request.signal.aborted) announce('unreachable');
    throw error;
  }
}

/** Adds an idempotency key to a `POST`. Returns what to call with whether its outcome is known. */
async function addKey(request: Request): Promise<(isKnown: boolean) => void> {
  if (request.method !== 'POST' || request.headers.has(KEY_HEADER)) return () => undefined;
  const write = `${request.url} ${organisation ?? ''} ${await request.clone().text()}`;
  const key = keys.keyFor(write, Date.now());
  request.headers.set(KEY_HEADER, key);
  return (isKnown) => (isKnown ? keys.forget(write) : keys.keep(write, key, Date.now()));
}

/**
 * A write that the session cookie authenticates needs a JSON body, even when there is nothing to send. Firefox has no
 * `Request.body`; a request with a body always has a type.
 */
function isEmptyWrite({ method, headers }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD' && !headers.has('content-type');
}
