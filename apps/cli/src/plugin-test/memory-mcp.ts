/** The MCP server of the plugin under test: an organisation without records. */
import type { ApiReply } from './memory-api.js';

const EMPTY_LISTS = /^(?:list_|search_)/;

export function mcpReply(message: Readonly<Record<string, unknown>>): ApiReply {
  const { id, method, params } = message;
  if (id === undefined) return { status: 202 };
  const { name = '', protocolVersion = '2025-11-25' } = (params ?? {}) as { name?: string; protocolVersion?: string };
  return { status: 200, body: { jsonrpc: '2.0', id, result: resultOf(String(method), name, protocolVersion) } };
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
