/**
 * Calls a tool of the instance's MCP server without a session: one POST per call, revision 2026-07-28 of the Model
 * Context Protocol (streamable HTTP). The tools only read, so a call can be repeated.
 */
import { callApi, type ClientOptions } from './api-call.js';
import type { CallOptions } from './call-options.js';
import { KushkError } from './errors.js';

const PROTOCOL_VERSION = '2026-07-28';
const CLIENT_INFO = { name: 'kushk-plugin-sdk', version: '0.1.0' };
const INVALID_PARAMS = -32602;

/** The parts of a JSON-RPC response that the client reads. */
interface McpResponse {
  readonly result?: {
    readonly structuredContent?: unknown;
    readonly content?: readonly { readonly type?: string; readonly text?: string }[];
    readonly isError?: boolean;
    readonly _meta?: { readonly code?: unknown; readonly status?: unknown; readonly params?: unknown };
  };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/**
 * Returns the structured content of the result. Throws `KushkError` when the tool fails, with the code that the HTTP
 * API would return; `mcp.tool_unavailable` when no such tool is listed, because the scope in `params.scope` is not
 * granted.
 */
export async function callTool<Result>(
  options: ClientOptions,
  { name, args }: { readonly name: string; readonly args: Readonly<Record<string, unknown>> },
  callOptions: CallOptions,
): Promise<Result> {
  const response = await callApi<McpResponse>(options, {
    ...callOptions,
    method: 'POST',
    path: '/mcp',
    isReadOnly: true,
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': PROTOCOL_VERSION,
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name,
        arguments: args,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': PROTOCOL_VERSION,
          'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    },
    failureOf: (reply) => failureOf(name, reply),
  });
  return response.result?.structuredContent as Result;
}

/** An MCP server reports its errors in a response with status 200. */
function failureOf(name: string, { result, error }: McpResponse): KushkError | null {
  if (error !== undefined) {
    const isUnknown = error.code === INVALID_PARAMS;
    const code = isUnknown ? 'mcp.tool_unavailable' : 'mcp.protocol_error';
    const { params } = (error.data ?? {}) as { readonly params?: Readonly<Record<string, unknown>> };
    return new KushkError(`${code}: ${error.message}`, {
      status: isUnknown ? 403 : 502,
      code,
      params: { ...params, tool: name, ...(isUnknown ? {} : { json_rpc_code: error.code }) },
      requestId: null,
    });
  }
  if (result?.isError !== true) return null;
  const { code = 'mcp.tool_failed', status = 502, params = {} } = result._meta ?? {};
  const text = result.content?.find((part) => typeof part.text === 'string')?.text ?? '';
  return new KushkError(`${String(code)}: ${text}`, {
    status: Number(status),
    code: String(code),
    params: { ...(params as Record<string, unknown>), tool: name },
    requestId: null,
  });
}
