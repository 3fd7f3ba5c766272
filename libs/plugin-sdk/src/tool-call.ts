/** `POST /service/tools/{name}`: the assistant asks, the plugin answers `{"content": …}` in under ten seconds. */
import { KushkClient } from './client.js';
import { Answered } from './exchange.js';
import { factsOf, type PluginDefinition, type PluginLimits } from './plugin-definition.js';
import { liveSecrets, requireSignature, type SignedCall } from './signed-call.js';
import type { JsonObject } from './wire.js';

/** The JSON to answer with. `Answered` 404 unknown tool, 400 bad body, 504 too slow, 500 too large. */
export async function callTool(
  plugin: PluginDefinition,
  limits: PluginLimits,
  name: string,
  call: SignedCall,
): Promise<string> {
  const installation = await plugin.store.find(call.installationId);
  requireSignature(call, installation === null ? [] : liveSecrets(installation, call.now));
  const tool = plugin.tools !== undefined && Object.hasOwn(plugin.tools, name) ? plugin.tools[name] : undefined;
  if (tool === undefined) throw new Answered(404, 'tool.not_found');
  const { installation_id, user_id, arguments: args, handle } = call.json;
  const sound =
    installation_id === call.installationId &&
    typeof user_id === 'string' &&
    typeof handle === 'string' &&
    typeof args === 'object' &&
    args !== null &&
    !Array.isArray(args);
  if (!sound || installation === null) throw new Answered(400, 'request.invalid');

  const client = new KushkClient({ apiBase: installation.api_base, token: installation.token });
  const aborter = new AbortController();
  const work = Promise.resolve().then(() =>
    tool(args as JsonObject, {
      installation: factsOf(installation),
      client,
      person: client.withHandle(handle),
      userId: user_id,
      signal: aborter.signal,
    }),
  );
  const content = await inTime(work, limits.toolMs, aborter);
  const body = JSON.stringify({ content: content ?? null });
  if (Buffer.byteLength(body) > limits.contentBytes) throw new Answered(500, 'tool.content_too_large');
  return body;
}

async function inTime<Result>(work: Promise<Result>, limitMs: number, aborter: AbortController): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Answered(504, 'tool.timeout'));
      aborter.abort();
    }, limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
