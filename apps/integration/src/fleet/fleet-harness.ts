/**
 * Starts a fleet in this process on real servers: a hub and its instances, each with its own NATS server, linked as
 * in production. An instance runs the installation service and, with `usage`, every service that the usage report
 * needs; with `delivery`, it calls plugins.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Broker, BrokerConnection } from '@kushk/broker';
import {
  catalogue,
  linkedJetStream,
  linkTraffic,
  type HubNatsRole,
  type InstanceLink,
  type InstanceService,
  type RequestType,
} from '@kushk/contracts';
import { newSealingKey, newSigningKey, publicJwk } from '@kushk/credentials';
import { credentialsOf } from '@kushk/credentials/nats-accounts';
import { newNatsOperator } from '@kushk/credentials/nats-operator';
import { freePort, hubTopology, instanceTopology, natsUrlOf } from '@kushk/embedded';
import { newId, type ProcessName } from '@kushk/runtime';
import { fromSeed } from '@nats-io/jwt';
import type { Type } from '@nestjs/common';
import pg from 'pg';
import { CatalogueModule } from '../../../catalogue/src/catalogue.module.js';
import { DeliveryModule } from '../../../delivery/src/delivery.module.js';
import {
  startGateway,
  startNatsPart,
  startServiceProcess,
  together,
  type Ends,
  type GatewayPart,
  type NatsPart,
  type Part,
  type ServiceProcess,
} from './fleet-parts-harness.js';
import { InstallationModule } from '../../../installation/src/installation.module.js';
import { ReviewModule } from '../../../review/src/review.module.js';
import { WalletModule } from '../../../wallet/src/wallet.module.js';
import { WorkspaceModule } from '../../../workspace/src/workspace.module.js';

/** The hub or one instance of the fleet. `request` sends a request as the gateway of that side does. */
export interface Side {
  readonly nats: NatsPart;
  readonly services: Part;
  request<Request, Reply>(type: RequestType<Request, Reply>, request: Request): Promise<Reply>;
}
export interface InstanceUnderTest extends Side {
  readonly id: string;
  /**
   * Replaces the credentials of the instance's NATS link, as its operator does after a rotation. The NATS server
   * keeps running.
   */
  relink(link: InstanceLink): void;
  /** The gateway that responds to the hub's usage requests. Like `wallet`, it is started only with `usage`. */
  readonly gateway: Part;
  readonly wallet: ServiceProcess;
  readonly installation: ServiceProcess;
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}
export interface FleetHarness {
  readonly hub: Omit<Side, 'nats'> & {
    /**
     * `forgetAccounts` restarts the server without the NATS accounts that were added at run time, as if it had lost
     * its disk.
     */
    readonly nats: NatsPart & { forgetAccounts(): Promise<void> };
    readonly gateway: GatewayPart;
    /** Starts a second gateway, as a hub with two has. */
    startGateway(): Promise<GatewayPart>;
    readonly databaseUrl: string;
    readonly review: ServiceProcess;
    /** A connection that receives every message of the hub's account. */
    observer(): Promise<BrokerConnection>;
  };
  readonly instances: readonly InstanceUnderTest[];
  readonly signingKeys: Readonly<Record<'catalogue' | 'review', ReturnType<typeof newSigningKey>>>;
  stop(): Promise<void>;
}

const secret = 'only a test';

/** Starts the fleet and registers every instance under its id. `pluginApis` maps instance ids to their `plugin_api`. */
export async function startFleet(
  pluginApis: Readonly<Record<string, string>>,
  options: { readonly usage?: boolean; readonly delivery?: boolean } = {},
): Promise<FleetHarness> {
  const ends: Ends = [];
  const folder = mkdtempSync(join(tmpdir(), 'kushk-fleet-'));
  chmodSync(folder, 0o711);
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  const signingKeys = { catalogue: newSigningKey(), review: newSigningKey() };
  const setup = { folder, signingKeys, usage: options.usage ?? false, delivery: options.delivery ?? false, ends };
  const hub = await startHubSide(setup);
  const instances: InstanceUnderTest[] = [];
  for (const [id, pluginApi] of Object.entries(pluginApis)) {
    const { link } = await hub.request(catalogue.registerInstance, { id, name: id, plugin_api: pluginApi });
    if (link === null) throw new Error(`the hub gave no credentials to ${id}`);
    instances.push(await startInstance({ id, pluginApi, link }, setup));
  }
  return { hub, instances, signingKeys, stop: () => endAll(ends) };
}

interface Setup {
  readonly folder: string;
  readonly signingKeys: FleetHarness['signingKeys'];
  /** Whether to start the gateways and services that the usage report needs. */
  readonly usage: boolean;
  /** Whether instances call plugins. */
  readonly delivery: boolean;
  readonly ends: Ends;
}

async function startHubSide({ folder, signingKeys, usage, ends }: Setup): Promise<FleetHarness['hub']> {
  const leafPort = await freePort();
  const operator = await newNatsOperator('fleet under test', linkTraffic('*'));
  const nats = await startNatsPart(
    join(folder, 'hub'),
    {
      topology: hubTopology({ server: operator.server, leafPort }),
      login: (url, service) => ({ url, credentials: operator.hubCredentials[service as HubNatsRole] }),
    },
    ends,
  );
  const environment = {
    ...common,
    KUSHK_SCOPE: 'hub',
  };
  const natsOperator = { ...operator.catalogue, leaf_url: `nats-leaf://127.0.0.1:${leafPort}` };
  const catalogueService = await startServiceProcess(
    {
      name: 'catalogue',
      module: CatalogueModule,
      environment: {
        ...environment,
        ...nats.login('catalogue'),
        KUSHK_SIGNING_KEY: JSON.stringify(signingKeys.catalogue),
        KUSHK_NATS_OPERATOR: JSON.stringify(natsOperator),
      },
    },
    ends,
  );
  const review = await startServiceProcess(
    {
      name: 'review',
      module: ReviewModule,
      environment: {
        ...environment,
        ...nats.login('review'),
        KUSHK_SIGNING_KEY: JSON.stringify(signingKeys.review),
      },
    },
    ends,
  );
  const startHubGateway = (): Promise<GatewayPart> =>
    startGateway('hub', { ...environment, ...nats.login('hub_gateway') }, ends);
  return {
    nats,
    services: together([catalogueService, review]),
    review,
    gateway: usage ? await startHubGateway() : absent,
    startGateway: startHubGateway,
    databaseUrl: catalogueService.databaseUrl,
    request: await requester(nats, 'hub', ends),
    observer: async () => {
      const account = operator.catalogue.hub.account;
      const signer = fromSeed(new TextEncoder().encode(operator.safe.hub_account_seed));
      const credentials = await credentialsOf({ name: 'observer', account, signer, user: {} });
      return await BrokerConnection.connect(nats.login('catalogue')['KUSHK_NATS_URL']!, 'observer', credentials);
    },
  };
}

interface NewInstance {
  readonly id: string;
  readonly pluginApi: string;
  readonly link: InstanceLink;
}

async function startInstance(
  { id, pluginApi, link }: NewInstance,
  { folder, signingKeys, usage, delivery, ends }: Setup,
): Promise<InstanceUnderTest> {
  const nats = await startNatsPart(
    join(folder, id),
    {
      topology: instanceTopology({ id, link, secret }),
      login: (url, service) => ({ url: natsUrlOf(url, { scope: id, role: service, secret }), credentials: '' }),
    },
    ends,
  );
  const environment = {
    ...common,
    KUSHK_SCOPE: id,
    KUSHK_HUB_JETSTREAM: linkedJetStream,
    KUSHK_PLUGIN_API: pluginApi,
    KUSHK_SERVICE_ORIGIN: `http://${id}.test`,
    KUSHK_PINNED_HUB_KEYS: JSON.stringify({ keys: Object.values(signingKeys).map(publicJwk) }),
    KUSHK_SIGNING_KEY: JSON.stringify(newSigningKey()),
    KUSHK_SEALING_KEYS: JSON.stringify([newSealingKey()]),
  };
  const start = (name: InstanceService & ProcessName, module: Type): Promise<ServiceProcess> =>
    startServiceProcess({ name, module, environment: { ...environment, ...nats.login(name) } }, ends);
  const installation = await start('installation', InstallationModule);
  const wallet = usage ? await start('wallet', WalletModule) : absent;
  const workspace = usage ? await start('workspace', WorkspaceModule) : absent;
  const calls = delivery ? await start('delivery', DeliveryModule) : absent;
  return {
    id,
    nats,
    relink: (renewed) => nats.reconfigure(instanceTopology({ id, link: renewed, secret })),
    wallet,
    installation,
    services: together([installation, workspace, calls]),
    gateway: usage
      ? await startGateway('instance', { ...environment, ...nats.login('instance_gateway') }, ends)
      : absent,
    request: await requester(nats, id, ends),
    query: await querier(installation.databaseUrl, ends),
  };
}

const common = {
  KUSHK_ENVIRONMENT: 'test',
  KUSHK_HEALTH_PORT: '1',
  KUSHK_HTTP_PORT: '1',
  KUSHK_PEPPER: Buffer.alloc(32, 7).toString('base64url'),
  KUSHK_BASE_URL: 'http://hub.test',
  KUSHK_OIDC_ISSUER: 'http://sign-in.test',
  KUSHK_OIDC_AUDIENCE: 'test',
};
/** Placeholder for a part that this fleet does not start. */
const absent = {
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
  restart: () => Promise.resolve(),
  databaseUrl: '',
  port: () => 0,
};

async function requester(nats: NatsPart, scope: string, ends: Ends): Promise<Side['request']> {
  const link = await nats.link(scope === 'hub' ? 'hub_gateway' : 'instance_gateway');
  ends.push(() => link.close());
  const broker = new Broker(link, { scope });
  return async (type, request) => {
    const outcome = await broker.request(type, request, {
      // There is no sign-in here, so no caller has a role.
      actor: { kind: 'system' },
      requestId: newId('req'),
      // Signing accounts takes seconds on a busy machine, where all processes of the fleet share this one.
      timeoutMs: 60_000,
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
