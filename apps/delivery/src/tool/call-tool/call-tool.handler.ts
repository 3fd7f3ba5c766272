import { commandHandler, respond } from '@kushk/broker';
import { delivery, type ToolCallBody } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { Endpoints } from '../../endpoint/endpoint.view.js';
import { SigningSecrets } from '../../outbound/signing-secrets.js';
import type { OutgoingRequest } from '../../outbound/attempt-result.js';
import { signedRequest } from '../../outbound/signed-request.js';
import { ToolClient } from './tool.client.js';

/** Sends `POST {plugin_base_url}/service/tools/{name}` for the assistant. A failed call is not retried. */
export const CallToolHandler = commandHandler(
  delivery.callTool,
  { endpoints: Endpoints, tools: ToolClient, secrets: SigningSecrets },
  async (request, { endpoints, tools, secrets }, { meta }) => {
    const { installation_id, tool, call_id, user_id, arguments: args, handle } = request;
    const endpoint = await endpoints.find(installation_id);
    if (endpoint === null || endpoint.removed) return refuse('installation.not_found');
    if (!endpoint.calls_allowed)
      return refuse(endpoint.availability === 'suspended' ? 'installation.suspended' : 'installation.paused');
    const baseUrl = endpoint.polls ? endpoint.tools_url : endpoint.base_url;
    if (baseUrl === null || !endpoint.has_credentials) return refuse('tool.unavailable');
    const body = JSON.stringify({ installation_id, user_id, arguments: args, handle } satisfies ToolCallBody);
    const prepare = async (at: Date): Promise<OutgoingRequest> =>
      signedRequest({
        baseUrl,
        path: `/service/tools/${encodeURIComponent(tool)}`,
        installationId: installation_id,
        attempt: 1,
        pluginVersion: endpoint.version,
        body,
        at,
        secrets: await secrets.activeAt(installation_id, endpoint.secrets, at),
      });
    const call = { callId: call_id, installationId: installation_id, tool, version: endpoint.version };
    const result = await tools.call(call, prepare, meta.traceparent);
    return 'content' in result ? respond(result) : result;
  },
);
