/**
 * Serves one message of the Model Context Protocol with the official SDK, without a session: revision 2026-07-28, in
 * which each message names its revision, and the two revisions before it, in which a client initializes first. Every
 * answer is one JSON document (docs/reference/mcp.md).
 */
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import type { IncomingHttpHeaders } from 'node:http';
import { accepts, type KnownCode } from '@kushk/edge';
import { now } from '@kushk/runtime';
import type { SendRequest } from '../../http/route.js';
import { callReadingTool, type ToolResult } from './call-reading-tool.js';
import { instructionsFor } from './instructions.js';
import { grantedTools, readingTools } from './reading-tools.js';
import type { ListedTool, ToolCaller } from './tool.js';
import { listedSchema } from './tool-schemas.js';

/** The newest one first: a client that asks for an unknown revision is offered the newest that it can initialize. */
export const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18'];
/** The methods whose results contain the instructions. */
const DESCRIBING_METHODS = ['initialize', 'server/discover'];
/** The message and what the caller may read. */
export interface McpExchange {
  readonly message: unknown;
  readonly headers: IncomingHttpHeaders;
  /** Aborted when the client closes the connection, which is how it cancels a request. */
  readonly signal: AbortSignal;
  readonly caller: ToolCaller;
  readonly send: SendRequest;
}
export interface McpResponse {
  readonly status: number;
  /** The JSON-RPC response; undefined for a notification. */
  readonly text: string | undefined;
}

/** The headers of MCP. Others, such as the credentials, do not reach the SDK. */
const MCP_HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;
/** The SDK needs an absolute URL and does not use it. */
const ANY_URL = 'http://mcp.invalid/';
/** The SDK creates a validator for each server otherwise. It validates answers of clients, which we never ask. */
const validator = new AjvJsonSchemaValidator();

export async function serveMcp(exchange: McpExchange): Promise<McpResponse> {
  const refused = refusedMessage(exchange.message);
  if (refused !== null) return refused;
  const request = new Request(ANY_URL, {
    method: 'POST',
    headers: mcpHeaders(exchange.headers),
    signal: exchange.signal,
  });
  const isLegacy = await isLegacyRequest(request, exchange.message);
  const response = await (isLegacy ? serveLegacy : serveModern)(exchange, request);
  const text = await response.text();
  return { status: response.status, text: text === '' ? undefined : text };
}

/**
 * Batches have not been part of the protocol since 2025-06-18. A subscription would keep the connection open, and
 * there is nothing to subscribe to: the tools of an installation change only with its scopes.
 */
function refusedMessage(message: unknown): McpResponse | null {
  if (Array.isArray(message))
    return refusal(400, { code: -32600, message: 'Batches are not supported: send one message' });
  if (message === undefined)
    return refusal(400, { code: -32700, message: 'The body is empty: send one JSON-RPC message' });
  const { method, id } = Object(message) as { readonly method?: unknown; readonly id?: unknown };
  if (method !== 'subscriptions/listen') return null;
  return refusal(404, { code: -32601, message: 'Subscriptions are not supported' }, id);
}

function refusal(
  status: number,
  error: { readonly code: number; readonly message: string },
  id?: unknown,
): McpResponse {
  const known = typeof id === 'string' || typeof id === 'number' ? id : null;
  return { status, text: JSON.stringify({ jsonrpc: '2.0', id: known, error }) };
}

async function serveModern(exchange: McpExchange, request: Request): Promise<Response> {
  const handler = createMcpHandler(() => newServer(exchange), { legacy: 'reject', keepAliveMs: 0 });
  return await handler.fetch(request, { parsedBody: exchange.message });
}

async function serveLegacy(exchange: McpExchange, request: Request): Promise<Response> {
  const server = newServer(exchange);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const aborted = Promise.withResolvers<Response>();
  const cancel = (): void => aborted.resolve(new Response(null, { status: CLIENT_CLOSED_REQUEST }));
  exchange.signal.addEventListener('abort', cancel, { once: true });
  try {
    return await Promise.race([transport.handleRequest(request, { parsedBody: exchange.message }), aborted.promise]);
  } finally {
    exchange.signal.removeEventListener('abort', cancel);
    await server.close();
  }
}
/** Nobody receives this response. It is only in the log and in the metrics. */
const CLIENT_CLOSED_REQUEST = 499;

function newServer({ message, caller, send, signal }: McpExchange): Server {
  const granted = grantedTools(caller.scopes);
  const { method } = Object(message) as { readonly method?: unknown };
  const server = new Server(
    { name: 'kushk', title: 'Kushk', version: '1.0' },
    {
      capabilities: { tools: {} },
      ...(DESCRIBING_METHODS.includes(String(method)) && { instructions: instructionsFor(caller, now()) }),
      supportedProtocolVersions: PROTOCOL_VERSIONS,
      jsonSchemaValidator: validator,
    },
  );
  const sendUnlessCancelled: SendRequest = (type, request, options) => {
    signal.throwIfAborted();
    return send(type, request, options);
  };
  server.setRequestHandler('tools/list', ({ params }) => {
    if (params?.cursor !== undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is only one page');
    return { tools: granted.map(listedTool) };
  });
  server.setRequestHandler('tools/call', async ({ params }): Promise<ToolResult> => {
    const tool = granted.find(({ name }) => name === params.name);
    if (tool === undefined) throw unavailableTool(params.name);
    return await callReadingTool(tool, { caller, given: params.arguments }, sendUnlessCancelled);
  });
  return server;
}

/** A tool whose scope is not granted is as unknown as one that does not exist, and its scope is public. */
function unavailableTool(name: string): ProtocolError {
  const scope = readingTools.find((tool) => tool.name === name)?.scope;
  if (scope === undefined) return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
  const code: KnownCode = 'mcp.tool_unavailable';
  const message = `Unknown tool: ${name}. It needs the scope ${scope}: request it in the manifest, and let the admin consent`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, { code, status: 403, params: { scope } });
}

export function listedTool({ name, title, description, inputSchema, outputSchema }: ListedTool) {
  return {
    name,
    title,
    description,
    inputSchema: inputSchema as { type: 'object' },
    outputSchema: listedSchema(outputSchema) as { type: 'object' },
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}

/** The SDK asks for both types by name, although every answer is JSON. */
const SDK_ACCEPT = 'application/json, text/event-stream';

function mcpHeaders(headers: IncomingHttpHeaders): Headers {
  const found = new Headers();
  for (const name of MCP_HEADERS) {
    const value = headers[name];
    if (typeof value === 'string') found.set(name, value);
  }
  if (accepts(headers.accept, 'application/json')) found.set('accept', SDK_ACCEPT);
  return found;
}
