/** Calls of the MCP tools with the ids of another tenant. */
import { smallestValue } from '@kushk/testing/fuzz/schema-values';
import { operationOf, type Schema } from '../parties/api-documents.js';
import { KINDS } from './kinds.js';
import { absentId, paramsOf, type Probe, type Tenants } from './probes.js';

/** What an MCP client accepts (Streamable HTTP transport). */
export const MCP_ACCEPT = 'application/json, text/event-stream';

/** A tool of the MCP server, as `tools/list` returns it. */
export interface McpTool {
  readonly name: string;
  readonly inputSchema: Schema;
}

/** A period: as `from` a date stands for its start, as `to` for its end. */
const DAY = '2026-06-01';

/** A foreign id of every kind in every argument of every MCP tool that is an id. */
export function mcpProbes(tenants: Tenants, tools: readonly McpTool[]): readonly Probe[] {
  const operation = operationOf('post /i/{installation_id}/plugin/v1/mcp');
  const params = paramsOf(operation, tenants.own);
  const headers = { ...tenants.own.installation, 'x-request-id': 'probe', accept: MCP_ACCEPT };
  return tools.flatMap(({ name, inputSchema }) => {
    const smallest = smallestValue(inputSchema) as object;
    const given = 'from' in smallest ? { ...smallest, from: DAY, to: DAY } : smallest;
    const body = (args: object) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
    const ids = Object.keys((inputSchema['properties'] ?? {}) as object).filter((key) => /(^|_)id$/.test(key));
    return ids.flatMap((argument) =>
      KINDS.flatMap((kind) => tenants.foreign.ids[kind]).map((id) => {
        const absent = absentId(id);
        return {
          name: `plugin: ${name} with ${argument}=${id}`,
          operation,
          sent: { params, headers, body: body({ ...given, [argument]: id }) },
          twin: { params, headers, body: body({ ...given, [argument]: absent }) },
          values: [id, absent],
          allowed: [200],
        };
      }),
    );
  });
}
