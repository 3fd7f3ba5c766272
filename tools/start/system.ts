/** Every process of the system with its environment (the variables that libs/runtime reads). */
import { join } from 'node:path';
import { publicJwk } from '@kushk/credentials';
import { accounts, staffOf, subjectOf } from '../sign-in/accounts.js';
import { domainServices, hubServices, type Addresses, type DomainService } from './addresses.js';
import type { Secrets } from './secrets.js';

export interface ProcessPlan {
  /** As people read it: `wallet`, `hub gateway`. */
  readonly name: string;
  /** What Node runs, from the root of the repository. */
  readonly program: string;
  readonly needsTypescript: boolean;
  readonly port: number;
  /** Answers 200 once the process can do its work. */
  readonly readyUrl: string;
  readonly environment: Readonly<Record<string, string>>;
  /** What is stopped first when everything stops: the edge, so that nothing new comes in. */
  readonly place: 'edge' | 'service';
  /** Gets by with little memory, at the price of throughput. */
  readonly isSmall?: boolean;
}

export interface SystemFacts {
  readonly addresses: Addresses;
  readonly secrets: Secrets;
  readonly databaseUrls: Readonly<Record<DomainService, string>>;
  readonly natsUrl: string;
  readonly dataDir: string;
  /** What the processes that people and plugins reach listen on; all others stay on loopback. */
  readonly publicHost: string;
  /** Text of a `.creds` file, where NATS knows its clients by those. */
  readonly natsCredentials?: string;
  /** What the catalogue needs to make accounts on the hub's NATS (`KUSHK_NATS_OPERATOR`), where that runs in operator mode. */
  readonly natsOperator?: object;
  /** Where an instance with a NATS of its own finds the hub's JetStream; absent where both share one. */
  readonly hubJetStream?: string;
  /** Origins of pages where people sign in, beside those of the addresses. */
  readonly otherPages?: readonly string[];
}

/** What access tokens are for; every gateway asks for it. */
export const apiAudience = 'urn:kushk:api';
export const pluginApi = '1.0';

const program = (app: string): string => join('apps', app, 'dist', 'main.js');

function common({ addresses, secrets, natsUrl, natsCredentials, hubJetStream }: SystemFacts): Record<string, string> {
  return {
    ...(hubJetStream !== undefined && { KUSHK_HUB_JETSTREAM: hubJetStream }),
    ...(natsCredentials !== undefined && { KUSHK_NATS_CREDENTIALS: natsCredentials }),
    KUSHK_ENVIRONMENT: 'development',
    KUSHK_NATS_URL: natsUrl,
    KUSHK_BASE_URL: addresses.hub.baseUrl,
    KUSHK_SERVICE_ORIGIN: addresses.instance.serviceOrigin,
    KUSHK_PLUGIN_API: pluginApi,
    KUSHK_PEPPER: secrets.pepper,
    KUSHK_OIDC_ISSUER: addresses.signIn.issuer,
    KUSHK_OIDC_AUDIENCE: apiAudience,
  };
}

/** What one service needs beside the common part, and no other gets. */
function own(service: DomainService, { secrets, natsOperator }: SystemFacts): Record<string, string> {
  const sealing = { KUSHK_SEALING_KEYS: JSON.stringify(secrets.sealingKeys) };
  const signing = (key: 'catalogue' | 'review' | 'installation') => ({
    KUSHK_SIGNING_KEY: JSON.stringify(secrets.signingKeys[key]),
  });
  // Each is trusted with its own words only: the catalogue cannot approve, nor a reviewer publish.
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
        KUSHK_STAFF: JSON.stringify(staffOf(accounts)),
        ...(natsOperator && { KUSHK_NATS_OPERATOR: JSON.stringify(natsOperator) }),
      };
    case 'review':
      return signing('review');
    case 'installation':
      return { ...signing('installation'), ...sealing, KUSHK_PINNED_HUB_KEYS: JSON.stringify(pinned) };
    case 'delivery':
      // Lifecycle calls are signed by the instance, whose key the installation service keeps for everyone to see.
      return { ...signing('installation'), ...sealing };
    case 'wallet':
    case 'workspace':
      return {};
  }
}

function domainProcess(service: DomainService, facts: SystemFacts): ProcessPlan {
  const port = facts.addresses.healthPorts[service];
  return {
    name: service,
    program: program(service),
    needsTypescript: false,
    port,
    readyUrl: `http://127.0.0.1:${port}/health/ready`,
    place: 'service',
    environment: {
      ...common(facts),
      ...own(service, facts),
      KUSHK_SERVICE: service,
      KUSHK_SCOPE: hubServices.includes(service) ? 'hub' : facts.addresses.instance.id,
      KUSHK_DATABASE_URL: facts.databaseUrls[service],
      KUSHK_HTTP_HOST: '127.0.0.1',
      KUSHK_HEALTH_PORT: String(port),
    },
  };
}

function gateway(role: 'hub' | 'instance', facts: SystemFacts): ProcessPlan {
  const { hub, instance } = facts.addresses;
  const port = role === 'hub' ? hub.port : instance.port;
  const special =
    role === 'hub'
      ? { KUSHK_SCOPE: 'hub', KUSHK_ALIAS_KEY: facts.secrets.aliasKey }
      : {
          KUSHK_SCOPE: instance.id,
          KUSHK_SEALING_KEYS: JSON.stringify(facts.secrets.sealingKeys),
          KUSHK_PLATFORM_ADMINS: JSON.stringify([subjectOf('platform')]),
        };
  return {
    name: `${role} gateway`,
    program: program('gateway'),
    needsTypescript: false,
    port,
    readyUrl: `http://127.0.0.1:${port}/health/ready`,
    place: 'edge',
    environment: {
      ...common(facts),
      ...special,
      KUSHK_SERVICE: 'gateway',
      KUSHK_ROLE: role,
      KUSHK_HTTP_HOST: facts.publicHost,
      KUSHK_HTTP_PORT: String(port),
    },
  };
}

function signIn({ addresses, secrets, publicHost, otherPages = [] }: SystemFacts): ProcessPlan {
  return {
    name: 'sign-in',
    program: join('tools', 'sign-in', 'main.ts'),
    needsTypescript: true,
    port: addresses.signIn.port,
    readyUrl: `${addresses.signIn.issuer}/.well-known/openid-configuration`,
    place: 'service',
    environment: {
      SIGN_IN_ISSUER: addresses.signIn.issuer,
      SIGN_IN_HOST: publicHost,
      SIGN_IN_PORT: String(addresses.signIn.port),
      SIGN_IN_AUDIENCE: apiAudience,
      SIGN_IN_SECRETS: JSON.stringify(secrets.signIn),
      SIGN_IN_PAGES: JSON.stringify([addresses.hub.baseUrl, addresses.instance.serviceOrigin, ...otherPages]),
    },
  };
}

function samplePlugin({ addresses, dataDir }: SystemFacts): ProcessPlan {
  return {
    name: 'sample plugin',
    program: program('sample-plugin'),
    needsTypescript: false,
    port: addresses.samplePlugin.port,
    readyUrl: `${addresses.samplePlugin.baseUrl}/health/ready`,
    place: 'edge',
    environment: {
      SAMPLE_PLUGIN_PORT: String(addresses.samplePlugin.port),
      SAMPLE_PLUGIN_STORE: join(dataDir, 'sample-plugin'),
      SAMPLE_PLUGIN_HUB: addresses.hub.baseUrl,
    },
  };
}

/** The processes of a hub alone. */
export function hubProcesses(facts: SystemFacts): ProcessPlan[] {
  return [...hubServices.map((service) => domainProcess(service, facts)), gateway('hub', facts), signIn(facts)];
}

/** The processes of one instance alone, named after it. */
export function instanceProcesses(facts: SystemFacts): ProcessPlan[] {
  const services = domainServices.filter((service) => !hubServices.includes(service));
  const plans = [...services.map((service) => domainProcess(service, facts)), gateway('instance', facts)];
  const { id } = facts.addresses.instance;
  return plans.map((plan) => ({ ...plan, name: `${id} ${plan.name.replace('instance ', '')}` }));
}

/** All of them, in the order in which they are named on the screen; they start together. */
export function processesOf(facts: SystemFacts): ProcessPlan[] {
  return [
    ...domainServices.map((service) => domainProcess(service, facts)),
    gateway('hub', facts),
    gateway('instance', facts),
    signIn(facts),
    samplePlugin(facts),
  ];
}
