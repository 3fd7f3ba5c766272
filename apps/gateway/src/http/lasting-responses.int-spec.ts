/**
 * A property of every route whose response lasts, generated from the route tables: what is read after the caller has
 * lost the right is not sent. These are long polls, documents that are sent in pieces, downloads and change streams.
 */
import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerConnection, ControlChannel } from '@kushk/broker';
import {
  catalogue,
  catalogueStatements,
  catalogueUsage,
  delivery,
  hubAudit,
  installation,
  instanceAudit,
  listsChangedBy,
  walletLedger,
  walletOverview,
  workspace,
  workspaceRecords,
  workspaceSources,
} from '@kushk/contracts';
import { QueryReader } from '@kushk/edge';
import { eventually } from '@kushk/testing';
import { routesOf } from '../../test/all-routes.js';
import { CallersWithRights, type Loss } from '../../test/callers-with-rights.js';
import { accepted } from '../../test/outcomes.js';
import { startGateway, type GatewayUnderTest } from '../../test/start-gateway.js';
import { FRESH_MS } from './current-caller.js';
import type { AnyRequestType, Route } from './route.js';

/** In everything that a caller may see only with the right. */
const LATER = 'read-later';
const list = (items: readonly unknown[], next_cursor: string | null) => ({ items, next_cursor, last_sequence: 2 });
const audit = (items: readonly unknown[], searched_to: string | null) => ({ items, searched_to });

/** Replies that are the same always. */
const known: readonly (readonly [AnyRequestType, unknown])[] = [
  [catalogue.listPlugins, list([], null)],
  [catalogueUsage.usageStatus, { instances: [] }],
  [catalogueUsage.usageTotals, { plugins: [] }],
  [catalogueStatements.get, { month: '2026-01', envelope: {} }],
  [installation.getInstallation, { installation_id: 'ins_1' }],
  [walletOverview.summaries, { items: [{ installation_id: 'ins_1', budget: {} }] }],
  [workspace.listPeople, list([], null)],
  [workspaceSources.getSource, { title: 'x', content_type: 'text/plain', size: 1_000 }],
];
/** The first reply, and the one with what is read later. Without a first one, the request itself waits. */
const inPieces: readonly (readonly [AnyRequestType, first: unknown, later: unknown])[] = [
  [catalogue.getRelease, null, { note: LATER }],
  [installation.listInstallations, null, list([{ installation_id: 'ins_1', plugin_id: LATER, names: {} }], null)],
  [delivery.pollEvents, null, list([{ note: LATER }], null)],
  [catalogueUsage.listUsage, list([], '2'), list([{ plugin_id: LATER, services: [] }], null)],
  [catalogueUsage.listSettlementUsage, list([], '2'), list([{ publisher_id: LATER, plugins: [] }], null)],
  [catalogueStatements.listLines, list([], '2'), list([LATER], null)],
  [walletLedger.listEntries, list([], '2'), list([{ id: LATER }], null)],
  [workspaceRecords.listCases, list([], '2'), list([{ title: LATER }], null)],
  [workspaceSources.readContent, { data: base64('x'), next_offset: 1 }, { data: base64(LATER), next_offset: null }],
  ...[...Object.values(hubAudit), ...Object.values(instanceAudit)].map(
    (type) => [type, audit([], 'aud_5'), audit([{ id: LATER }], null)] as const,
  ),
];

function base64(text: string): string {
  return Buffer.from(text.padEnd(500)).toString('base64');
}

/** The parameters with which a response lasts; null for a route whose responses never do. */
function searchOf({ method, readQuery, download, events }: Route): string | null {
  if (method !== 'GET') return null;
  const reader = new QueryReader({});
  readQuery(reader);
  const parameters = new Map(reader.parameters().map(({ name, schema }) => [name, schema]));
  const formats = (parameters.get('format')?.['enum'] ?? []) as readonly string[];
  if (parameters.has('wait')) return '?wait=20';
  if (formats.length > 0) return `?format=${formats.includes('ndjson') ? 'ndjson' : 'csv'}`;
  return download || events !== null ? '' : null;
}

interface Exchange {
  readonly route: Route;
  status: number | null;
  text: string;
  end: 'complete' | 'cut off' | null;
}

function receive(exchange: Exchange, port: number, sent: { path: string; headers: Record<string, string> }): void {
  const cutOff = (): void => void (exchange.end ??= 'cut off');
  httpRequest({ host: '127.0.0.1', port, ...sent }, (response) => {
    exchange.status = response.statusCode!;
    response.on('data', (chunk: Buffer) => (exchange.text += chunk.toString()));
    response.on('end', () => (exchange.end ??= 'complete'));
    response.on('error', cutOff).on('close', cutOff);
  })
    .on('error', cutOff)
    .end();
}

const hasLater = ({ route, text }: Exchange): boolean =>
  route.events === null ? text.includes(LATER) : /"(audit|usage)"/.test(text);

const described = ({ route, status, end, text }: Exchange): string => `${route.path}: ${status} ${end} ${text}`;

describe.each(['hub', 'instance'] as const)('a response of the %s that lasts', (role) => {
  const lasting = routesOf(role).filter((route) => searchOf(route) !== null);
  const service = role === 'hub' ? 'catalogue' : 'workspace';
  let gateway: GatewayUnderTest;
  let callers: CallersWithRights;
  let nats: BrokerConnection;
  /** The callers whose responses wait for what is read later. */
  const waiting = new Set<string>();
  let releaseAll: () => void;
  let released: Promise<void>;

  beforeAll(async () => {
    gateway = await startGateway(role, { KUSHK_CONTAINER_DRIVER: 'docker' });
    callers = await CallersWithRights.of(gateway, role);
    nats = await BrokerConnection.connect(gateway.natsUrl, 'lasting-responses-spec');
    for (const [type, reply] of known) await gateway.services.respond(type, () => accepted(reply));
    for (const [type, first, later] of inPieces)
      await gateway.services.respond(type, async (request: Readonly<Record<string, unknown>>, actor) => {
        const { cursor = null, after = null, before = null, offset = 0 } = request;
        if (first !== null && cursor === null && after === null && before === null && offset === 0)
          return accepted(first);
        waiting.add(JSON.stringify(actor));
        await released;
        return accepted(later);
      });
  });
  afterAll(async () => {
    await nats.close();
    await gateway.stop();
  });

  /** Opens all responses, takes the rights away when they wait, and then lets them go on. */
  async function openAll(loss: Loss): Promise<readonly Exchange[]> {
    callers.loss = 'nothing';
    waiting.clear();
    released = new Promise<void>((resolve) => (releaseAll = resolve));
    const exchanges: Exchange[] = lasting.map((route) => ({ route, status: null, text: '', end: null }));
    for (const exchange of exchanges) {
      const [{ headers, installationId } = { headers: {}, installationId: '' }] = await callers.credentialsFor(
        exchange.route,
      );
      const path = exchange.route.path.replace(':installation_id', installationId).replace(/:\w+/g, 'x');
      receive(exchange, gateway.port, { path: path + searchOf(exchange.route), headers });
    }
    const isOpen = ({ route, text }: Exchange): boolean => route.events !== null && text.includes('retry:');
    await eventually(() => waiting.size + exchanges.filter(isOpen).length === exchanges.length);
    await sleep(FRESH_MS);
    callers.loss = loss;
    releaseAll();
    const channel = new ControlChannel(nats, { scope: role === 'hub' ? 'hub' : 'i1' });
    channel.publish(listsChangedBy(service), { changes: [{ audience: 'everyone', lists: ['audit', 'usage'] }] });
    await eventually(() => exchanges.every((exchange) => exchange.end !== null || hasLater(exchange)));
    return exchanges;
  }

  it('contains what is read while the caller keeps the right', async () => {
    const exchanges = await openAll('nothing');
    expect(exchanges.filter((exchange) => !hasLater(exchange)).map(described)).toEqual([]);
  });

  it('ends before what is read after the caller has lost the right, with the problem of a new request', async () => {
    const exchanges = await openAll('everything');
    const isSound = (exchange: Exchange): boolean =>
      !hasLater(exchange) && (exchange.status === 401 || exchange.status === 403 || exchange.end === 'cut off');
    expect(exchanges.filter((exchange) => !isSound(exchange)).map(described)).toEqual([]);
  });
});
