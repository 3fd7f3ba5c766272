/** Parties that have nothing to do with each other: publishers, staff of other roles, organisations, plugins. */
import { subjectOf } from '../../../run/sign-in/accounts.js';
import { each, expectSeen, type Attack, type Gateways } from './attack.js';
import { call, exchange, newKey, statusOf, verdictOf, type Sent } from './http.js';
import { keepingNotes, newManifest, type Installed } from './parties.js';
import type { ProductionSystem } from './production-system.js';

const endsWithinMs = 3_000;
const noRole = '403 auth.role_missing';
type Request = readonly [method: string, path: string, body?: object];

function sendAll(origin: string, token: string, requests: readonly Request[]) {
  return each(
    requests,
    ([method, path]) => `${method} ${path}`,
    async ([method, path, body]) => verdictOf(method, origin + path, { token, ...(body !== undefined && { body }) }),
  );
}

const otherPublisher: Attack = {
  name: 'a publisher neither reads nor changes a release of another one',
  plantedDefect: 'releases-of-others',
  run: async (system) => {
    const manifest = { ...newManifest({ publisher: 'parsan' }), id: 'ir.parsan.secret' };
    await call('POST', `${system.hub}/developer/v1/releases`, { token: system.keys.parsan, body: { manifest } });
    const release = `/developer/v1/releases/${manifest.id}/1.0.0`;
    const seen = await sendAll(system.hub, system.keys.acme, [
      ['GET', release],
      ['GET', `${release}/manifest`],
      ['POST', `${release}/withdraw`, { reason: 'x' }],
      ['POST', `${release}/rollout`, { action: 'halt' }],
    ]);
    const owned = await sendAll(system.hub, system.keys.acme, [
      ['POST', '/developer/v1/releases', { manifest: { ...manifest, publisher: 'acme', version: '9.9.9' } }],
    ]);
    const lists = await each(
      ['/plugins', `/plugins/${manifest.id}/releases`, '/plugins/summaries'],
      String,
      async (path) => {
        const { text } = await call('GET', `${system.hub}/developer/v1${path}`, { token: system.keys.acme });
        return text.includes(manifest.id) && !path.includes(manifest.id) ? 'listed' : 'not listed';
      },
    );
    const refused = Object.fromEntries(Object.keys(seen).map((name) => [name, '404 catalogue.release_not_found']));
    const hidden = Object.fromEntries(Object.keys(lists).map((name) => [name, 'not listed']));
    return expectSeen(
      { ...seen, ...owned, ...lists },
      { ...refused, ...hidden, 'POST /developer/v1/releases': '409 catalogue.plugin_owned_elsewhere' },
    );
  },
};

const otherPortal: Attack = {
  name: 'a person of one publisher opens nothing of another one in the portal, in any spelling of its id',
  plantedDefect: 'portal-of-any-publisher',
  run: async (system) => {
    const paths = ['me', 'keys', 'members', 'plugins', 'usage/statements'].map((path) => `parsan/${path}`);
    const spelt = [...paths, 'ACME/me', 'acme%00/me', 'acme%20/me', '..%2Facme/me'];
    const requests = spelt.map((path): Request => ['GET', `/portal/v1/publishers/${path}`]);
    const token = system.tokens.publisher;
    const seen = await sendAll(system.hub, token, requests);
    const head = `GET /portal/v1/publishers/parsan/changes HTTP/1.1\r\nHost: ${new URL(system.hub).host}\r\n`;
    const changes = `${head}Authorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
    // Changes of one's own do not end.
    const answers = { ...seen, changes: statusOf(await exchange(system.hub, changes, { withinMs: endsWithinMs })) };
    return expectSeen(
      Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, String(answer).slice(0, 3)])),
      '404',
    );
  },
};

export const staffRoles: Attack<Gateways> = {
  name: 'no member of staff, and no admin of an organisation, acts in a role that another one has',
  plantedDefect: 'any-staff-role',
  run: async (system) => {
    const ofOperator: readonly Request[] = [
      ['POST', '/operator/v1/publishers', { id: 'zz', name: 'z' }],
      ['POST', '/operator/v1/publishers/acme/keys', { label: 'x' }],
      ['POST', '/operator/v1/staff', { subject: 'x', name: 'x', roles: ['operator'] }],
      ['POST', '/operator/v1/instances', { id: 'i9', name: 'x', plugin_api: '1.0' }],
      ['GET', '/operator/v1/usage'],
    ];
    const onInstance: readonly Request[] = [
      ['POST', '/instance/v1/people', { subject: 'x', name: 'x', role: 'admin' }],
      ['GET', '/instance/v1/installations/ins_00000000000000000000000000/wallet'],
      ['POST', '/instance/v1/organisations', { name: 'x', admin: { subject: 'x', name: 'x' } }],
      ['GET', '/instance/v1/staff'],
    ];
    const named = async (who: keyof Gateways['tokens'], origin: string, requests: readonly Request[]) =>
      Object.entries(await sendAll(origin, system.tokens[who], requests)).map(([name, seen]) => [
        `${who}: ${name}`,
        seen,
      ]);
    const seen = Object.fromEntries([
      ...(await named('reviewer', system.hub, ofOperator)),
      ...(await named('admin', system.hub, ofOperator)),
      ...(await named('member', system.instance, onInstance)),
    ]) as Readonly<Record<string, string>>;
    // The hub accepts no token of the instance at all.
    const expected = (name: string): string => (name.startsWith('admin: ') ? '401 auth.token_invalid' : noRole);
    return expectSeen(seen, Object.fromEntries(Object.keys(seen).map((name) => [name, expected(name)])));
  },
};

const developmentRoutes: Attack = {
  name: 'nothing of development works: releases without review, credentials in clear, MU from an admin',
  plantedDefect: 'purchases-of-admins',
  run: async (system) => {
    const { address, id } = await installed(system);
    const token = system.tokens.admin;
    const manifest = newManifest();
    const seen = {
      release: await verdictOf('POST', `${system.instance}/instance/v1/dev/releases`, { token, body: { manifest } }),
      event: await verdictOf('POST', `${system.instance}/instance/v1/dev/installations/${id}/events`, {
        token,
        body: { type: 'plugin.ping', data: {} },
      }),
      credentials: await verdictOf('POST', `${address}/credentials`, { token, body: {} }),
      purchase: await verdictOf('POST', `${address}/wallet/purchases`, { token, body: { mu: '5' }, headers: newKey() }),
    };
    return expectSeen(seen, {
      release: '404 route.not_found',
      event: '404 route.not_found',
      credentials: '404 route.not_found',
      purchase: noRole,
    });
  },
};

async function installed(system: ProductionSystem): Promise<Installed> {
  const manifest = newManifest(keepingNotes);
  await system.publish(manifest);
  return await system.install(manifest);
}

const otherOrganisation: Attack = {
  name: 'an admin of another organisation finds no installation, and a plugin no other installation',
  plantedDefect: 'installations-of-others',
  run: async (system) => {
    const [own, other] = [await installed(system), await installed(system)];
    const token = system.tokens.kaveh;
    const path = new URL(own.address).pathname;
    const seen = await sendAll(system.instance, token, [
      ['GET', path],
      ['GET', `${path}/wallet`],
      ['GET', `${path}/health`],
      ['POST', `${path}/pause`, {}],
      ['PUT', `${path}/settings`, { settings: {} }],
      ['DELETE', path],
    ]);
    const foreign = Object.fromEntries(Object.keys(seen).map((name) => [name, '404 installation.not_found']));
    const plugin = await verdictOf('GET', `${own.api}/records/note`, { token: other.token });
    return expectSeen({ ...seen, plugin }, { ...foreign, plugin: '401 auth.token_invalid' });
  },
};

const cursors = [
  ...[
    '',
    'x',
    'AA',
    '____',
    '%00',
    "' or 1=1 --",
    'bnVsbA',
    '{"id":"x"}',
    '..%2f..',
    '9'.repeat(1_100),
    'A'.repeat(1_101),
  ],
  ...[' 1', 'ins_ 5', '99999999999999999999', '-1', '\u0000', '2026-01-01T00:00:00Z per_x'].map((key) =>
    Buffer.from(key).toString('base64url'),
  ),
];
const hubLists = [
  'publishers',
  'publishers/acme/keys',
  'publishers/acme/members',
  'staff',
  'instances',
  'releases',
  'reviews',
  'audit',
];
const lists = [
  ...['people', 'cases', 'documents', 'sessions', 'memory', 'calendar', 'installations', 'store', 'proposals'],
  ...['sources', 'rules', 'audit'],
];
const forgedCursors: Attack = {
  name: 'no forged cursor fails a list, or shows anything of another organisation',
  plantedDefect: 'unchecked-cursors',
  run: async (system) => {
    const targets = [
      ...hubLists.map((list) => [`${system.hub}/operator/v1/${list}`, system.tokens.operator] as const),
      ...lists.map((list) => [`${system.instance}/instance/v1/${list}`, system.tokens.kaveh] as const),
    ];
    const seen = await each(
      targets,
      ([address]) => new URL(address).pathname,
      async ([address, token]) => {
        const answers = await Promise.all(
          cursors.map((cursor) => call('GET', `${address}?cursor=${encodeURIComponent(cursor)}`, { token })),
        );
        const failed = answers.find(({ status }) => status >= 500 || status === 404);
        if (failed !== undefined) return `${failed.status} ${failed.text.slice(0, 60)}`;
        return answers.some(({ text }) => text.includes(subjectOf('admin')) && address.includes('/people'))
          ? 'foreign'
          : 'sound';
      },
    );
    return expectSeen(seen, 'sound');
  },
};

const message = (method: string, params: object = {}): Sent => ({
  body: { jsonrpc: '2.0', id: 1, method, params },
  headers: { accept: 'application/json, text/event-stream' },
});
const modelContext: Attack = {
  name: 'no MCP message of a plugin fails, or calls a tool without its scope',
  plantedDefect: 'tools-without-scope',
  run: async (system) => {
    const { api, token } = await installed(system);
    const tool = (name: unknown, args: unknown = {}) => message('tools/call', { name, arguments: args });
    const messages: Readonly<Record<string, Sent>> = {
      'tool without scope': tool('list_cases'),
      __proto__: tool('__proto__'),
      'object as name': tool({ a: 1 }),
      'large argument': tool('list_cases', { q: 'x'.repeat(900_000) }),
      'forged cursor': message('tools/list', { cursor: 'x' }),
      batch: { ...message('ping'), body: [message('ping').body, message('ping').body] },
      'object id': { ...message('ping'), body: { jsonrpc: '2.0', id: {}, method: 'ping' } },
    };
    const seen = await each(
      Object.entries(messages),
      ([name]) => name,
      async ([, sent]) => {
        const answer = await call('POST', `${api}/mcp`, { token, ...sent });
        const { error, result } = answer.json as { error?: { code: number }; result?: { isError?: boolean } };
        if (answer.status >= 500) return answer.status;
        return error !== undefined || result?.isError === true || answer.status >= 400
          ? 'refused'
          : answer.text.slice(0, 60);
      },
    );
    return expectSeen(seen, 'refused');
  },
};

export const tenantAttacks: readonly Attack[] = [
  ...[otherPublisher, otherPortal, staffRoles, developmentRoutes, otherOrganisation, forgedCursors, modelContext],
];
