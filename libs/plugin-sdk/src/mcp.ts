/**
 * The instance's MCP server for a model of yours: a connected client of the official SDK, which lists the tools that
 * the scopes of the installation allow. `@modelcontextprotocol/client` is an optional peer
 * dependency of this file only; `client.read` needs none.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { KushkClient } from './client.js';

/**
 * Connects to `{api_base}/mcp` as the installation, or as the person of `client.onBehalfOf(handle)`. Call `close()`
 * when you are done.
 */
export async function connectMcp(client: KushkClient): Promise<Client> {
  const { url, headers } = client.mcpServer();
  const connected = new Client({ name: 'kushk-plugin', version: '1.0.0' });
  await connected.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return connected;
}
