import { workspace, workspaceRecords, type Json } from '@kushk/contracts';
import { Refused, type BodySchema } from '@kushk/edge';
import { validateOriginHeader } from '@modelcontextprotocol/server';
import type { PluginCaller } from '../../authentication/caller.js';
import { routesFor, type Route, type RouteResponse } from '../../http/route.js';
import { pluginPolicy } from '../plugin-policy.js';
import { serveMcp } from './mcp-exchange.js';

const { compositeRoute } = routesFor<PluginCaller>('plugin', '/i/:installation_id/plugin/v1');

interface McpBody {
  readonly message: unknown;
}
/** The SDK validates messages: which fields a message needs depends on its revision. */
const anyMessage: BodySchema<McpBody> = {
  schema: {
    type: 'object',
    required: ['jsonrpc', 'method'],
    properties: {
      jsonrpc: { const: '2.0' },
      id: { type: ['string', 'integer'] },
      method: { type: 'string' },
      params: { type: 'object', additionalProperties: true },
    },
  },
  read: (message) => ({ message }),
  check: () => undefined,
};
/** A JSON-RPC response, as the OpenAPI document describes it. */
interface McpResult {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly result?: { readonly [key: string]: Json };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Json };
}

/** The MCP server of an installation. `serviceOrigin` is the public origin of this instance. */
export function mcpRoutes({ serviceOrigin }: { readonly serviceOrigin: string }): readonly Route[] {
  const allowedHostnames = [new URL(serviceOrigin).hostname];
  if (LOOPBACK.includes(allowedHostnames[0]!)) allowedHostnames.push(...LOOPBACK);
  return [
    compositeRoute('POST', '/mcp', {
      operationId: 'sendMcpMessage',
      summary:
        'Send a message of the Model Context Protocol: tools that read the records of the platform, and those of the plugin',
      requires: pluginPolicy({ handle: 'with_token' }),
      body: anyMessage,
      idempotencyKey: 'ignored',
      ownErrors: true,
      protocolStatuses: {
        202: { description: 'The notification was accepted', hasBody: false },
        400: { description: 'No single valid message, or an unknown protocol version', hasBody: true },
        404: { description: 'The revision of the message has no such method', hasBody: true },
        406: { description: 'The client does not accept JSON and event streams', hasBody: true },
      },
      calls: [
        workspaceRecords.listOpenCasesFirst,
        workspaceRecords.getCase,
        workspace.listPeople,
        workspaceRecords.listSessions,
        workspaceRecords.getSession,
        workspaceRecords.listMessages,
        workspaceRecords.searchDocuments,
        workspaceRecords.getDocument,
        workspaceRecords.listCalendarEvents,
        workspaceRecords.listMemory,
        workspace.listRecords,
        workspace.getRecord,
        workspace.searchRecords,
        workspace.listProposalsOfPlugin,
        workspace.getProposalOfPlugin,
      ],
      handle: async ({ caller, body, http }, send): Promise<RouteResponse<McpResult>> => {
        // A page of another site that reaches this server through a rebound name sends its own origin.
        if (!validateOriginHeader(http.headers.origin, allowedHostnames).ok) throw Refused.with('auth.origin_refused');
        const { status, text } = await serveMcp({
          message: body.message,
          headers: http.headers,
          signal: http.signal(),
          caller: {
            installation_id: caller.installation.installation_id,
            organisation_id: caller.organisationId,
            person_id: caller.onBehalfOf?.personId ?? null,
            scopes: caller.installation.scopes,
            locale: caller.installation.locale,
          },
          send,
        });
        return { status, ...(text !== undefined && { text }) };
      },
    }),
  ];
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
