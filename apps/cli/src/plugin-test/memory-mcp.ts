/** The MCP server of the plugin under test: an organisation with few records, and the tools of the granted scopes. */
import { isScopeGranted, OWN_TOOL_SCOPES, TOOL_SCOPES } from '@kushk/manifest';
import type { ApiReply } from './memory-api.js';
import { platformRecord } from './memory-platform.js';

const LISTS = /^list_(.*)$/;
const SEARCHES = /^search_/;
const GETS = /^get_(case|document)$/;
/** The page of a list of the platform's records. */
type PageOf = (kind: string, query: URLSearchParams) => ApiReply;
const SCOPES: Readonly<Record<string, string>> = { ...TOOL_SCOPES, ...OWN_TOOL_SCOPES };
const INVALID_PARAMS = -32602;

export function mcpReply(
  message: Readonly<Record<string, unknown>>,
  scopes: readonly string[],
  pageOf: PageOf,
): ApiReply {
  const { id, method, params } = message;
  if (id === undefined) return { status: 202 };
  const call = (params ?? {}) as CallParams;
  const scope = SCOPES[call.name ?? ''];
  const answer =
    method === 'tools/call' && (scope === undefined || !isScopeGranted(scope, scopes))
      ? { error: unavailable(call.name ?? '', scope) }
      : { result: resultOf(String(method), call, pageOf) };
  return { status: 200, body: { jsonrpc: '2.0', id, ...answer } };
}

interface CallParams {
  readonly name?: string;
  readonly protocolVersion?: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

function unavailable(name: string, scope: string | undefined) {
  if (scope === undefined) return { code: INVALID_PARAMS, message: `Unknown tool: ${name}` };
  const data = { code: 'mcp.tool_unavailable', status: 403, params: { scope } };
  return { code: INVALID_PARAMS, message: `Unknown tool: ${name}. It needs the scope ${scope}`, data };
}

function resultOf(method: string, call: CallParams, pageOf: PageOf): unknown {
  const { name = '', protocolVersion = '2025-11-25', arguments: given = {} } = call;
  if (method === 'initialize')
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'kushk-plugin-test', version: '1' } };
  if (method === 'tools/list') return { tools: [] };
  const kind = LISTS.exec(name)?.[1];
  if (kind !== undefined) {
    const query = Object.entries(given).map(([key, value]): [string, string] => [key, String(value)]);
    return contentOf(pageOf(kind, new URLSearchParams(query)).body);
  }
  if (SEARCHES.test(name)) return contentOf({ items: [], next_cursor: null });
  const got = GETS.exec(name)?.[1];
  const record = got === undefined ? undefined : platformRecord(`${got}s`, String(given['id']));
  if (record !== undefined) return contentOf(record);
  return {
    isError: true,
    content: [{ type: 'text', text: 'not found' }],
    _meta: { code: `${name.replace(/^get_/, '')}.not_found`, status: 404, params: {} },
  };
}

const contentOf = (structuredContent: unknown) => ({
  structuredContent,
  content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
});
