/** Records requests to the plugin API with their bodies, outside production (received-calls.ts). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tenantOf } from '@kushk/contracts';
import type { PluginCaller } from '../authentication/caller.js';
import type { ReceivedCallSharing } from '../plugin/received-call-sharing.js';
import { bodyStart, type Body } from '../plugin/received-calls.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The first bytes of both bodies, where requests are recorded. */
    requestBody: Body | null;
    responseBody: Body | null;
  }
}

/** Records the requests to the routes of a scope. Their bodies come to `recordBody`. */
export function recordCalls(scope: FastifyInstance, calls: ReceivedCallSharing): void {
  scope.decorateRequest('requestBody', null);
  scope.decorateRequest('responseBody', null);
  scope.addHook('onSend', async (request, _reply, payload) => {
    if (isOfPlugin(request) && (typeof payload === 'string' || payload instanceof Uint8Array))
      request.responseBody = bodyStart(payload);
    return payload;
  });
  scope.addHook('onResponse', (request, reply, end) => {
    recordCall(calls, request, reply);
    end();
  });
}

export function recordBody(request: FastifyRequest, body: Uint8Array): void {
  if (isOfPlugin(request)) request.requestBody = bodyStart(body);
}

const isOfPlugin = ({ url }: FastifyRequest): boolean => url.startsWith('/i/');

function recordCall(calls: ReceivedCallSharing, request: FastifyRequest, { statusCode }: FastifyReply): void {
  const duration_ms = Math.round(performance.now() - request.receivedAtMs);
  const { method, url, id, problemCode, authenticated, requestBody, responseBody } = request;
  const { onBehalfOf } = (authenticated?.caller ?? {}) as Partial<PluginCaller>;
  calls.record({
    url,
    organisationId: tenantOf(authenticated?.actor),
    receivedAtMs: Date.now() - duration_ms,
    toolCallId: onBehalfOf?.toolCallId ?? null,
    isFromPage: onBehalfOf?.handleOnly ?? false,
    requestBody,
    responseBody,
    method,
    status: statusCode,
    code: problemCode,
    duration_ms,
    request_id: id,
  });
}
