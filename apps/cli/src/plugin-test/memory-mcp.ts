/** The MCP server of the plugin under test: an organisation without records, and the tools of the granted scopes. */
import { isScopeGranted, OWN_TOOL_SCOPES, TOOL_SCOPES } from '@kushk/manifest';
import type { ApiReply } from './memory-api.js';

const EMPTY_LISTS = /^(?:list_|search_)/;
const SCOPES: Readonly<Record<string, string>> = { ...TOOL_SCOPES, ...OWN_TOOL_SCOPES };
const INVALID_PARAMS = -32602;

export function mcpReply(message: Readonly<Record<string, unknown>>, scopes: readonly string[]): ApiReply {
  const { id, method, params } = message;
  if (id === undefined) return { status: 202 };
  const { name = '', protocolVersion = '2025-11-25' } = (params ?? {}) as { name?: string; protocolVersion?: string };
  const scope = SCOPES[name];
  const answer =
    method === 'tools/call' && (scope === undefined || !isScopeGranted(scope, scopes))
      ? { error: unavailable(name, scope) }
      : { result: resultOf(String(method), name, protocolVersion) };
  return { status: 200, body: { jsonrpc: '2.0', id, ...answer } };
}

function unavailable(name: string, scope: string | undefined) {
  if (scope === undefined) return { code: INVALID_PARAMS, message: `Unknown tool: ${name}` };
  const data = { code: 'mcp.tool_unavailable', status: 403, params: { scope } };
  return { code: INVALID_PARAMS, message: `Unknown tool: ${name}. It needs the scope ${scope}`, data };
}

function resultOf(method: string, name: string, protocolVersion: string): unknown {
  if (method === 'initialize')
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'kushk-plugin-test', version: '1' } };
  if (method === 'tools/list') return { tools: [] };
  if (EMPTY_LISTS.test(name)) {
    const structuredContent = { items: [], next_cursor: null };
    return { structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] };
  }
  return {
    isError: true,
    content: [{ type: 'text', text: 'not found' }],
    _meta: { code: `${name.replace(/^get_/, '')}.not_found`, status: 404, params: {} },
  };
}
