/** Private plugins: who gets one by a code, and what all others see of it. */
import { setTimeout as pause } from 'node:timers/promises';
import { apiClient, nullOn, type Api } from '../../run/seed/api.js';
import { startWholeFleet, type FleetFile, type WholeFleet } from '../bench/whole-system.js';
import { eventually } from './delivery-system.js';
import { ChangeWatcher } from './private/change-watcher.js';
import { routesOf, type ApiRoute } from './private/routes.js';
import { environmentOf, startGatewayBeside, type GatewayBeside } from './private/gateway-beside.js';
import { differencesOf, listsOf, probesOf, type Named, type Organisation, type Seen } from './private/seen-by.js';
import { exactly, type Claim, type Proof, type ProofContext } from './proof.js';
import { partiesOf } from './restored-fleet.js';

const sizes = { full: 200, quick: 24 };
const uses = 3;
const racers = 20;
const instances = 3;
const withinMs = 60_000;
/** A gateway sends changes at most twice a second. */
const changesWithinMs = 3_000;
/** A gateway allows a person twelve streams. */
const watchedPerInstance = 10;
const base_url = 'http://127.0.0.1:9';
const shownDifferences = 10;

const named: Named = { id: 'ir.secret.plugin01', word: 'Zarafshan' };
const absent: Named = { id: 'ir.absent.plugin01', word: 'Khorasane' };

/** An organisation with the origins of both gateways of its instance. */
interface Member extends Organisation {
  readonly instance: string;
  readonly origins: readonly string[];
}
interface Before {
  readonly lists: Seen;
  readonly watcher: ChangeWatcher | null;
}

export const proof: Proof = {
  title:
    'A code with three uses gives a private plugin to three of twenty organisations; for the others it does not exist',
  plantedDefect: 'private-for-everybody',
  run: async (context) => {
    const preload = new URL(`apply-patches.mjs?patches=${context.patches.join()}`, import.meta.url).href;
    const whole = await startWholeFleet(
      instances,
      context.patches.length > 0 ? { NODE_OPTIONS: `--import=${preload}` } : {},
    );
    const seconds = new Map<string, GatewayBeside>();
    try {
      for (const { id } of whole.fleet.instances) seconds.set(id, await startGatewayBeside(gatewayOf(whole, id)));
      const members = await createMembers(whole, seconds, context);
      return await runOn(whole, members, context);
    } finally {
      for (const second of seconds.values()) await second.stop();
      await whole.stop();
    }
  },
};

/** The pid of the gateway of an instance. */
function gatewayOf({ pids }: WholeFleet, instance: string): number {
  const pid = pids().find((one) => {
    const { KUSHK_SERVICE: service, KUSHK_SCOPE: scope } = environmentOf(one);
    return service === 'gateway' && scope === instance;
  });
  if (pid === undefined) throw new Error(`${instance} has no gateway`);
  return pid;
}

async function createMembers(
  { fleet }: WholeFleet,
  seconds: ReadonlyMap<string, GatewayBeside>,
  { isQuick, report }: ProofContext,
): Promise<readonly Member[]> {
  const count = isQuick ? sizes.quick : sizes.full;
  const { platform_admin_token: platformToken } = fleet as FleetFile & { readonly platform_admin_token: string };
  const members: Member[] = [];
  for (let n = 0; n < count; n += 1) {
    const { id: instance, service_origin: origin, organisation } = fleet.instances[n % fleet.instances.length]!;
    const platform = apiClient(`${origin}/instance/v1`, platformToken);
    const body = { name: `Organisation ${n}`, admin: { subject: 'dev|admin', name: 'Admin' } };
    const { organisation: created } = await platform.post<{ organisation: { id: string } }>('/organisations', body);
    const own = { origin, id: created.id, token: organisation.admin_token, instance };
    members.push({ ...own, origins: [origin, seconds.get(instance)!.origin], installed: null });
  }
  report(`${count} organisations on ${fleet.instances.length} instances`);
  return await Promise.all(members.map((member, n) => (n < instances ? withPlugin(member) : member)));
}

/** Installs some other plugin, with which the routes of plugins and the MCP server are tried. */
async function withPlugin(member: Member): Promise<Member> {
  const scopes = { 'records.own': 'Is tried', 'cases.read': 'Is tried', 'documents.read': 'Is tried' };
  const manifest = { ...manifestOf({ id: 'ir.other.plugin', word: 'Other' }), publisher: 'proof', scopes };
  const send = senderOf(member);
  await send('POST', '/dev/releases', { manifest });
  const consent = { scopes: Object.keys(scopes), base_url };
  const { json } = await send('POST', '/installations', { plugin_id: manifest.id, settings: {}, consent });
  const { installation_id: id } = json as { readonly installation_id: string };
  const { token } = (await send('POST', `/installations/${id}/credentials`, {})).json as { readonly token: string };
  const origin = `${member.origin}/i/${id}/plugin/v1`;
  await eventually(
    async () => (await nullOn(apiClient(origin, token).get('/wallet'), 403, 404, 503)) !== null,
    withinMs,
  );
  return { ...member, installed: { id, token } };
}

const manifestOf = ({ id, word }: Named) => ({
  ...{ schema: '1', id, version: '1.0.0', kind: 'external', plugin_api: '1.0' },
  ...{ names: { en: word }, summaries: { en: `${word} reads` }, base_url },
});

/** Sends a request of the admin, by default to the first gateway. */
function senderOf(member: Member, origin = member.origin) {
  return async (
    method: string,
    path: string,
    body: object,
  ): Promise<{ readonly status: number; readonly json: unknown }> => {
    const response = await fetch(`${origin}/instance/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${member.token}`,
        'service-organisation': member.id,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, json: text === '' ? null : JSON.parse(text) };
  };
}

async function runOn(
  { fleet }: WholeFleet,
  members: readonly Member[],
  { random, report }: ProofContext,
): Promise<readonly Claim[]> {
  const { publisher, reviewer } = partiesOf(fleet);
  const routes = await routesOf(fleet.instances[0]!.service_origin);
  const before = await readBefore(routes, members);
  report(`${routes.length} routes; every list of every organisation is read`);

  await publishPrivately({ publisher, reviewer }, fleet);
  const { code } = await publisher.post<{ code: string }>(`/plugins/${named.id}/access-codes`, { label: 'Race', uses });
  const first = random.below(members.length - racers + 1);
  const racing = members.slice(first, first + racers);
  const won = await race(racing, code);
  const winners = racing.filter((_member, n) => won[n]);
  const { items } = await publisher.get<{ items: readonly { used: number }[] }>(`/plugins/${named.id}/access-codes`);
  report(`${winners.length} of ${racing.length} organisations got access`);
  await pause(changesWithinMs);
  // The requests that follow change the list of calls.
  for (const { watcher } of before.values()) watcher?.close();

  const others = members.filter((member) => !winners.includes(member));
  const differences: string[] = [];
  let requests = 0;
  for (const member of others) {
    const { lists, watcher } = before.get(member.id)!;
    const [own, twin] = [await probesOf(routes, member, named), await probesOf(routes, member, absent)];
    const listed = await listsOf(routes, member);
    requests += own.size + listed.size;
    const events = watcher?.events ?? [];
    differences.push(
      ...[
        ...differencesOf(own, twin),
        ...differencesOf(listed, lists),
        ...events.filter((data) => !OWN_REQUESTS.test(data)).map((data) => `changes: ${data}`),
      ].map((text) => `${member.instance} ${member.id} ${text}`),
    );
  }
  for (const difference of differences.slice(0, shownDifferences)) report(difference);
  const seen = await Promise.all(winners.map(async (winner) => (await probesOf(routes, winner, named)).get(OFFER)));
  return [
    exactly('organisations that got the plugin', winners.length, { limit: uses, unit: 'organisations' }),
    exactly('uses that the hub has counted', items[0]?.used ?? 0, { limit: uses, unit: 'uses' }),
    exactly('of them see it in the store', seen.filter((text) => text?.startsWith('200 ')).length, {
      limit: uses,
      unit: 'organisations',
    }),
    exactly(
      `differences from an absent plugin in ${requests} responses to ${others.length} others`,
      differences.length,
      {
        limit: 0,
        unit: 'differences',
      },
    ),
  ];
}

/** Every request is one of the calls that are listed outside production. */
const OWN_REQUESTS = /"lists":\["calls"\]/;
const OFFER = 'GET /instance/v1/store/{plugin_id} path';

async function readBefore(
  routes: readonly ApiRoute[],
  members: readonly Member[],
): Promise<ReadonlyMap<string, Before>> {
  const watched = new Map<string, number>();
  const before = new Map<string, Before>();
  for (const member of members) {
    const lists = await listsOf(routes, member);
    const open = watched.get(member.instance) ?? 0;
    watched.set(member.instance, open + 1);
    const watcher = open < watchedPerInstance ? await ChangeWatcher.open(member) : null;
    before.set(member.id, { lists, watcher });
  }
  return before;
}

async function publishPrivately(
  { publisher, reviewer }: { readonly publisher: Api; readonly reviewer: Api },
  { publisher: { id } }: FleetFile,
): Promise<void> {
  const release = `/releases/${named.id}/1.0.0`;
  await publisher.post('/releases', { manifest: { ...manifestOf(named), publisher: id } });
  const take = async (): Promise<boolean> => (await nullOn(reviewer.post(`${release}/take`), 404)) !== null;
  if (!(await eventually(take, withinMs))) throw new Error('there is no review');
  await reviewer.post(`${release}/approve`, { tier: 'private', notes: 'Read.', publish: true });
  const isEverywhere = async (): Promise<boolean> =>
    (await publisher.get<{ fleet: { accepted: number } }>(release)).fleet.accepted === instances;
  if (!(await eventually(isEverywhere, withinMs))) throw new Error('not every instance has accepted the release');
}

/** Each organisation enters the code at both gateways of its instance, all at the same time. */
async function race(members: readonly Member[], code: string): Promise<readonly boolean[]> {
  return await Promise.all(
    members.map(async (member) => {
      const answers = await Promise.all(
        member.origins.map((origin) => senderOf(member, origin)('POST', '/store/access', { code })),
      );
      return answers.some(({ status }) => status === 200);
    }),
  );
}
