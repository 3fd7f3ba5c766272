import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BrokerConnection, ControlChannel } from '@kushk/broker';
import {
  catalogueMembers,
  controlMessages,
  installation,
  listsChangedBy,
  workspace,
  type CallsSent,
  type ListChange,
  type ServiceName,
} from '@kushk/contracts';
import { eventually } from '@kushk/testing';
import { accepted, refused } from '../../test/outcomes.js';
import { FRESH_MS } from '../http/current-caller.js';
import { startGateway, type GatewayUnderTest } from '../../test/start-gateway.js';

const locale = { language: 'fa', direction: 'rtl', calendar: 'persian', timezone: 'Asia/Tehran' } as const;
let ending: (() => Promise<unknown> | void)[];
let gateway: GatewayUnderTest;
/** The role of each person by subject; a person who is not listed belongs to no organisation. */
let roles: Map<string, 'admin' | 'member'>;

beforeEach(() => {
  ending = [];
  roles = new Map([
    ['sara', 'admin'],
    ['mina', 'member'],
    ['ali', 'admin'],
  ]);
});
afterEach(async () => {
  for (const end of ending.reverse()) await end();
});

async function instance(more: Readonly<Record<string, string>> = {}): Promise<GatewayUnderTest> {
  const started = await startGateway('instance', more);
  ending.push(() => started.stop());
  return started;
}

/** Sara and Mina belong to org_1, Ali to org_2. */
async function withPeople(started: GatewayUnderTest): Promise<void> {
  await started.services.respond(workspace.authenticatePerson, ({ subject }) => {
    const role = roles.get(subject);
    if (role === undefined) return refused('auth.role_missing', {});
    const id = subject === 'ali' ? 'org_2' : 'org_1';
    return accepted({
      organisation: { id, name: id, locale, created_at: '2026-01-01T00:00:00.000Z' },
      person: { id: `per_${subject}`, name: subject, role, created_at: '2026-01-01T00:00:00.000Z' },
      session_id: null,
    } as never);
  });
}

interface Stream {
  readonly status: number;
  readonly lists: () => readonly string[];
  readonly events: () => number;
  readonly hasEnded: () => boolean;
}

/** Connects and collects the names that arrive. */
async function connect(
  { port }: Pick<GatewayUnderTest, 'port'>,
  subject: string,
  path = '/instance/v1/changes',
): Promise<Stream> {
  const abort = new AbortController();
  ending.push(() => abort.abort());
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${await gateway.signIn.token(subject)}` },
    signal: abort.signal,
  });
  let text = '';
  let hasEnded = false;
  const read = async (): Promise<void> => {
    for await (const chunk of response.body!) text += Buffer.from(chunk as Uint8Array).toString();
  };
  void read()
    .catch(() => undefined)
    .finally(() => (hasEnded = true));
  const data = (): readonly { readonly lists: readonly string[] }[] =>
    [...text.matchAll(/^data: (.+)$/gm)].map(([, json]) => JSON.parse(json!) as { lists: string[] });
  await eventually(() => hasEnded || text.includes('retry:') || response.status !== 200);
  return {
    status: response.status,
    lists: () => [...new Set(data().flatMap(({ lists }) => lists))].sort(),
    events: () => data().length,
    hasEnded: () => hasEnded,
  };
}

/** Publishes as a service does after a commit. */
type Publish = (service: ServiceName, ...changes: ListChange[]) => void;
async function publisher(natsUrl: string, scope: string): Promise<Publish> {
  const connection = await BrokerConnection.connect(natsUrl, 'changes-spec');
  ending.push(() => connection.close());
  const channel = new ControlChannel(connection, { scope });
  return (service, ...changes) => channel.publish(listsChangedBy(service), { changes });
}

const answer = {
  duration_ms: 60_000,
  path: '/service/events',
  status: 200,
  content_type: 'text/html',
  location: null,
  request_body: '{}',
  response_body: '<p>',
  simulated_outage: false,
};

describe('GET /instance/v1/changes', () => {
  it('sends names to the people of an organisation on every gateway, each by role, and to nobody else', async () => {
    gateway = await instance();
    await withPeople(gateway);
    const second = await instance({ KUSHK_NATS_URL: gateway.natsUrl, KUSHK_OIDC_ISSUER: gateway.signIn.issuer });
    const [sara, mina, ali] = [
      await connect(gateway, 'sara'),
      await connect(second, 'mina'),
      await connect(second, 'ali'),
    ];
    const publish = await publisher(gateway.natsUrl, 'i1');
    publish('workspace', { audience: 'organisation:org_1', lists: ['proposals', 'audit'] });
    publish('workspace', { audience: 'person:per_mina', lists: ['memory'] });
    publish('delivery', { audience: 'admins:org_1', lists: ['deliveries'] });
    // The last message reaches everybody, so a client that has received it has received all of them.
    publish('installation', { audience: 'everyone', lists: ['store'] });
    await eventually(() => [sara, mina, ali].every((stream) => stream.lists().includes('store')));
    expect(sara.lists()).toEqual(['audit', 'deliveries', 'proposals', 'store']);
    expect(mina.lists()).toEqual(['memory', 'proposals', 'store']);
    expect(ali.lists()).toEqual(['store']);
  });

  it('says on every gateway that a plugin has called another one, which then shows the calls both ways', async () => {
    gateway = await instance();
    await withPeople(gateway);
    await gateway.services.respond(installation.authenticateTokens, ({ tokens }) =>
      accepted({ results: tokens.map(() => null) }),
    );
    await gateway.services.respond(installation.getInstallation, () => accepted({ installation_id: 'ins_1' } as never));
    const second = await instance({ KUSHK_NATS_URL: gateway.natsUrl, KUSHK_OIDC_ISSUER: gateway.signIn.issuer });
    const sara = await connect(second, 'sara');
    const connection = await BrokerConnection.connect(gateway.natsUrl, 'changes-spec');
    ending.push(() => connection.close());
    const sent = { installation_id: 'ins_1', delivery_id: 'evt_1', attempt: 1, at: new Date().toISOString() };
    const publishSent = (message: CallsSent): void =>
      new ControlChannel(connection, { scope: 'i1' }).publish(controlMessages.callsSent, message);
    publishSent({ started: [sent], ended: [] });
    const rejected = await fetch(`http://127.0.0.1:${gateway.port}/i/ins_1/plugin/v1/wallet?x=secret`, {
      headers: { authorization: `Bearer ki_${'0'.repeat(36)}`, 'x-request-id': 'from-the-plugin' },
    });
    expect(rejected.status).toBe(401);
    publishSent({ started: [], ended: [{ ...sent, ...answer }] });
    await eventually(() => sara.lists().includes('calls'));
    for (const { port } of [gateway, second]) {
      const shown = await fetch(`http://127.0.0.1:${port}/instance/v1/dev/installations/ins_1/calls`, {
        headers: { authorization: `Bearer ${await gateway.signIn.token('sara')}` },
      });
      expect(await shown.json()).toMatchObject({
        calls: [
          {
            path: '/wallet',
            status: 401,
            code: 'auth.token_invalid',
            request_id: 'from-the-plugin',
            caused_by: { delivery_id: 'evt_1', attempt: 1 },
            request_body: null,
            response_body: expect.stringContaining('"code":"auth.token_invalid"'),
          },
        ],
        sent: [{ delivery_id: 'evt_1', status: 200, content_type: 'text/html', response_body: '<p>' }],
      });
    }
  });

  it('ends when the person has lost the role, and gets fewer names after a lesser one', async () => {
    gateway = await instance();
    await withPeople(gateway);
    const [sara, ali] = [await connect(gateway, 'sara'), await connect(gateway, 'ali')];
    const publish = await publisher(gateway.natsUrl, 'i1');
    roles.delete('ali');
    roles.set('sara', 'member');
    await setTimeout(FRESH_MS);
    for (const id of ['org_1', 'org_2'])
      publish('workspace', { audience: `organisation:${id}`, lists: ['audit', 'cases'] });
    await eventually(() => sara.lists().includes('cases') && ali.hasEnded());
    expect(sara.lists()).toEqual(['cases']);
    expect(ali.events()).toBe(0);
    expect((await connect(gateway, 'ali')).status).toBe(403);
  });

  it('ends when the gateway stops, so that the gateway can stop', async () => {
    gateway = await startGateway('instance');
    await withPeople(gateway);
    const sara = await connect(gateway, 'sara');
    await gateway.stop();
    await eventually(() => sara.hasEnded());
  });
});

describe('GET /portal/v1/publishers/{id}/changes', () => {
  it('sends a publisher its own changes only, and is not found for others', async () => {
    gateway = await startGateway('hub');
    ending.push(() => gateway.stop());
    await gateway.services.respond(catalogueMembers.authenticateMember, ({ subject, publisher_id: id }) =>
      (subject === 'pari') === (id === 'acme')
        ? accepted({ publisher: { id, name: id }, member: { id: `mbr_${subject}`, subject, name: subject } } as never)
        : refused('publisher.not_found', { id }),
    );
    const acme = await connect(gateway, 'pari', '/portal/v1/publishers/acme/changes');
    const other = await connect(gateway, 'omid', '/portal/v1/publishers/other/changes');
    const publish = await publisher(gateway.natsUrl, 'hub');
    publish(
      'catalogue',
      { audience: 'staff', lists: ['releases'] },
      { audience: 'publisher:acme', lists: ['keys', 'plugins'] },
      { audience: 'publisher:other', lists: ['usage'] },
    );
    await eventually(() => acme.events() > 0 && other.events() > 0);
    expect(acme.lists()).toEqual(['keys', 'plugins']);
    expect(other.lists()).toEqual(['usage']);
    expect((await connect(gateway, 'omid', '/portal/v1/publishers/acme/changes')).status).toBe(404);
  });
});
