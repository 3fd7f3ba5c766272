/**
 * Starts an instance in this process on real servers: its four services and two gateways, with one organisation. A
 * production load balancer would distribute requests among the gateways.
 */
import { createStreams } from '@kushk/broker';
import { randomBytes, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { newSealingKey, newSigningKey, publicJwk, type SealingKey } from '@kushk/credentials';
import { createService, readConfig, type ProcessName } from '@kushk/runtime';
import {
  answered,
  AUDIENCE,
  eventually,
  freshDatabase,
  httpClient,
  SignInProvider,
  type HttpClient,
} from '@kushk/testing';
import type { Type } from '@nestjs/common';
import { DeliveryModule } from '../../../delivery/src/delivery.module.js';
import { createGateway } from '../../../gateway/src/create-gateway.js';
import { routeTables } from '../../../gateway/src/route-tables.js';
import { InstallationModule } from '../../../installation/src/installation.module.js';
import { WalletModule } from '../../../wallet/src/wallet.module.js';
import { WorkspaceModule } from '../../../workspace/src/workspace.module.js';

const GATEWAYS = 2;
const SERVICES: readonly (readonly [ProcessName, Type])[] = [
  ['workspace', WorkspaceModule],
  ['installation', InstallationModule],
  ['wallet', WalletModule],
  ['delivery', DeliveryModule],
];
const PLATFORM_ADMIN = 'niloufar';
/** A passing test does not wait this long; a busy machine may. */
const START_WITHIN_MS = 60_000;
const LONG_TOKEN = { expires: '1 hour' };

/** A signed-in person: a client per gateway that sends the person's token. */
export type Person = readonly HttpClient[];
export interface InstalledPlugin {
  readonly id: string;
  readonly token: string;
  /** The path of the plugin API of this installation. */
  readonly base: string;
}
export interface InstanceHarness {
  readonly ports: readonly number[];
  readonly sealingKeys: readonly SealingKey[];
  readonly organisationId: string;
  /** The admin of the organisation. */
  readonly admin: Person;
  /** A token of the admin, for a command that sends it itself. */
  adminToken(): Promise<string>;
  /** Signs in: every call is a sign-in of its own, with its own session. */
  signIn(subject: string): Promise<Person>;
  /** Adds a member to the organisation and returns the id. */
  addMember(subject: string, role?: 'admin' | 'member'): Promise<string>;
  /** Installs a plugin from its manifest, and reads its credentials. */
  install(manifest: Readonly<Record<string, unknown>>): Promise<InstalledPlugin>;
  stop(): Promise<void>;
}

const PLUGIN_API = '/i/:installation_id/plugin/v1';

/** The routes of the plugin API from the gateway's route tables, with paths relative to `{api_base}`. */
export function pluginRoutes(): readonly { readonly method: string; readonly path: string }[] {
  const config = readConfig({
    KUSHK_SERVICE: 'gateway',
    KUSHK_ROLE: 'instance',
    KUSHK_SCOPE: 'i1',
    KUSHK_ENVIRONMENT: 'test',
    KUSHK_HTTP_PORT: '1',
    KUSHK_HEALTH_PORT: '1',
    KUSHK_NATS_URL: 'nats://127.0.0.1:1',
    KUSHK_BASE_URL: 'http://hub.test',
    KUSHK_SERVICE_ORIGIN: 'http://instance.test',
    KUSHK_OIDC_ISSUER: 'http://sign-in.test',
    KUSHK_OIDC_AUDIENCE: AUDIENCE,
    KUSHK_PEPPER: randomBytes(32).toString('base64url'),
    KUSHK_SEALING_KEYS: JSON.stringify([newSealingKey()]),
  });
  return routeTables(config)
    .filter(({ callerKind }) => callerKind === 'plugin')
    .map(({ method, path }) => ({ method, path: path.slice(PLUGIN_API.length) }));
}

type Ends = (() => Promise<unknown>)[];

/** Starts the instance. `stop` stops the parts in reverse order, so that no part calls one that has already stopped. */
export async function startInstance(): Promise<InstanceHarness> {
  const ends: Ends = [];
  const stop = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    return { ...(await startParts(ends)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(ends: Ends): Promise<Omit<InstanceHarness, 'stop'>> {
  const natsUrl = process.env['KUSHK_TEST_NATS_URL'];
  if (natsUrl === undefined) throw new Error('KUSHK_TEST_NATS_URL is not set: globalSetup of the test run sets it');
  const signIn = await SignInProvider.start();
  ends.push(() => signIn.stop());
  const sealingKeys = [newSealingKey()];
  const hubKey = newSigningKey();
  const common = {
    KUSHK_SCOPE: `t${randomBytes(5).toString('hex')}`,
    KUSHK_ENVIRONMENT: 'test',
    KUSHK_NATS_URL: natsUrl,
    KUSHK_PEPPER: randomBytes(32).toString('base64url'),
    KUSHK_SEALING_KEYS: JSON.stringify(sealingKeys),
    KUSHK_SIGNING_KEY: JSON.stringify(newSigningKey()),
    KUSHK_PINNED_HUB_KEYS: JSON.stringify({ keys: [publicJwk(hubKey)] }),
    KUSHK_FIRST_PLATFORM_ADMIN: PLATFORM_ADMIN,
    KUSHK_BASE_URL: 'http://hub.test',
    KUSHK_SERVICE_ORIGIN: 'http://instance.test',
    KUSHK_PLUGIN_API: '1.0',
    KUSHK_OIDC_ISSUER: signIn.issuer,
    KUSHK_OIDC_AUDIENCE: AUDIENCE,
    KUSHK_HEALTH_PORT: '1',
  };
  await createStreams({ url: natsUrl, scope: common.KUSHK_SCOPE });
  const startService = async (name: ProcessName, module: Type): Promise<void> => {
    const database = await freshDatabase(name);
    ends.push(() => database.drop());
    const environment = { ...common, KUSHK_DATABASE_URL: database.url };
    const app = await createService(module, readConfig({ ...environment, KUSHK_SERVICE: name }));
    ends.push(() => app.close());
    await app.listen();
  };
  const started = await Promise.allSettled(SERVICES.map(([name, module]) => startService(name, module)));
  for (const result of started) if (result.status === 'rejected') throw result.reason;
  const ports: number[] = [];
  for (let gateway = 0; gateway < GATEWAYS; gateway += 1) {
    const environment = { ...common, KUSHK_SERVICE: 'gateway', KUSHK_ROLE: 'instance', KUSHK_HTTP_PORT: '1' };
    const app = await createGateway(readConfig(environment));
    ends.push(() => app.close());
    await app.listen(0, '127.0.0.1');
    ports.push((app.getHttpServer().address() as AddressInfo).port);
  }
  const signInAs = async (subject: string): Promise<Person> => {
    const authorization = `Bearer ${await signIn.token(subject, LONG_TOKEN)}`;
    return ports.map((port) => httpClient(port, { authorization }));
  };
  const organisationId = await createOrganisation((await signInAs(PLATFORM_ADMIN))[0]!);
  const admin = await signInAs('sara');
  const send = sender(admin[0]!);
  return {
    ports,
    sealingKeys,
    organisationId,
    admin,
    adminToken: () => signIn.token('sara', LONG_TOKEN),
    signIn: signInAs,
    addMember: async (subject, role = 'member') =>
      (await send('/people', { subject, name: subject, role }))['id'] as string,
    install: async (manifest) => {
      await send('/dev/releases', { manifest });
      const { id, base_url, scopes = {} } = manifest as { id: string; base_url: string; scopes?: object };
      const consent = { scopes: Object.keys(scopes), base_url };
      const installed = await send('/installations', { plugin_id: id, settings: {}, consent });
      const installation = installed['installation_id'] as string;
      const token = await readToken(send, `/installations/${installation}`);
      await eventually(() => isKnown(admin[0]!, installation), START_WITHIN_MS);
      return { id: installation, token, base: `/i/${installation}/plugin/v1` };
    },
  };
}

/** Whether the wallet of an installation is opened, and its calls can be delivered. */
async function isKnown(admin: HttpClient, installation: string): Promise<boolean> {
  const path = `/instance/v1/installations/${installation}`;
  const answers = await Promise.all([admin(`${path}/wallet`), admin(`${path}/deliveries`)]);
  return answers.every(({ status }) => status === 200);
}

async function readToken(send: ReturnType<typeof sender>, path: string): Promise<string> {
  const read = () => {
    const key = randomUUID();
    return eventually(() => send(`${path}/credentials`, {}, key), START_WITHIN_MS);
  };
  const { token } = await read();
  if (token !== null) return token as string;
  // The answer with the credentials was lost, and a repeated answer has none: they are shown once.
  await send(`${path}/rotate`, {});
  return (await read())['token'] as string;
}

/**
 * Sends `POST /instance/v1…` and returns the body of the response. A request that a busy machine answers with 503 is
 * sent again with its key, so that nothing is done twice. Throws for anything but a success.
 */
function sender(client: HttpClient) {
  return async (path: string, body: object, key: string = randomUUID()): Promise<Record<string, unknown>> => {
    const headers = { 'idempotency-key': key };
    const response = await answered(() => client(`/instance/v1${path}`, { json: body, headers }));
    if (response.status >= 300) throw new Error(`POST ${path} returned ${response.status}: ${response.text}`);
    return response.json;
  };
}

/** The first platform admin is appointed in the background after the workspace has started. */
async function createOrganisation(platformAdmin: HttpClient): Promise<string> {
  const admin = { subject: 'sara', name: 'سارا' };
  const create = () => sender(platformAdmin)('/organisations', { name: 'شرکت نمونه', admin });
  const created = await eventually(create, START_WITHIN_MS);
  return (created['organisation'] as { id: string }).id;
}
