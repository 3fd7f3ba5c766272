/**
 * A fleet in this process, on real servers: a hub and its instances, each with a NATS of its own, linked as in
 * production. Of an instance the service that follows releases runs, and with `usage` all that have a part in usage.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Broker, BrokerConnection } from '@kushk/broker';
import { catalogue, linkedJetStream, linkTraffic, type InstanceLink, type RequestType } from '@kushk/contracts';
import { newSealingKey, newSigningKey, publicJwk } from '@kushk/credentials';
import { newNatsOperator } from '@kushk/credentials/nats-operator';
import { freePort, startNats, type NatsTopology, type Running, hubTopology, instanceTopology } from '@kushk/embedded';
import { createService, newId, readConfig, type ProcessName } from '@kushk/runtime';
import { freshDatabase } from '@kushk/testing';
import type { Type } from '@nestjs/common';
import pg from 'pg';
import { CatalogueModule } from '../../../catalogue/src/catalogue.module.js';
import { createGateway } from '../../../gateway/src/create-gateway.js';
import { InstallationModule } from '../../../installation/src/installation.module.js';
import { ReviewModule } from '../../../review/src/review.module.js';
import { WalletModule } from '../../../wallet/src/wallet.module.js';
import { WorkspaceModule } from '../../../workspace/src/workspace.module.js';

/** A part that can be stopped and started again on what it had. */
export interface Part {
  start(): Promise<void>;
  stop(): Promise<void>;
}
export interface GatewayPart extends Part {
  port(): number;
}
export interface NatsPart extends Part {
  readonly logFile: string;
  url(): string;
  /** A connection as the services of this side have one. */
  link(): Promise<BrokerConnection>;
}
/** One side of the fleet, asked as its gateway asks. */
export interface Side {
  readonly nats: NatsPart;
  readonly services: Part;
  ask<Request, Reply>(type: RequestType<Request, Reply>, request: Request): Promise<Reply>;
}
export interface InstanceUnderTest extends Side {
  readonly id: string;
  /** Puts other credentials in the place of those of the link, as its operator would who was given new ones. Its NATS runs on. */
  relink(link: InstanceLink): void;
  /** With `usage`: what answers the hub's question, and the wallets. */
  readonly gateway: Part;
  readonly wallet: ServicePart;
  readonly installation: ServicePart;
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}
export interface ServicePart extends Part {
  readonly databaseUrl: string;
  /** Stops it and starts it with this in its environment, from now on. */
  restart(environment: Environment): Promise<void>;
}
export interface FleetUnderTest {
  readonly hub: Omit<Side, 'nats'> & {
    /** `forgetAccounts` starts it anew without the accounts that were made while it ran, as after the loss of its disk. */
    readonly nats: NatsPart & { forgetAccounts(): Promise<void> };
    readonly gateway: GatewayPart;
    readonly databaseUrl: string;
    readonly review: ServicePart;
  };
  readonly instances: readonly InstanceUnderTest[];
  readonly signingKeys: Readonly<Record<'catalogue' | 'review', ReturnType<typeof newSigningKey>>>;
  stop(): Promise<void>;
}

const password = 'only a test';
type Ends = (() => Promise<unknown> | unknown)[];
type Environment = Readonly<Record<string, string>>;

/** Starts it and registers every instance, under its id as name; `offers` says which `plugin_api` each offers. */
export async function startFleet(
  offers: Readonly<Record<string, string>>,
  parts: { readonly usage?: boolean } = {},
): Promise<FleetUnderTest> {
  const ends: Ends = [];
  const folder = mkdtempSync(join(tmpdir(), 'kushk-fleet-'));
  chmodSync(folder, 0o711);
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  const leafPort = await freePort();
  const signingKeys = { catalogue: newSigningKey(), review: newSigningKey() };
  const pinned = JSON.stringify({ keys: Object.values(signingKeys).map(publicJwk) });

  const operator = await newNatsOperator('fleet under test', linkTraffic('*'));
  const hubNats = await natsAt(
    join(folder, 'hub'),
    { topology: hubTopology({ server: operator.server, leafPort }), credentials: operator.hubCredentials },
    ends,
  );
  const ofHub = {
    ...common,
    KUSHK_SCOPE: 'hub',
    KUSHK_NATS_URL: hubNats.url(),
    KUSHK_NATS_CREDENTIALS: operator.hubCredentials,
  };
  const ofCatalogue = {
    KUSHK_SIGNING_KEY: JSON.stringify(signingKeys.catalogue),
    KUSHK_NATS_OPERATOR: JSON.stringify({ ...operator.catalogue, leaf_url: `nats-leaf://127.0.0.1:${leafPort}` }),
  };
  const catalogueService = await serviceOf('catalogue', CatalogueModule, { ...ofHub, ...ofCatalogue }, ends);
  const review = await serviceOf(
    'review',
    ReviewModule,
    { ...ofHub, KUSHK_SIGNING_KEY: JSON.stringify(signingKeys.review) },
    ends,
  );
  const gateway = parts.usage ? await gatewayOf('hub', ofHub, ends) : nothing;
  const hub = {
    nats: hubNats,
    services: together([catalogueService, review]),
    review,
    gateway,
    databaseUrl: catalogueService.databaseUrl,
    ask: await asker(hubNats, 'hub', ends),
  };

  const instances: InstanceUnderTest[] = [];
  for (const [id, pluginApi] of Object.entries(offers)) {
    const { link } = await hub.ask(catalogue.registerInstance, { id, name: id, plugin_api: pluginApi });
    if (link === null) throw new Error(`the hub gave no credentials to ${id}`);
    const nats = await natsAt(join(folder, id), { topology: instanceTopology({ id, link, password }) }, ends);
    const environment = {
      ...common,
      KUSHK_SCOPE: id,
      KUSHK_NATS_URL: nats.url(),
      KUSHK_HUB_JETSTREAM: linkedJetStream,
      KUSHK_PLUGIN_API: pluginApi,
      KUSHK_SERVICE_ORIGIN: `http://${id}.test`,
      KUSHK_PINNED_HUB_KEYS: pinned,
      KUSHK_SIGNING_KEY: JSON.stringify(newSigningKey()),
      KUSHK_SEALING_KEYS: JSON.stringify([newSealingKey()]),
    };
    const installation = await serviceOf('installation', InstallationModule, environment, ends);
    const wallet = parts.usage ? await serviceOf('wallet', WalletModule, environment, ends) : nothing;
    const workspace = parts.usage ? await serviceOf('workspace', WorkspaceModule, environment, ends) : nothing;
    instances.push({
      id,
      nats,
      relink: (renewed) => nats.reconfigure(instanceTopology({ id, link: renewed, password })),
      wallet,
      installation,
      services: together([installation, workspace]),
      gateway: parts.usage ? await gatewayOf('instance', environment, ends) : nothing,
      ask: await asker(nats, id, ends),
      query: await querier(installation.databaseUrl, ends),
    });
  }
  return { hub, instances, signingKeys, stop: () => endAll(ends) };
}

const common = {
  KUSHK_ENVIRONMENT: 'test',
  KUSHK_HEALTH_PORT: '1',
  KUSHK_HTTP_PORT: '1',
  KUSHK_PEPPER: Buffer.alloc(32, 7).toString('base64url'),
  KUSHK_ALIAS_KEY: Buffer.alloc(32, 3).toString('base64url'),
  KUSHK_BASE_URL: 'http://hub.test',
  KUSHK_OIDC_ISSUER: 'http://sign-in.test',
  KUSHK_OIDC_AUDIENCE: 'test',
};
const nothing = {
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
  restart: () => Promise.resolve(),
  databaseUrl: '',
  port: () => 0,
};

async function gatewayOf(role: 'hub' | 'instance', environment: Environment, ends: Ends): Promise<GatewayPart> {
  let app: Awaited<ReturnType<typeof createGateway>> | null = null;
  const part = {
    start: async () => {
      app = await createGateway(readConfig({ ...environment, KUSHK_SERVICE: 'gateway', KUSHK_ROLE: role }));
      await app.listen(0, '127.0.0.1');
    },
    stop: async () => {
      await app?.close();
      app = null;
    },
    port: () => (app!.getHttpServer().address() as AddressInfo).port,
  };
  await part.start();
  ends.push(part.stop);
  return part;
}

async function natsAt(
  folder: string,
  { topology, credentials = '' }: { readonly topology: NatsTopology; readonly credentials?: string },
  ends: Ends,
) {
  mkdirSync(folder);
  const port = await freePort();
  const { login } = topology;
  const url = `nats://${login === null ? '' : `${login.user}:${encodeURIComponent(login.password)}@`}127.0.0.1:${port}`;
  let running: Running | null = null;
  let now = topology;
  const [storeDir, logFile] = [join(folder, 'store'), join(folder, 'nats.log')];
  const part = {
    logFile,
    start: async () => void (running = await startNats({ storeDir, logFile, port, topology: now })),
    stop: async () => {
      await running?.stop();
      running = null;
    },
    reconfigure: (next: NatsTopology) => {
      now = next;
      for (const [name, text] of Object.entries(next.files ?? {}))
        writeFileSync(join(storeDir, name), text, { mode: 0o600 });
    },
    forgetAccounts: async () => {
      await part.stop();
      rmSync(join(storeDir, 'accounts'), { recursive: true });
      await part.start();
    },
    url: () => url,
    link: () => BrokerConnection.connect(url, 'test', credentials),
  };
  await part.start();
  ends.push(part.stop);
  return part;
}

async function serviceOf(name: ProcessName, module: Type, environment: Environment, ends: Ends): Promise<ServicePart> {
  const database = await freshDatabase(name);
  ends.push(() => database.drop());
  let app: Awaited<ReturnType<typeof createService>> | null = null;
  let now = environment;
  const part = {
    databaseUrl: database.url,
    start: async () => {
      app = await createService(module, readConfig({ ...now, KUSHK_SERVICE: name, KUSHK_DATABASE_URL: database.url }));
      await app.listen();
    },
    stop: async () => {
      await app?.close();
      app = null;
    },
    restart: async (more: Environment) => {
      now = { ...now, ...more };
      await part.stop();
      await part.start();
    },
  };
  await part.start();
  ends.push(part.stop);
  return part;
}

function together(parts: readonly Part[]): Part {
  return {
    start: async () => void (await Promise.all(parts.map((part) => part.start()))),
    stop: async () => void (await Promise.all(parts.map((part) => part.stop()))),
  };
}

async function asker(nats: NatsPart, scope: string, ends: Ends): Promise<Side['ask']> {
  const link = await nats.link();
  ends.push(() => link.close());
  const broker = new Broker(link, { scope });
  return async (type, request) => {
    const outcome = await broker.request(type, request, {
      actor: { kind: 'staff', subject: 'rita', roles: ['operator', 'reviewer'] },
      requestId: newId('req'),
    });
    if (!outcome.accepted)
      throw new Error(`refused: ${outcome.refusal.code} ${JSON.stringify(outcome.refusal.params)}`);
    return outcome.reply;
  };
}

async function querier(databaseUrl: string, ends: Ends): Promise<InstanceUnderTest['query']> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  ends.push(() => pool.end());
  return async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
    (await pool.query<Row>(text, [...values])).rows;
}

async function endAll(ends: Ends): Promise<void> {
  for (const end of ends.reverse()) await end();
}
