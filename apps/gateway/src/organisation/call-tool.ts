import { delivery, installation, type JsonObject } from '@kushk/contracts';
import type { PersonCaller } from '../authentication/caller.js';
import type { Answer, Ask } from '../http/route.js';

/** A plugin has under ten seconds; the rest is for the two services (contract §3: tool routes 12 s). */
export const TOOL_DEADLINE_MS = 12_000;

/**
 * What the assistant does when it calls a tool for a person: the installation service checks name, arguments and
 * status and seals a read-only handle for this one call; delivery makes the signed call and brings the answer.
 */
export async function callTool(
  caller: PersonCaller,
  tool: { readonly installationId: string; readonly name: string; readonly arguments: JsonObject },
  ask: Ask,
): Promise<Answer> {
  const { reply: prepared } = await ask(installation.prepareToolCall, {
    organisation_id: caller.organisation.id,
    installation_id: tool.installationId,
    tool: tool.name,
    arguments: tool.arguments,
    person_id: caller.person.id,
  });
  const { reply } = await ask(delivery.callTool, {
    installation_id: prepared.installation_id,
    tool: tool.name,
    call_id: prepared.call_id,
    user_id: caller.person.id,
    arguments: tool.arguments,
    handle: prepared.handle,
  });
  return { status: 200, body: { content: reply.content } };
}
