/** The configuration of one process: all environment variables, read once, validated and frozen. */
import type { ServiceName } from '@kushk/contracts';
import {
  isJwks,
  isNatsOperator,
  isPrivateJwk,
  isSealingKeys,
  isSigningKeys,
  SEALING_KEYS_RULE,
  SIGNING_KEYS_RULE,
  type NatsOperatorConfig,
  type SealingKeyConfig,
} from './config-shapes.js';
import { problemsOfContainers, readContainers, type ContainerConfig } from './container-config.js';
import { problemsOfMail, readContents, type ContentConfig } from './content-store-config.js';
import {
  json,
  manyOf,
  matching,
  networks,
  oneOf,
  port,
  reading,
  servers,
  text,
  url,
  type Environment,
  type Reading,
} from './environment.js';
import { readPeppers } from './peppers-config.js';
import { areQuotas, DEFAULT_QUOTAS, QUOTAS_RULE, type Quotas } from './quotas-config.js';
import { unknownVariables } from './variable-names.js';
import { VARIABLES, type VariableName } from './variables.js';

const processes = [
  'gateway',
  'catalogue',
  'review',
  'installation',
  'wallet',
  'workspace',
  'delivery',
  'containers',
] as const;
/** Values of `KUSHK_SERVICE`. */
export type ProcessName = (typeof processes)[number];

/**
 * The result of `readConfig`. Reading a field without a value throws `ConfigError`, so code never continues with
 * undefined. Fields without which the process cannot work are checked at startup, the others at their first use.
 */
export interface Config extends ContentConfig {
  readonly environment: 'development' | 'production' | 'test';
  /** The value of `KUSHK_SERVICE`. */
  readonly process: ProcessName;
  /** The process's name in NATS subjects and streams. A gateway's name includes its role. */
  readonly service: ServiceName;
  readonly role: 'hub' | 'instance';
  /** `hub` or the id of the instance. It is the first token of every subject. */
  readonly scope: string;
  readonly databaseUrl: string;
  /** URL of the NATS server; may contain user and password. */
  readonly natsUrl: string;
  /** Text or path of a NATS `.creds` file; empty when NATS does not require credentials. */
  readonly natsCredentials: string;
  /**
   * Used by the catalogue to manage accounts on the hub's NATS server; null when the server does not run in operator
   * mode.
   */
  readonly natsOperator: NatsOperatorConfig | null;
  /**
   * API prefix under which an instance reaches the hub's JetStream. `$JS.API` when hub and instance share one NATS
   * server and account; otherwise the prefix that the leaf-node connection maps to the hub.
   */
  readonly hubJetStream: string;
  readonly httpHost: string;
  readonly httpPort: number;
  readonly healthPort: number;
  /** The hub's public URL, without a trailing slash. */
  readonly baseUrl: string;
  /** The instance's public URL origin, without a trailing slash. */
  readonly serviceOrigin: string;
  /**
   * The domain below which each container plugin has a host of its own for its pages; empty when there is none. Never
   * on the site of `serviceOrigin`. By default `localhost` outside production, where the service is on loopback.
   */
  readonly pluginDomain: string;
  /** Version of this instance's plugin API: MAJOR.MINOR. */
  readonly pluginApi: string;
  /**
   * Keys of 32 bytes for hashing publisher keys and tokens. The first one hashes; credentials are verified with each of
   * them.
   */
  readonly peppers: readonly [Buffer, ...Buffer[]];
  /** From which everything is derived that no rotation may change, such as aliases. */
  readonly oldestPepper: Buffer;
  readonly sealingKeys: readonly SealingKeyConfig[];
  /** Private signing key: JWK, OKP Ed25519 with `kid`. */
  readonly signingKey: Readonly<Record<string, unknown>>;
  /**
   * For review and catalogue: all present and past signing keys (JWK, OKP Ed25519 with `kid`) with their validity
   * periods. The newest valid private key signs; all public keys are published. Without `KUSHK_SIGNING_KEYS` the list
   * contains only `signingKey`.
   */
  readonly signingKeys: readonly Readonly<Record<string, unknown>>[];
  /** JWKS with the pinned public keys of the hub and the reviewers. */
  readonly pinnedHubKeys: { readonly keys: readonly Readonly<Record<string, unknown>>[] };
  /** Address of the registry to which publishers push images; empty when there is none. */
  readonly registryUrl: string;
  /** How the instance runs container plugins (docs/reference/containers.md). */
  readonly containers: ContainerConfig;
  readonly oidcIssuer: string;
  readonly oidcAudience: string;
  /** The client of the pages at the sign-in provider; by default `kushk-hub` or `kushk-<instance>`. */
  readonly oidcClientId: string;
  /** Empty for a public client. */
  readonly oidcClientSecret: string;
  /** The folder with the built pages of the gateway's role; null for the one beside the gateway. */
  readonly pagesFolder: string | null;
  /** OpenID Connect subject (`sub` claim) of the first operator of the hub; empty when the configuration names none. */
  readonly firstOperator: string;
  /** Subject of the first platform administrator of the instance; empty when the configuration names none. */
  readonly firstPlatformAdmin: string;
  /**
   * Types of records for which an organisation may let proposals be applied by a rule
   * (docs/reference/records-and-proposals.md).
   */
  readonly lowRiskRecordTypes: readonly ('case' | 'document' | 'calendar_event')[];
  /** Addresses and networks (CIDR) of proxies whose `X-Forwarded-For` the gateway trusts; empty: none. */
  readonly trustedProxies: readonly string[];
  readonly quotas: Quotas;
  /** Who approves the return to an earlier release: the review service by itself, or a reviewer. */
  readonly returns: 'automatic' | 'reviewer';
  readonly logLevel: string;
}

/** The environment is incomplete or invalid. The message has one line per problem. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Values = { [Key in keyof Config]: Config[Key] | undefined };

const variables: Readonly<Record<keyof Config, VariableName>> = {
  environment: 'KUSHK_ENVIRONMENT',
  process: 'KUSHK_SERVICE',
  service: 'KUSHK_SERVICE',
  role: 'KUSHK_ROLE',
  scope: 'KUSHK_SCOPE',
  databaseUrl: 'KUSHK_DATABASE_URL',
  natsUrl: 'KUSHK_NATS_URL',
  natsCredentials: 'KUSHK_NATS_CREDENTIALS',
  natsOperator: 'KUSHK_NATS_OPERATOR',
  hubJetStream: 'KUSHK_HUB_JETSTREAM',
  httpHost: 'KUSHK_HTTP_HOST',
  httpPort: 'KUSHK_HTTP_PORT',
  healthPort: 'KUSHK_HEALTH_PORT',
  baseUrl: 'KUSHK_BASE_URL',
  serviceOrigin: 'KUSHK_SERVICE_ORIGIN',
  pluginDomain: 'KUSHK_PLUGIN_DOMAIN',
  pluginApi: 'KUSHK_PLUGIN_API',
  peppers: 'KUSHK_PEPPER',
  oldestPepper: 'KUSHK_PEPPER',
  sealingKeys: 'KUSHK_SEALING_KEYS',
  signingKey: 'KUSHK_SIGNING_KEY',
  signingKeys: 'KUSHK_SIGNING_KEY',
  pinnedHubKeys: 'KUSHK_PINNED_HUB_KEYS',
  registryUrl: 'KUSHK_REGISTRY_URL',
  containers: 'KUSHK_CONTAINER_DRIVER',
  oidcIssuer: 'KUSHK_OIDC_ISSUER',
  oidcAudience: 'KUSHK_OIDC_AUDIENCE',
  oidcClientId: 'KUSHK_OIDC_CLIENT_ID',
  oidcClientSecret: 'KUSHK_OIDC_CLIENT_SECRET',
  pagesFolder: 'KUSHK_PAGES',
  firstOperator: 'KUSHK_FIRST_OPERATOR',
  firstPlatformAdmin: 'KUSHK_FIRST_PLATFORM_ADMIN',
  lowRiskRecordTypes: 'KUSHK_LOW_RISK_RECORD_TYPES',
  trustedProxies: 'KUSHK_TRUSTED_PROXIES',
  contentStore: 'KUSHK_CONTENT_STORE',
  contentKeys: 'KUSHK_CONTENT_KEYS',
  mail: 'KUSHK_SMTP_URL',
  extraction: 'KUSHK_EXTRACTION',
  quotas: 'KUSHK_QUOTAS',
  returns: 'KUSHK_RETURN',
  logLevel: 'LOG_LEVEL',
};

const always = ['environment', 'process', 'scope', 'natsUrl'] as const;
const gateway = [
  ...always,
  'role',
  'httpPort',
  'healthPort',
  'peppers',
  'baseUrl',
  'oidcIssuer',
  'oidcAudience',
] as const;
const service = [...always, 'databaseUrl', 'healthPort'] as const;
/** Fields that must have a value for a process to start. */
const needs: Readonly<Record<ServiceName, readonly (keyof Config)[]>> = {
  hub_gateway: gateway,
  instance_gateway: [...gateway, 'serviceOrigin', 'sealingKeys'],
  catalogue: [...service, 'peppers', 'signingKeys'],
  review: [...service, 'signingKeys'],
  installation: [...service, 'peppers', 'sealingKeys', 'signingKey', 'pinnedHubKeys', 'pluginApi', 'serviceOrigin'],
  wallet: service,
  workspace: [...service, 'contentStore'],
  delivery: [...service, 'serviceOrigin', 'sealingKeys', 'signingKey'],
  containers: [...service, 'serviceOrigin'],
};

/** Whether a process does not start without a variable. */
export function isRequired(name: VariableName, process: ServiceName): boolean {
  return !('fallback' in VARIABLES[name]) && needs[process].some((field) => variables[field] === name);
}

/**
 * Reads and validates the environment. Throws `ConfigError` with one line per invalid, missing or unknown variable. A
 * command that runs in a person's shell ignores unknown ones: they may be of other tools.
 */
export function readConfig(environment: Environment = process.env, unknown: 'refused' | 'ignored' = 'refused'): Config {
  const from = reading(environment);
  const values = read(from);
  const missing = (values.service === undefined ? ([...always, 'role'] as const) : needs[values.service]).filter(
    (key) => values[key] === undefined,
  );
  const problems = [
    ...(unknown === 'refused' ? unknownVariables(environment) : []),
    ...from.problems,
    ...missing
      .map((key) => variables[key])
      .filter((name) => !from.problems.some((problem) => problem.startsWith(`${name} `)))
      .map((name) => `${name} is not set`),
    ...contradictions(values),
    ...unencrypted(values),
    ...(values.process === 'workspace' || values.process === 'catalogue' ? problemsOfMail(values) : []),
    ...(values.process === 'containers' ? problemsOfContainers(values.containers) : []),
  ];
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return guarded(values);
}

/** Reads the text of one variable, or of its file, outside a process's configuration. Throws `ConfigError`. */
export function readVariable(name: VariableName): string | undefined {
  const from = reading(process.env);
  const value = from.optional(name, text);
  if (from.problems.length > 0) throw new ConfigError(from.problems.join('\n'));
  return value;
}

const domainName = matching(/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/, 'must be a domain name without port');
const scopeName = matching(/^[a-z0-9][a-z0-9-]{0,31}$/, 'must be 1 to 32 of a-z, 0-9 and dash');

function read(from: Reading): Values {
  const signingKey = from.optional(
    'KUSHK_SIGNING_KEY',
    json(isPrivateJwk, 'must be a private JWK, OKP Ed25519 with kid'),
  );
  const name = from.optional('KUSHK_SERVICE', oneOf(...processes));
  const scope = from.optional('KUSHK_SCOPE', scopeName);
  const role =
    from.optional('KUSHK_ROLE', oneOf('hub', 'instance')) ??
    (name === 'gateway' ? undefined : scope === 'hub' ? 'hub' : 'instance');
  const environment = from.optional('KUSHK_ENVIRONMENT', oneOf('development', 'production', 'test'));
  const serviceOrigin = from.optional('KUSHK_SERVICE_ORIGIN', url('http:', 'https:'));
  return {
    process: name,
    service: name === 'gateway' ? role && (`${role}_gateway` as const) : name,
    role,
    scope,
    environment,
    databaseUrl: from.optional('KUSHK_DATABASE_URL', servers('postgres:', 'postgresql:')),
    ...readNats(from),
    hubJetStream: from.withDefault(
      'KUSHK_HUB_JETSTREAM',
      matching(/^[A-Za-z$][A-Za-z0-9_$-]*(\.[A-Za-z0-9_$-]+)*$/, 'must be a prefix of subjects'),
      '$JS.API',
    ),
    httpHost: from.withDefault('KUSHK_HTTP_HOST', text, '127.0.0.1'),
    httpPort: from.optional('KUSHK_HTTP_PORT', port),
    healthPort: from.optional('KUSHK_HEALTH_PORT', port),
    baseUrl: from.optional('KUSHK_BASE_URL', url('http:', 'https:')),
    serviceOrigin,
    pluginDomain: from.withDefault(
      'KUSHK_PLUGIN_DOMAIN',
      domainName,
      environment === 'production' || !isLoopback(serviceOrigin) ? '' : 'localhost',
    ),
    pluginApi: from.optional('KUSHK_PLUGIN_API', matching(/^(0|[1-9]\d*)\.(0|[1-9]\d*)$/, 'must be MAJOR.MINOR')),
    ...readPeppers(from),
    sealingKeys: from.optional('KUSHK_SEALING_KEYS', json(isSealingKeys, SEALING_KEYS_RULE)),
    signingKey,
    signingKeys:
      from.optional('KUSHK_SIGNING_KEYS', json(isSigningKeys, SIGNING_KEYS_RULE)) ?? (signingKey && [signingKey]),
    pinnedHubKeys: from.optional('KUSHK_PINNED_HUB_KEYS', json(isJwks, 'must be a JWKS: {"keys":[…]}')),
    registryUrl: from.withDefault('KUSHK_REGISTRY_URL', url('http:', 'https:'), ''),
    containers: readContainers(from),
    ...readSignIn(from, scope),
    pagesFolder: from.withDefault('KUSHK_PAGES', text, null),
    firstOperator: from.withDefault('KUSHK_FIRST_OPERATOR', text, ''),
    firstPlatformAdmin: from.withDefault('KUSHK_FIRST_PLATFORM_ADMIN', text, ''),
    lowRiskRecordTypes: from.withDefault('KUSHK_LOW_RISK_RECORD_TYPES', manyOf('case', 'document', 'calendar_event'), [
      'calendar_event',
    ]),
    trustedProxies: from.withDefault(
      'KUSHK_TRUSTED_PROXIES',
      networks('must be addresses or networks such as 10.0.0.0/8, separated by commas'),
      [],
    ),
    ...readContents(from, { isProduction: environment === 'production', scope }),
    quotas: { ...DEFAULT_QUOTAS, ...from.withDefault('KUSHK_QUOTAS', json(areQuotas, QUOTAS_RULE), {}) },
    returns: from.withDefault('KUSHK_RETURN', oneOf('automatic', 'reviewer'), 'automatic'),
    logLevel: from.withDefault(
      'LOG_LEVEL',
      oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
      'info',
    ),
  };
}

/** Browsers find every name below `localhost` on their own machine. */
function isLoopback(origin: string | undefined): boolean {
  return origin !== undefined && /^(127(\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname);
}

function readNats(from: Reading): Pick<Values, 'natsUrl' | 'natsCredentials' | 'natsOperator'> {
  return {
    natsUrl: from.optional('KUSHK_NATS_URL', servers('nats:', 'tls:')),
    natsCredentials: from.withDefault('KUSHK_NATS_CREDENTIALS', text, ''),
    natsOperator: from.withDefault(
      'KUSHK_NATS_OPERATOR',
      json(isNatsOperator, 'must be the JSON that kushk-deploy init writes'),
      null,
    ),
  };
}

function readSignIn(from: Reading, scope: string | undefined) {
  return {
    oidcIssuer: from.optional('KUSHK_OIDC_ISSUER', url('http:', 'https:')),
    oidcAudience: from.optional('KUSHK_OIDC_AUDIENCE', text),
    oidcClientId: from.withDefault('KUSHK_OIDC_CLIENT_ID', text, `kushk-${scope}`),
    oidcClientSecret: from.withDefault('KUSHK_OIDC_CLIENT_SECRET', text, ''),
  };
}

function contradictions(values: Values): string[] {
  if (values.process === undefined || values.scope === undefined || values.role === undefined) return [];
  const onHub =
    values.process === 'gateway'
      ? values.role === 'hub'
      : values.process === 'catalogue' || values.process === 'review';
  if (onHub === (values.scope === 'hub')) return [];
  return [`KUSHK_SCOPE must ${onHub ? '' : 'not '}be hub for this process`];
}

/** People and plugins reach these addresses over networks; only a proxy on the same machine may be without TLS. */
function unencrypted(values: Values): string[] {
  if (values.environment !== 'production') return [];
  return (['baseUrl', 'serviceOrigin', 'oidcIssuer'] as const)
    .filter((field) => values[field]?.startsWith('http:') && !isLoopback(values[field]))
    .map((field) => `${variables[field]} must be a URL with https: in production`);
}

/** Returns a frozen object that throws when code reads a field without a value. */
function guarded(values: Values): Config {
  const config: Partial<Values> = {};
  for (const key of Object.keys(variables) as (keyof Config)[]) {
    const value = values[key];
    const get = () =>
      value === undefined ? throwConfigError(`${variables[key]} is not set, and this process needs it`) : value;
    Object.defineProperty(config, key, { get, enumerable: value !== undefined });
  }
  return Object.freeze(config) as Config;
}

function throwConfigError(message: string): never {
  throw new ConfigError(message);
}
