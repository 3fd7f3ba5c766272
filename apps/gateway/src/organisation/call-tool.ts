import { delivery, installation, type Json, type JsonObject } from '@kushk/contracts';
import { log } from '@kushk/runtime';
import type { PersonCaller } from '../authentication/caller.js';
import type { RouteResponse, SendRequest } from '../http/route.js';
import { sessionOf } from '../session/session-of.js';

/**
 * The plugin gets ten seconds to respond. The installation service and the delivery service share the rest of the
 * deadline (docs/reference/delivery.md, Tool calls).
 */
export const TOOL_DEADLINE_MS = 12_000;

/**
 * Calls a tool for a person, as the assistant does. The installation service checks the tool name, the arguments and
 * the installation's status, and seals a read-only handle for this call. The delivery service sends the signed call
 * and returns the result. The handle ends before the caller receives the result, whatever the result is.
 */
export async function callTool(
  caller: PersonCaller,
  tool: { readonly installationId: string; readonly name: string; readonly arguments: JsonObject },
  send: SendRequest,
): Promise<RouteResponse<{ readonly content: Json }>> {
  const { reply: prepared } = await send(installation.prepareToolCall, {
    organisation_id: caller.organisation.id,
    installation_id: tool.installationId,
    tool: tool.name,
    arguments: tool.arguments,
    person_id: caller.person.id,
    session_id: await sessionOf(caller, send),
  });
  const { installation_id, call_id } = prepared;
  try {
    const { reply } = await send(delivery.callTool, {
      installation_id,
      tool: tool.name,
      call_id,
      user_id: caller.person.id,
      arguments: tool.arguments,
      handle: prepared.handle,
    });
    return { status: 200, body: { content: reply.content } };
  } finally {
    await endToolCall({ installation_id, call_id }, send);
  }
}

/** A call that cannot be ended ends when its handle expires, ten seconds after the call began. */
async function endToolCall(
  call: { readonly installation_id: string; readonly call_id: string },
  send: SendRequest,
): Promise<void> {
  try {
    await send(installation.endToolCall, call);
  } catch (err) {
    log.warn({ err, ...call }, 'tool call could not be ended');
  }
}
