/**
 * What an organisation sees of a plugin: the responses of every route that names a plugin or searches, of every list,
 * and of the MCP server. An organisation without access must see the same of a private plugin as of an absent one.
 */
import { randomUUID } from 'node:crypto';
import { smallestValue, type Schema } from '@kushk/testing/fuzz/schema-values';
import type { ApiRoute } from './routes.js';

/** One organisation, as its admin reaches it. */
export interface Organisation {
  readonly origin: string;
  readonly id: string;
  readonly token: string;
  /** Some other plugin of the organisation; null where the test installs none. */
  readonly installed: { readonly id: string; readonly token: string } | null;
}
/** A plugin, or one that does not exist. Both values are as long as those of its twin. */
export interface Named {
  readonly id: string;
  /** A word of its names. */
  readonly word: string;
}
/** Response texts by request. */
export type Seen = ReadonlyMap<string, string>;

/** What changes with every reading: request ids, and the times at which something was read. */
const VOLATILE = /"(request_id|as_of|last_used_at|now|at_ms)":("[^"]*"|null|\d+)/g;
/**
 * Their responses contain the requests of this test or the attempts to reach a plugin, or are about other organisations
 * and the time.
 */
const CHANGES_BY_ITSELF = new RegExp(
  [
    '/calls$|/deliveries|/health$|/installations/\\{installation_id\\}$|/credentials$',
    '/session(/|$)|/organisations|/dev/clock|/staff',
  ].join('|'),
);
const SEARCHED = ['q', 'subject', 'actor', 'plugin_id', 'external_id'];

/** Every route that gets the id of the plugin or a word of its names, in the path, the query or the body. */
export async function probesOf(routes: readonly ApiRoute[], organisation: Organisation, named: Named): Promise<Seen> {
  const seen = new Map<string, string>();
  for (const route of routes) {
    if (CHANGES_BY_ITSELF.test(route.path)) continue;
    for (const [name, request] of requestsOf(route, named)) {
      const text = await textOf(route, organisation, request);
      seen.set(`${route.method} ${route.path} ${name}`, withoutNames(text, named));
    }
  }
  for (const [name, text] of await toolsSeen(organisation, named)) seen.set(name, withoutNames(text, named));
  return seen;
}

/** Everything that the organisation reads without the id of a plugin: lists, counts, the audit. */
export async function listsOf(routes: readonly ApiRoute[], organisation: Organisation): Promise<Seen> {
  const seen = new Map<string, string>();
  const lists = routes.filter(({ method, path }) => method === 'GET' && !path.includes('{plugin_id}'));
  for (const route of lists) {
    if (CHANGES_BY_ITSELF.test(route.path)) continue;
    seen.set(`${route.method} ${route.path}`, await textOf(route, organisation, {}));
  }
  return seen;
}

/** The requests whose responses differ. */
export function differencesOf(seen: Seen, expected: Seen): readonly string[] {
  return [...new Set([...seen.keys(), ...expected.keys()])]
    .filter((key) => seen.get(key) !== expected.get(key))
    .map((key) => `${key}: ${shown(seen.get(key))} instead of ${shown(expected.get(key))}`);
}

const SHOWN_CHARACTERS = 300;
const shown = (text: string | undefined): string => text?.slice(0, SHOWN_CHARACTERS) ?? 'nothing';

interface Request {
  readonly pluginId?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

function requestsOf({ path, query, body }: ApiRoute, { id, word }: Named): readonly (readonly [string, Request])[] {
  const inPath = path.includes('{plugin_id}');
  const properties = Object.keys((body?.['properties'] ?? {}) as object);
  const pluginId = inPath ? { pluginId: id } : {};
  return [
    ...(inPath ? [['path', pluginId] as const] : []),
    ...(inPath && query.includes('version')
      ? [['version', { ...pluginId, query: { version: '1.0.0' } }] as const]
      : []),
    ...query
      .filter((name) => SEARCHED.includes(name))
      .flatMap((name) =>
        [id, word].map((value, at) => [`${name} ${at}`, { ...pluginId, query: { [name]: value } }] as const),
      ),
    ...properties
      .filter((name) => name === 'plugin_id' || name === 'plugin_ids')
      .flatMap((name) =>
        [{}, ...(properties.includes('version') ? [{ version: '1.0.0' }] : [])].map(
          (more, at) =>
            [
              `${name} in the body ${at}`,
              { body: { ...(smallestValue(body!) as object), [name]: name === 'plugin_id' ? id : [id], ...more } },
            ] as const,
        ),
      ),
  ];
}

async function textOf(
  { method, path, body: schema }: ApiRoute,
  organisation: Organisation,
  { pluginId = 'ir.absent.x', query = {}, body }: Request,
): Promise<string> {
  const { origin, id, token, installed } = organisation;
  const isOfPlugin = path.startsWith('/i/');
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(name === 'plugin_id' ? pluginId : name === 'installation_id' ? (installed?.id ?? 'x') : 'x'),
  );
  const search = new URLSearchParams(query).toString();
  const sent = body ?? (schema === null ? undefined : smallestValue(schema));
  const response = await fetch(`${origin}${filled}${search === '' ? '' : `?${search}`}`, {
    method,
    headers: {
      authorization: `Bearer ${isOfPlugin ? (installed?.token ?? '') : token}`,
      ...(!isOfPlugin && { 'service-organisation': id }),
      ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
      ...(sent !== undefined && { 'content-type': 'application/json' }),
    },
    ...(sent !== undefined && { body: JSON.stringify(sent) }),
  });
  return `${response.status} ${(await response.text()).replaceAll(VOLATILE, '')}`;
}

const withoutNames = (text: string, { id, word }: Named): string => text.replaceAll(id, '·').replaceAll(word, '·');

interface Tool {
  readonly name: string;
  readonly inputSchema: Schema;
}

/** Every tool of the MCP server, with the word of the plugin where it searches. */
async function toolsSeen({ origin, installed }: Organisation, { id, word }: Named): Promise<Seen> {
  if (installed === null) return new Map();
  const send = async (method: string, params: object): Promise<string> => {
    const response = await fetch(`${origin}/i/${installed.id}/plugin/v1/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${installed.token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        // Results that are errors name the request.
        'x-request-id': 'probe',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return `${response.status} ${await response.text()}`;
  };
  const list = await send('tools/list', {});
  const { result } = JSON.parse(list.slice(list.indexOf('{'))) as {
    readonly result: { readonly tools: readonly Tool[] };
  };
  const seen = new Map([['MCP tools/list', list]]);
  for (const { name, inputSchema } of result.tools) {
    const properties = Object.keys((inputSchema['properties'] ?? {}) as object);
    const words = properties.filter((property) => ['q', 'query'].includes(property)).map((key) => [key, word]);
    const ids = properties.filter((property) => /(^|_)id$/.test(property)).map((key) => [key, id]);
    const values = Object.fromEntries([...words, ...ids]) as object;
    const args = { ...(smallestValue(inputSchema) as object), ...values };
    seen.set(`MCP ${name}`, await send('tools/call', { name, arguments: args }));
  }
  return seen;
}
