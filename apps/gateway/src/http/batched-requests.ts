import type { SendRequest } from './route.js';

/**
 * Requests that are sent together, many in one message, by their subject. A loader resolves with the reply, or with
 * null when the request has to be sent alone.
 */
export type BatchedRequests = ReadonlyMap<string, (request: never) => Promise<unknown>>;

/** Sends the requests for which there is a loader through it, and all others alone. */
export function withBatches(send: SendRequest, batched: BatchedRequests): SendRequest {
  return <Request, Reply>(...[type, request, options]: Parameters<typeof send<Request, Reply>>) => {
    const load = options === undefined ? batched.get(type.subject) : undefined;
    if (load === undefined) return send(type, request, options);
    const loaded = load(request as never);
    return loaded.then((reply) => (reply === null ? send(type, request) : { reply: reply as Reply, replayed: false }));
  };
}
