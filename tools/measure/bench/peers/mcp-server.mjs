/**
 * A server with `list_cases` from `@modelcontextprotocol/server`, as its documents advise: a factory for each request,
 * zod schemas, a check of the bearer token and one query. Prints its origin. The cases and the token are in `cases` and
 * `tokens` of the database.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  McpServer,
  OAuthError,
  OAuthErrorCode,
  requireBearerAuth,
} from '@modelcontextprotocol/server';
import pg from 'pg';
import { z } from 'zod';

const pool = new pg.Pool({ connectionString: process.env.PEER_DATABASE_URL });
pool.on('error', () => undefined);

const caseResource = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(['open', 'closed']),
  description: z.string().nullable(),
  amount: z.union([z.string(), z.number()]).nullable(),
  due_on: z.string().nullable(),
  assignee_id: z.string().nullable(),
  member_ids: z.array(z.string()).nullable(),
  revision: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
const config = {
  title: 'List cases',
  description: 'Lists the cases of the organisation, the newest first.',
  inputSchema: z.object({
    limit: z.int().min(1).max(50).default(50),
    status: z.enum(['open', 'closed']).optional(),
  }),
  outputSchema: z.object({ items: z.array(caseResource), next_cursor: z.string().nullable() }),
  annotations: { readOnlyHint: true },
};

async function listCases({ limit, status }, { http }) {
  const { rows } = await pool.query({
    name: 'list',
    text: `select data from cases where organisation_id = $1 and ($2::text is null or data->>'status' = $2)
      order by position desc limit $3`,
    values: [http.authInfo.extra.organisation_id, status ?? null, limit],
  });
  const structuredContent = { items: rows.map(({ data }) => data), next_cursor: null };
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'peer', version: '1.0.0' });
  server.registerTool('list_cases', config, listCases);
  return server;
});
const verifier = {
  verifyAccessToken: async (token) => {
    const hash = createHash('sha256').update(token).digest();
    const text = 'select organisation_id, scopes, expires_at from tokens where hash = $1';
    const { rows } = await pool.query({ name: 'token', text, values: [hash] });
    if (rows.length === 0) throw new OAuthError(OAuthErrorCode.InvalidToken, 'Unknown token');
    const [{ organisation_id, scopes, expires_at }] = rows;
    return { token, clientId: 'bench', scopes, expiresAt: Number(expires_at), extra: { organisation_id } };
  },
};
const gate = requireBearerAuth({ verifier, requiredScopes: ['cases.read'] });
const fetchHandler = async (request, options) => {
  const auth = await gate(request);
  return auth instanceof Response ? auth : withLength(await handler.fetch(request, { ...options, authInfo: auth }));
};
/** The client of the benchmark reads only responses that state their length. */
async function withLength(response) {
  const body = Buffer.from(await response.arrayBuffer());
  const headers = { 'content-type': response.headers.get('content-type'), 'content-length': String(body.length) };
  return new Response(body, { status: response.status, headers });
}
const server = createServer(toNodeHandler({ fetch: fetchHandler }));
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
