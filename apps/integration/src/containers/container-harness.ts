/**
 * Starts a hub and an instance with the driver `docker` in this process, on a real container engine: catalogue, review,
 * the five services of the instance and both gateways.
 */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { newSealingKey, newSigningKey, publicJwk } from '@kushk/credentials';
import { Broker, BrokerConnection, createStreams } from '@kushk/broker';
import { catalogue } from '@kushk/contracts';
import { freePort } from '@kushk/embedded';
import { createService, readConfig, type ProcessName } from '@kushk/runtime';
import {
  AUDIENCE,
  eventually,
  freshDatabase,
  freshNats,
  httpClient,
  SignInProvider,
  type HttpClient,
} from '@kushk/testing';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { CatalogueModule } from '../../../catalogue/src/catalogue.module.js';
import { ContainersModule } from '../../../containers/src/containers.module.js';
import { DeliveryModule } from '../../../delivery/src/delivery.module.js';
import { createGateway } from '../../../gateway/src/create-gateway.js';
import { InstallationModule } from '../../../installation/src/installation.module.js';
import { ReviewModule } from '../../../review/src/review.module.js';
import { WalletModule } from '../../../wallet/src/wallet.module.js';
import { WorkspaceModule } from '../../../workspace/src/workspace.module.js';

type Environment = Readonly<Record<string, string>>;
type Ends = (() => Promise<unknown>)[];

const PLATFORM_ADMIN = 'niloufar';
const STAFF = 'olga';
const START_WITHIN_MS = 60_000;

export interface ContainerHarness {
  /** The admin of the organisation, at the instance. */
  readonly admin: HttpClient;
  readonly staff: HttpClient;
  readonly publisher: HttpClient;
  readonly instancePort: number;
  /** The service `containers`. */
  readonly containers: INestApplicationContext;
  stop(): Promise<void>;
}

export interface HarnessOptions {
  /** The value of `KUSHK_CONTAINER_ENGINE`. */
  readonly engine: string;
  readonly registryUrl: string;
  readonly subnet: string;
  /** The scope of the instance, which is part of the names of its containers. */
  readonly scope: string;
  /** The value of `KUSHK_CONTAINER_DATA`. */
  readonly data: 'image' | 'unlimited';
  /** Where `/data` of the installations is. */
  readonly folder: string;
}

export async function startContainerHarness(options: HarnessOptions): Promise<ContainerHarness> {
  const ends: Ends = [];
  const stop = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    return { ...(await startParts(options, ends)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(
  { engine, registryUrl, subnet, scope, data, folder }: HarnessOptions,
  ends: Ends,
): Promise<Omit<ContainerHarness, 'stop'>> {
  const nats = await freshNats();
  ends.push(() => nats.stop());
  await createStreams({ url: nats.url, scope });
  await createStreams({ url: nats.url, scope: 'hub', instances: [scope] });
  const signIn = await SignInProvider.start();
  ends.push(() => signIn.stop());
  const keys = { catalogue: newSigningKey(), review: newSigningKey(), instance: newSigningKey() };
  const instancePort = await freePort();
  const common = {
    KUSHK_ENVIRONMENT: 'test',
    KUSHK_NATS_URL: nats.url,
    KUSHK_PEPPER: randomBytes(32).toString('base64url'),
    KUSHK_BASE_URL: 'http://hub.test',
    KUSHK_SERVICE_ORIGIN: `http://127.0.0.1:${instancePort}`,
    KUSHK_PLUGIN_API: '1.0',
    KUSHK_OIDC_ISSUER: signIn.issuer,
    KUSHK_OIDC_AUDIENCE: AUDIENCE,
    KUSHK_FIRST_OPERATOR: STAFF,
    KUSHK_FIRST_PLATFORM_ADMIN: PLATFORM_ADMIN,
    KUSHK_HEALTH_PORT: '1',
    KUSHK_HTTP_PORT: '1',
    KUSHK_REGISTRY_URL: registryUrl,
  };
  const hub = { ...common, KUSHK_SCOPE: 'hub' };
  const instance = {
    ...common,
    KUSHK_SCOPE: scope,
    KUSHK_SEALING_KEYS: JSON.stringify([newSealingKey()]),
    KUSHK_SIGNING_KEY: JSON.stringify(keys.instance),
    KUSHK_PINNED_HUB_KEYS: JSON.stringify({ keys: [publicJwk(keys.catalogue), publicJwk(keys.review)] }),
    KUSHK_CONTAINER_DRIVER: 'docker',
    KUSHK_CONTAINER_ENGINE: engine,
    KUSHK_CONTAINER_SUBNET: subnet,
    KUSHK_CONTAINER_DATA: data,
    KUSHK_CONTAINER_DATA_DIR: join(folder, 'data'),
    KUSHK_CONTAINER_LIMITS: '{"data_mib":16}',
  };
  const service = (name: ProcessName, module: Type, environment: Environment) =>
    startService({ name, module, environment }, ends);
  const [, , containers] = await Promise.all([
    service('catalogue', CatalogueModule, { ...hub, KUSHK_SIGNING_KEY: JSON.stringify(keys.catalogue) }),
    service('review', ReviewModule, { ...hub, KUSHK_SIGNING_KEY: JSON.stringify(keys.review) }),
    service('containers', ContainersModule, instance),
    service('workspace', WorkspaceModule, instance),
    service('installation', InstallationModule, instance),
    service('wallet', WalletModule, instance),
    service('delivery', DeliveryModule, instance),
  ]);
  const hubPort = await startGateway({ ...hub, KUSHK_ROLE: 'hub' }, 0, ends);
  await startGateway({ ...instance, KUSHK_ROLE: 'instance' }, instancePort, ends);
  const client = async (port: number, subject: string): Promise<HttpClient> =>
    httpClient(port, { authorization: `Bearer ${await signIn.token(subject, { expires: '1 hour' })}` });
  const platformAdmin = await client(instancePort, PLATFORM_ADMIN);
  await eventually(() => created(platformAdmin), START_WITHIN_MS);
  return {
    admin: await client(instancePort, 'sara'),
    staff: await client(hubPort, STAFF),
    publisher: httpClient(hubPort, { authorization: `Bearer ${await publisherKey(nats.url)}` }),
    instancePort,
    containers: containers!,
  };
}

async function startService(
  {
    name,
    module,
    environment,
  }: { readonly name: ProcessName; readonly module: Type; readonly environment: Environment },
  ends: Ends,
): Promise<INestApplicationContext> {
  const database = await freshDatabase(name);
  ends.push(() => database.drop());
  const config = readConfig({ ...environment, KUSHK_SERVICE: name, KUSHK_DATABASE_URL: database.url });
  const app = await createService(module, config);
  ends.push(() => app.close());
  await app.listen();
  return app;
}

async function startGateway(environment: Environment, port: number, ends: Ends): Promise<number> {
  const app = await createGateway(readConfig({ ...environment, KUSHK_SERVICE: 'gateway' }));
  ends.push(() => app.close());
  await app.listen(port, '127.0.0.1');
  return (app.getHttpServer().address() as AddressInfo).port;
}

/** The first platform admin is appointed in the background after the workspace has started. */
async function created(platformAdmin: HttpClient): Promise<boolean> {
  const admin = { subject: 'sara', name: 'سارا' };
  const { status } = await platformAdmin('/instance/v1/organisations', { json: { name: 'شرکت نمونه', admin } });
  return status === 201;
}

/** Makes the staff member a reviewer too, and issues the first key of the publisher `acme`. */
async function publisherKey(natsUrl: string): Promise<string> {
  const link = await BrokerConnection.connect(natsUrl, 'hub.hub_gateway');
  const broker = new Broker(link, { scope: 'hub' });
  const actor = { kind: 'staff', subject: STAFF, roles: ['operator'], name: 'Olga' } as const;
  const request = async <Request, Reply>(
    type: Parameters<typeof broker.request<Request, Reply>>[0],
    body: Request,
  ): Promise<Reply> => {
    const outcome = await broker.request(type, body, { actor, requestId: 'req_test' });
    if (!outcome.accepted) throw new Error(`refused: ${outcome.refusal.code}`);
    return outcome.reply;
  };
  const { items } = await request(catalogue.listStaff, { limit: 1, cursor: null });
  const roles = ['operator', 'reviewer'] as const;
  await request(catalogue.changeStaff, { id: items[0]!.id, name: null, roles: [...roles], by: STAFF });
  await request(catalogue.addPublisher, { id: 'acme', name: 'Acme' });
  const { secret } = await request(catalogue.issueKey, { publisher_id: 'acme', label: 'CI', expires_at: null });
  await link.close();
  return secret!;
}
