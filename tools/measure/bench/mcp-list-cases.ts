import { strict as assert } from 'node:assert';
import { httpLoad, underHttpLoad } from './http-load.js';
import { meteredInstallation } from './metered-installation.js';
import type { Row } from './row.js';
import { startWholeSystem } from './whole-system.js';

const GOAL = 0.5;
const REVISION = '2026-07-28';
const limit = 30;
const titles = Array.from({ length: limit }, (_, number) => `پروندهٔ ${number}`);

/** Measures the list of cases over MCP against the same list over HTTP, in the same system. */
export async function run(): Promise<Row> {
  const system = await startWholeSystem();
  try {
    const { apiBase, token } = await meteredInstallation(system);
    const { origin, pathname } = new URL(apiBase);
    const overHttp = {
      method: 'GET',
      path: `/instance/v1/cases?limit=${limit}`,
      headers: { authorization: `Bearer ${system.dev.organisation.admin_token}` },
    } as const;
    const overMcp = { method: 'POST', path: `${pathname}/mcp`, ...listCases(token) } as const;
    await Promise.all(titles.map((title) => createCase(origin, overHttp.headers, title)));
    await assertSameCases(origin, overHttp, overMcp);
    const load = { ...httpLoad, pids: system.root };
    const http = await underHttpLoad(origin, () => overHttp, load);
    const mcp = await underHttpLoad(origin, () => overMcp, load);
    const ratio = mcp.perSecond / http.perSecond;
    return {
      name: 'list_cases over MCP, against HTTP',
      measured: mcp.perSecond,
      rival: http.perSecond,
      ratio,
      goal: GOAL,
      unit: 'requests/s',
      ok: ratio >= GOAL,
      cpuUs: { ours: mcp.cpuUs, rival: http.cpuUs },
      note: `p50 ${mcp.p50Ms.toFixed(1)} ms, over HTTP ${http.p50Ms.toFixed(1)} ms`,
    };
  } finally {
    await system.stop();
  }
}

function listCases(token: string): { readonly headers: Record<string, string>; readonly body: string } {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': REVISION,
    'mcp-method': 'tools/call',
    'mcp-name': 'list_cases',
  };
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name: 'list_cases', arguments: { limit }, _meta };
  return { headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }) };
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}
interface Cases {
  readonly items: readonly unknown[];
}

/** Everyone sees the case, so that both lists have it. */
async function createCase(origin: string, headers: Readonly<Record<string, string>>, title: string): Promise<void> {
  const response = await fetch(`${origin}/instance/v1/cases`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ title, description: 'شرح پرونده با چند جمله. '.repeat(10) }),
  });
  if (response.status !== 201) throw new Error(`POST /cases returned ${response.status}: ${await response.text()}`);
}

async function assertSameCases(origin: string, http: Sent, mcp: Sent): Promise<void> {
  const read = async ({ path, ...sent }: Sent) => (await (await fetch(origin + path, sent)).json()) as unknown;
  const { items } = (await read(http)) as Cases;
  const { result } = (await read(mcp)) as { readonly result?: { readonly structuredContent?: Cases } };
  assert.deepEqual(result?.structuredContent?.items, items);
}
