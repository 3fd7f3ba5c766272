/**
 * Starts a hub in this process on real servers: catalogue, review and two gateways, with one publisher and staff
 * accounts.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Broker, BrokerConnection, createStreams } from '@kushk/broker';
import {
  catalogue,
  linkTraffic,
  natsUserName,
  type HubNatsRole,
  type HubService,
  type Page,
  type QueuedReview,
} from '@kushk/contracts';
import { newSigningKey } from '@kushk/credentials';
import { newNatsOperator } from '@kushk/credentials/nats-operator';
import { freePort, hubTopology } from '@kushk/embedded';
import { createService, readConfig, type ProcessName } from '@kushk/runtime';
import {
  AUDIENCE,
  eventually,
  freshDatabase,
  freshNats,
  httpClient,
  SignInProvider,
  type HttpClient,
  type HttpResponse,
} from '@kushk/testing';
import type { Type } from '@nestjs/common';
import { CatalogueModule } from '../../../catalogue/src/catalogue.module.js';
import { createGateway } from '../../../gateway/src/create-gateway.js';
import { startNatsPart, type Ends, type Environment } from '../fleet/fleet-parts-harness.js';
import { ReviewModule } from '../../../review/src/review.module.js';

const GATEWAYS = 2;
/** The first operator. The harness adds the others as she would. */
const OPERATOR = 'olga';
const REVIEWERS = ['rita', 'sam'];

export interface HubHarness {
  /** The ports of the gateway processes. A production load balancer would distribute requests among them. */
  readonly ports: readonly number[];
  /** The key of the publisher `acme`. */
  readonly key: string;
  readonly publisher: HttpClient;
  /** An HTTP client of the staff member olga, who is operator and reviewer. */
  readonly staff: HttpClient;
  readonly signIn: SignInProvider;
  /** An HTTP client of one staff member at one of the gateways. The staff are olga and the reviewers rita and sam. */
  as(subject: string, gateway?: number): Promise<HttpClient>;
  /** An HTTP client without a credential at one of the gateways. */
  anyone(gateway?: number): HttpClient;
  /** Submits a release of the publisher. Once it is accepted, waits until it is in the queue of the reviewers. */
  submit(release: object): Promise<HttpResponse>;
  stop(): Promise<void>;
}

export interface HubOptions {
  /** Whether the hub's NATS server runs in operator mode, so that each registered instance gets an account. */
  readonly natsOperator?: boolean;
  /** The public address of the hub, which the pages of a browser need to be its real one. */
  readonly baseUrl?: string;
  /** The port of the first gateway; a free one when it is missing. */
  readonly port?: number;
  /** How many processes of the catalogue and of the review service share their databases; one by default. */
  readonly replicas?: number;
  /** Adds to the configuration of every process. */
  readonly environment?: Environment;
}

/** Starts the hub. `stop` stops the parts in reverse order, so that no part calls one that has already stopped. */
export async function startHub(options: HubOptions = {}): Promise<HubHarness> {
  const { natsOperator = false, baseUrl, port = 0, replicas = 1, environment = {} } = options;
  const ends: Ends = [];
  const nats = await (natsOperator ? natsInOperatorMode(ends) : plainNats(ends));
  const signIn = await SignInProvider.start();
  ends.push(() => signIn.stop());
  const common = {
    KUSHK_SCOPE: 'hub',
    KUSHK_ENVIRONMENT: 'test',
    KUSHK_PEPPER: Buffer.alloc(32, 7).toString('base64url'),
    KUSHK_FIRST_OPERATOR: OPERATOR,
    KUSHK_BASE_URL: baseUrl ?? 'http://hub.test',
    KUSHK_OIDC_ISSUER: signIn.issuer,
    KUSHK_OIDC_AUDIENCE: AUDIENCE,
    ...environment,
  };
  const service = async (name: ProcessName & HubService, module: Type) => {
    const database = await freshDatabase(name);
    ends.push(() => database.drop());
    const config = readConfig({
      ...common,
      ...nats.login(name),
      KUSHK_SERVICE: name,
      KUSHK_DATABASE_URL: database.url,
      KUSHK_HEALTH_PORT: '1',
      KUSHK_SIGNING_KEY: JSON.stringify(newSigningKey()),
    });
    for (let replica = 0; replica < replicas; replica += 1) {
      const app = await createService(module, config);
      ends.push(() => app.close());
      await app.listen();
    }
  };
  await service('catalogue', CatalogueModule);
  await service('review', ReviewModule);
  const ports: number[] = [];
  for (let gateway = 0; gateway < GATEWAYS; gateway += 1) {
    const app = await createGateway(
      readConfig({
        ...common,
        ...nats.login('hub_gateway'),
        KUSHK_SERVICE: 'gateway',
        KUSHK_ROLE: 'hub',
        KUSHK_HTTP_PORT: '1',
        KUSHK_HEALTH_PORT: '1',
      }),
    );
    ends.push(() => app.close());
    await app.listen(gateway === 0 ? port : 0, '127.0.0.1');
    ports.push((app.getHttpServer().address() as AddressInfo).port);
  }
  const key = await firstKey(nats.login('hub_gateway'));
  const operator = { authorization: `Bearer ${await signIn.token(OPERATOR, { expires: '1 hour' })}` };
  for (const port of ports)
    await eventually(async () => (await httpClient(port, operator)('/operator/v1/staff')).status === 200);
  return {
    ports,
    key,
    signIn,
    ...clientsOf(httpClient(ports[0]!, { authorization: `Bearer ${key}` }), httpClient(ports[0]!, operator)),
    as: async (subject, gateway = 0) =>
      httpClient(ports[gateway]!, { authorization: `Bearer ${await signIn.token(subject, { expires: '1 hour' })}` }),
    anyone: (gateway = 0) => httpClient(ports[gateway]!),
    stop: async () => {
      for (const end of ends.reverse()) await end();
    },
  };
}

function clientsOf(publisher: HttpClient, staff: HttpClient): Pick<HubHarness, 'publisher' | 'staff' | 'submit'> {
  return {
    publisher,
    staff,
    submit: async (release) => {
      const response = await publisher('/developer/v1/releases', { json: release });
      const { plugin_id, version } = response.json;
      if (response.status === 201)
        await eventually(async () => {
          const { json } = await staff(`/operator/v1/reviews?limit=200&q=${String(plugin_id)}`);
          const { items } = json as unknown as Page<QueuedReview>;
          return items.some((one) => one.plugin_id === plugin_id && one.version === version);
        });
      return response;
    },
  };
}

/** The environment variables with which a service logs in to the NATS server. */
type NatsLogin = (service: HubService) => Environment;

async function plainNats(ends: Ends): Promise<{ readonly login: NatsLogin }> {
  const nats = await freshNats();
  ends.push(() => nats.stop());
  await createStreams({ url: nats.url, scope: 'hub' });
  return { login: () => ({ KUSHK_NATS_URL: nats.url, KUSHK_NATS_CREDENTIALS: '' }) };
}

async function natsInOperatorMode(ends: Ends): Promise<{ readonly login: NatsLogin }> {
  const folder = mkdtempSync(join(tmpdir(), 'kushk-hub-'));
  chmodSync(folder, 0o711);
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  const leafPort = await freePort();
  const operator = await newNatsOperator('hub under test', linkTraffic('*'));
  const nats = await startNatsPart(
    join(folder, 'hub'),
    {
      topology: hubTopology({ server: operator.server, leafPort }),
      login: (url, service) => ({ url, credentials: operator.hubCredentials[service as HubNatsRole] }),
    },
    ends,
  );
  const settings = { ...operator.catalogue, leaf_url: `nats-leaf://127.0.0.1:${leafPort}` };
  return {
    login: (service) => ({
      ...nats.login(service),
      ...(service === 'catalogue' && { KUSHK_NATS_OPERATOR: JSON.stringify(settings) }),
    }),
  };
}

async function firstKey(login: Environment): Promise<string> {
  const name = natsUserName({ scope: 'hub', role: 'hub_gateway' });
  const link = await BrokerConnection.connect(login['KUSHK_NATS_URL']!, name, login['KUSHK_NATS_CREDENTIALS']);
  const broker = new Broker(link, { scope: 'hub' });
  const options = {
    actor: { kind: 'staff', subject: 'olga', roles: ['operator'], name: 'Olga' } as const,
    requestId: 'req_test',
  };
  const staff = await broker.request(catalogue.listStaff, { limit: 1, cursor: null }, options);
  if (!staff.accepted) throw new Error('the staff was not listed');
  const { id } = staff.reply.items[0]!;
  await broker.request(
    catalogue.changeStaff,
    { id, name: null, roles: ['operator', 'reviewer'], by: OPERATOR },
    options,
  );
  for (const subject of REVIEWERS)
    await broker.request(catalogue.addStaff, { subject, name: subject, roles: ['reviewer'], by: OPERATOR }, options);
  await broker.request(catalogue.addPublisher, { id: 'acme', name: 'Acme' }, options);
  const issued = await broker.request(
    catalogue.issueKey,
    { publisher_id: 'acme', label: 'CI', expires_at: null },
    options,
  );
  await link.close();
  if (!issued.accepted || issued.reply.secret === null) throw new Error('the first key was not issued');
  return issued.reply.secret;
}
