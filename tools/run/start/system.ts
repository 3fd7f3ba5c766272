/** Defines every process of the system and its environment variables, which the processes read with libs/runtime. */
import { extname, join, resolve } from 'node:path';
import { livesOnHub, type HubNatsRole, type NatsRole, type ServiceName } from '@kushk/contracts';
import { publicJwk } from '@kushk/credentials';
import { foreignVariables } from '@kushk/runtime/variable-names';
import { subjectOf } from '../sign-in/accounts.js';
import { audiences, pageClient } from '../sign-in/provider-names.js';
import { domainServices, hubServices, type Addresses, type DomainService } from './addresses.js';
import type { ContainerEngine } from './container-engine.js';
import type { Secrets } from './secrets.js';

export interface ProcessPlan {
  /** The name that the user sees: `wallet`, `hub gateway`. */
  readonly name: string;
  /** The program that Node runs, relative to the root of the repository. */
  readonly program: string;
  readonly needsTypescript: boolean;
  readonly port: number;
  /** A URL that returns 200 when the process is ready. */
  readonly readyUrl: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The shutdown order: `edge` processes stop first, so that no new requests arrive. */
  readonly tier: 'edge' | 'service';
  /** Whether the process uses less memory at the cost of throughput. */
  readonly isLowMemory?: boolean;
}

export interface SystemSettings {
  readonly addresses: Addresses;
  readonly secrets: Secrets;
  readonly databaseUrls: Readonly<Record<DomainService, string>>;
  /** The address with which a user logs in to NATS. */
  readonly natsUrlOf: (scope: string, role: NatsRole) => string;
  readonly dataDir: string;
  /** The host on which the gateways and the sign-in provider listen. All other processes listen on loopback. */
  readonly publicHost: string;
  /** The text of the `.creds` file of each service, for a NATS server in operator mode. */
  readonly natsCredentials?: Readonly<Record<HubNatsRole, string>>;
  /**
   * The NATS operator with which the catalogue creates accounts on the hub's NATS server in operator mode
   * (`KUSHK_NATS_OPERATOR`).
   */
  readonly natsOperator?: object;
  /**
   * The hub's JetStream, for an instance with its own NATS server; absent when the hub and the instance share one
   * server.
   */
  readonly hubJetStream?: string;
  /** The instances whose pages people sign in to; by default the one of `addresses`. */
  readonly instances?: readonly Addresses['instance'][];
  /** The container engine on which plugins of kind `instance` run; absent when there is none. */
  readonly containerEngine?: ContainerEngine;
}

export const pluginApi = '1.0';

/** Tools run from their sources in the repository, and compiled in the package `@kushk/cli` (tools/pack). */
const toolExtension = extname(import.meta.filename);

const program = (app: string): string => join('apps', app, 'dist', 'main.js');

/** The variables with the same value in every process, of those that `service` reads. */
function commonEnvironment(
  { addresses, secrets, hubJetStream, containerEngine }: SystemSettings,
  service: ServiceName,
): Record<string, string> {
  const common = {
    ...(hubJetStream !== undefined && { KUSHK_HUB_JETSTREAM: hubJetStream }),
    ...(containerEngine !== undefined && {
      KUSHK_CONTAINER_DRIVER: 'docker',
      KUSHK_CONTAINER_ENGINE: containerEngine.address,
      // Development works with an engine as it is installed; elsewhere no container starts without ids of its own.
      ...(!containerEngine.mapsUsers && { KUSHK_CONTAINER_USER_IDS: process.env['KUSHK_CONTAINER_USER_IDS'] ?? 'off' }),
    }),
    KUSHK_ENVIRONMENT: 'development',
    KUSHK_BASE_URL: addresses.hub.baseUrl,
    KUSHK_SERVICE_ORIGIN: addresses.instance.serviceOrigin,
    KUSHK_PLUGIN_API: pluginApi,
    KUSHK_PEPPER: secrets.pepper,
    KUSHK_OIDC_ISSUER: addresses.signIn.issuer,
  };
  const foreign: readonly string[] = foreignVariables(common, service);
  return Object.fromEntries(Object.entries(common).filter(([name]) => !foreign.includes(name)));
}

/** The variables with which a service logs in to NATS as its own user. */
function natsEnvironment(
  { natsUrlOf, natsCredentials }: SystemSettings,
  { scope, service }: { readonly scope: string; readonly service: ServiceName },
): Record<string, string> {
  return {
    KUSHK_SCOPE: scope,
    KUSHK_NATS_URL: natsUrlOf(scope, service),
    ...(natsCredentials !== undefined && livesOnHub(service) && { KUSHK_NATS_CREDENTIALS: natsCredentials[service] }),
  };
}

/** The environment variables that only this service gets. */
function serviceEnvironment(
  service: DomainService,
  { secrets, natsOperator, dataDir }: SystemSettings,
): Record<string, string> {
  const sealing = { KUSHK_SEALING_KEYS: JSON.stringify(secrets.sealingKeys) };
  const mailing = {
    KUSHK_CONTENT_KEYS: JSON.stringify(secrets.sealingKeys),
    ...(process.env['KUSHK_SMTP_URL'] !== undefined && { KUSHK_SMTP_URL: process.env['KUSHK_SMTP_URL'] }),
  };
  const signing = (key: 'catalogue' | 'review' | 'installation') => ({
    KUSHK_SIGNING_KEY: JSON.stringify(secrets.signingKeys[key]),
  });
  // Each key is trusted only for the statements of its owner: the catalogue's key cannot approve a release, and the
  // review service's key cannot publish one.
  const pinned = {
    keys: [
      { ...publicJwk(secrets.signingKeys.catalogue), signs: 'status' },
      { ...publicJwk(secrets.signingKeys.review), signs: 'approval' },
    ],
  };
  switch (service) {
    case 'catalogue':
      return {
        ...signing('catalogue'),
        KUSHK_FIRST_OPERATOR: subjectOf('operator'),
        ...mailing,
        ...(natsOperator && { KUSHK_NATS_OPERATOR: JSON.stringify(natsOperator) }),
      };
    case 'review':
      return signing('review');
    case 'installation':
      return { ...signing('installation'), ...sealing, KUSHK_PINNED_HUB_KEYS: JSON.stringify(pinned) };
    case 'delivery':
      // Lifecycle calls are signed with the instance's key. The installation service publishes the public key.
      return { ...signing('installation'), ...sealing };
    case 'workspace':
      return {
        KUSHK_FIRST_PLATFORM_ADMIN: subjectOf('platform'),
        KUSHK_CONTENT_STORE: JSON.stringify({ driver: 'disk', folder: join(resolve(dataDir), 'contents') }),
        ...mailing,
      };
    case 'containers':
      return {
        KUSHK_CONTAINER_DATA_DIR: process.env['KUSHK_CONTAINER_DATA_DIR'] ?? join(resolve(dataDir), 'containers'),
      };
    case 'wallet':
      return {};
  }
}

function domainProcess(service: DomainService, settings: SystemSettings): ProcessPlan {
  const port = settings.addresses.healthPorts[service];
  return {
    name: service,
    program: program(service),
    needsTypescript: false,
    port,
    readyUrl: `http://127.0.0.1:${port}/health/ready`,
    tier: 'service',
    environment: {
      ...commonEnvironment(settings, service),
      ...serviceEnvironment(service, settings),
      KUSHK_SERVICE: service,
      ...natsEnvironment(settings, {
        service,
        scope: hubServices.includes(service) ? 'hub' : settings.addresses.instance.id,
      }),
      KUSHK_DATABASE_URL: settings.databaseUrls[service],
      KUSHK_HTTP_HOST: '127.0.0.1',
      KUSHK_HEALTH_PORT: String(port),
    },
  };
}

function gateway(role: 'hub' | 'instance', settings: SystemSettings): ProcessPlan {
  const { hub, instance } = settings.addresses;
  const { port, healthPort } = role === 'hub' ? hub : instance;
  const roleEnvironment =
    role === 'hub'
      ? {
          ...natsEnvironment(settings, { scope: 'hub', service: 'hub_gateway' }),
        }
      : {
          ...natsEnvironment(settings, { scope: instance.id, service: 'instance_gateway' }),
          KUSHK_SEALING_KEYS: JSON.stringify(settings.secrets.sealingKeys),
        };
  return {
    name: `${role} gateway`,
    program: program('gateway'),
    needsTypescript: false,
    port,
    readyUrl: `http://127.0.0.1:${port}/health/ready`,
    tier: 'edge',
    environment: {
      ...commonEnvironment(settings, `${role}_gateway`),
      ...roleEnvironment,
      KUSHK_SERVICE: 'gateway',
      KUSHK_ROLE: role,
      KUSHK_OIDC_AUDIENCE: audiences[role],
      KUSHK_HTTP_HOST: settings.publicHost,
      KUSHK_HTTP_PORT: String(port),
      KUSHK_HEALTH_PORT: String(healthPort),
    },
  };
}

function signIn({ addresses, secrets, publicHost, instances = [addresses.instance] }: SystemSettings): ProcessPlan {
  return {
    name: 'sign-in',
    program: join('tools', 'run', 'sign-in', `main${toolExtension}`),
    needsTypescript: toolExtension === '.ts',
    port: addresses.signIn.port,
    readyUrl: `${addresses.signIn.issuer}/.well-known/openid-configuration`,
    tier: 'service',
    environment: {
      SIGN_IN_ISSUER: addresses.signIn.issuer,
      SIGN_IN_HOST: publicHost,
      SIGN_IN_PORT: String(addresses.signIn.port),
      SIGN_IN_AUDIENCES: Object.values(audiences).join(','),
      SIGN_IN_SECRETS: JSON.stringify(secrets.signIn),
      SIGN_IN_PAGES: JSON.stringify([
        pageClient('hub', addresses.hub.baseUrl),
        ...instances.map(({ id, serviceOrigin }) => pageClient(id, serviceOrigin)),
      ]),
    },
  };
}

function samplePlugin({ addresses, dataDir }: SystemSettings): ProcessPlan {
  return {
    name: 'sample plugin',
    program: program('sample-plugin'),
    needsTypescript: false,
    port: addresses.samplePlugin.port,
    readyUrl: `${addresses.samplePlugin.baseUrl}/health/ready`,
    tier: 'edge',
    environment: {
      SAMPLE_PLUGIN_PORT: String(addresses.samplePlugin.port),
      SAMPLE_PLUGIN_STORE: join(dataDir, 'sample-plugin'),
      SAMPLE_PLUGIN_HUB: addresses.hub.baseUrl,
    },
  };
}

/** Services that this system runs: without a container engine, one fewer. */
function servicesOf({ containerEngine }: SystemSettings): readonly DomainService[] {
  return domainServices.filter((service) => service !== 'containers' || containerEngine !== undefined);
}

/** Returns the processes of a hub. */
export function hubProcesses(settings: SystemSettings): ProcessPlan[] {
  return [
    ...hubServices.map((service) => domainProcess(service, settings)),
    gateway('hub', settings),
    signIn(settings),
  ];
}

/** Returns the processes of one instance. Each process name starts with the id of the instance. */
export function instanceProcesses(settings: SystemSettings): ProcessPlan[] {
  const services = servicesOf(settings).filter((service) => !hubServices.includes(service));
  const plans = [...services.map((service) => domainProcess(service, settings)), gateway('instance', settings)];
  const { id } = settings.addresses.instance;
  return plans.map((plan) => ({ ...plan, name: `${id} ${plan.name.replace('instance ', '')}` }));
}

/** Returns the processes of a hub and one instance, which start together. */
export function processesOf(settings: SystemSettings): ProcessPlan[] {
  return [
    ...servicesOf(settings).map((service) => domainProcess(service, settings)),
    gateway('hub', settings),
    gateway('instance', settings),
    signIn(settings),
    samplePlugin(settings),
  ];
}
