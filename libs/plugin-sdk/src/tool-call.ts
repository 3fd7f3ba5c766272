/** `POST /service/tools/{name}`: the assistant calls a tool and expects `{"content": …}` within ten seconds. */
import { KushkClient } from './client.js';
import { KushkError } from './errors.js';
import { HttpError } from './http.js';
import { withoutSecrets, type PluginDefinition, type PluginLimits, type ToolContext } from './plugin-definition.js';
import { requireKnown, type SignedCall } from './signed-call.js';
import type { StoredInstallation } from './store.js';
import { runAsTool } from './tool-scope.js';
import type { JsonObject } from './wire.js';

interface ToolRequest {
  readonly installation: StoredInstallation;
  readonly userId: string;
  readonly handle: string;
  readonly args: JsonObject;
  readonly version: string | null;
}

/**
 * Runs a tool and returns the response body. Throws `HttpError` 404 for an unknown tool, 400 for an invalid body, 504
 * after `toolTimeoutMs`, and 500 for content over `maxContentBytes` and for a tool that writes.
 */
export async function callTool(
  { plugin, limits }: { readonly plugin: PluginDefinition; readonly limits: PluginLimits },
  name: string,
  call: SignedCall,
): Promise<string> {
  const installation = await plugin.store.find(call.installationId);
  requireKnown(call, installation);
  const tool = plugin.tools !== undefined && Object.hasOwn(plugin.tools, name) ? plugin.tools[name] : undefined;
  if (tool === undefined) throw new HttpError(404, 'tool.not_found');
  const request = readRequest(installation, call);
  const aborter = new AbortController();
  const work = runAsTool(() => tool(request.args, contextOf(request, aborter.signal))).catch(namedIfWrite);
  const content = await withTimeout(work, limits.toolTimeoutMs, aborter);
  const body = JSON.stringify({ content: content ?? null });
  if (Buffer.byteLength(body) > limits.maxContentBytes) throw new HttpError(500, 'tool.content_too_large');
  return body;
}

/** The code of a rejected write says what is wrong with the tool, and nothing about the plugin's data. */
function namedIfWrite(error: unknown): never {
  if (KushkError.is(error, 'auth.handle_read_only')) throw new HttpError(500, error.code, error);
  throw error;
}

function readRequest(installation: StoredInstallation | null, call: SignedCall): ToolRequest {
  const { installation_id, user_id: userId, arguments: args, handle } = call.json;
  const isValid =
    installation_id === call.installationId &&
    typeof userId === 'string' &&
    typeof handle === 'string' &&
    typeof args === 'object' &&
    args !== null &&
    !Array.isArray(args);
  if (!isValid || installation === null) throw new HttpError(400, 'request.invalid');
  return { installation, userId, handle, args: args as JsonObject, version: call.pluginVersion };
}

function contextOf({ installation, userId, handle, version }: ToolRequest, signal: AbortSignal): ToolContext {
  const client = new KushkClient({ apiBase: installation.api_base, token: installation.token, readOnly: true });
  const person = client.onBehalfOf(handle);
  return { installation: withoutSecrets(installation), client, person, userId, version, signal };
}

async function withTimeout<Result>(work: Promise<Result>, limitMs: number, aborter: AbortController): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new HttpError(504, 'tool.timeout'));
      aborter.abort();
    }, limitMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
