/** The environment and the secrets of each process. Every process gets what it reads, and nothing else. */
import type { NatsRole, ServiceName } from '@kushk/contracts';
import { VARIABLES, type VariableName } from '@kushk/runtime';
import type { Answers } from './answers.js';
import { AUTHORITY_FILE, folderOf, healthPortOf, isGateway, processesOf, SECRETS_MOUNT } from './processes.js';
import { SIGN_IN_AUTHORITY, type Secret } from './secrets.js';

/** Values by name of the secret. */
export type SecretValues = Readonly<Record<string, string>>;
/** A file of the deployment's folder; `isPrivate`: only its owner may read it. */
export interface File {
  readonly text: string;
  readonly isPrivate: boolean;
}
/** By path, relative to the folder. */
export type Files = Readonly<Record<string, File>>;

/** What this version of an instance offers to plugins. */
const PLUGIN_API = '1.0';

export interface Deployment {
  readonly answers: Answers;
  readonly secrets: readonly Secret[];
  readonly values: SecretValues;
  /** Certificates in PEM of the authority that processes trust beside the public ones. */
  readonly authority: string;
}

export const publicFile = (text: string): File => ({ text, isPrivate: false });
export const privateFile = (text: string): File => ({ text, isPrivate: true });
const lines = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/** The variables of a role that are no secrets, with the paths of those that are. */
export type Environment = Readonly<Record<string, string>>;

/** The text of each secret file of a role, by variable. */
export function secretFilesOf(deployment: Deployment, role: NatsRole): Environment {
  const { answers, secrets, values } = deployment;
  const texts = secrets.flatMap(({ name, holders }) =>
    holders
      .filter((holder) => holder.role === role)
      .map(({ variable }) => [variable, fileText(answers, { role, variable, value: values[name] ?? '' })] as const),
  );
  // A content store on disk has no secret, and is a secret where it is S3: the file is the same for both.
  const hasStore = texts.some(([variable]) => variable === 'KUSHK_CONTENT_STORE');
  if (role === 'workspace' && !hasStore) texts.push(['KUSHK_CONTENT_STORE', contentStore(answers, '')]);
  return Object.fromEntries(texts);
}

interface FileValue {
  readonly role: NatsRole;
  readonly variable: VariableName;
  readonly value: string;
}

function fileText(answers: Answers, { role, variable, value }: FileValue): string {
  if (variable === 'KUSHK_DATABASE_URL') return databaseUrl(answers, role, value);
  if (variable === 'KUSHK_NATS_URL') return natsUrl(answers, `${answers.scope}.${role}:${encodeURIComponent(value)}@`);
  if (variable === 'KUSHK_CONTENT_STORE') return contentStore(answers, value);
  if (variable === 'KUSHK_NATS_OPERATOR')
    return JSON.stringify({ ...(JSON.parse(value) as object), leaf_url: answers['nats.leaf'] });
  return value;
}

export function databaseUrl(answers: Answers, role: string, password: string): string {
  const login = `${role}:${encodeURIComponent(password)}`;
  return `postgres://${login}@${answers['postgres.hosts'].join(',')}/${answers['postgres.database']}?sslmode=verify-full`;
}

const natsUrl = (answers: Answers, login: string): string => `tls://${login}${answers['nats.hosts'].join(',')}`;

function contentStore(answers: Answers, secretAccessKey: string): string {
  if (answers['content_store.driver'] === 'disk')
    return JSON.stringify({ driver: 'disk', folder: answers['content_store.folder'] });
  const endpoint = answers['content_store.endpoint'];
  return JSON.stringify({
    driver: 's3',
    ...(endpoint !== null && { endpoint }),
    region: answers['content_store.region'],
    bucket: answers['content_store.bucket'],
    prefix: answers['content_store.prefix'],
    access_key_id: answers['content_store.access_key_id'],
    secret_access_key: secretAccessKey,
  });
}

/** The environment of a process, or of the user `streams`. */
export function environmentOf(deployment: Deployment, role: NatsRole): Environment {
  const { answers } = deployment;
  const isHub = answers.scope === 'hub';
  return {
    ...(role === 'streams' ? { KUSHK_SCOPE: answers.scope } : processVariables(answers, role)),
    // A path instead of …_FILE: the process reads the credentials again at each connection.
    ...(isHub && {
      KUSHK_NATS_URL: natsUrl(answers, ''),
      KUSHK_NATS_CREDENTIALS: `${SECRETS_MOUNT}/KUSHK_NATS_CREDENTIALS`,
    }),
    ...Object.fromEntries(
      Object.keys(secretFilesOf(deployment, role))
        .filter((variable) => variable !== 'KUSHK_NATS_CREDENTIALS')
        .map((variable) => [`${variable}_FILE`, `${SECRETS_MOUNT}/${variable}`]),
    ),
    NODE_EXTRA_CA_CERTS: `${SECRETS_MOUNT}/${AUTHORITY_FILE}`,
  };
}

function processVariables(answers: Answers, service: ServiceName): Environment {
  const { scope, url } = answers;
  const isHub = scope === 'hub';
  const all: Readonly<Partial<Record<VariableName, string | null>>> = {
    KUSHK_ENVIRONMENT: 'production',
    KUSHK_SERVICE: isGateway(service) ? 'gateway' : service,
    KUSHK_ROLE: isHub ? 'hub' : 'instance',
    KUSHK_SCOPE: scope,
    KUSHK_HTTP_HOST: answers.listen,
    KUSHK_HTTP_PORT: String(answers['ports.http']),
    KUSHK_HEALTH_PORT: String(healthPortOf(answers, service)),
    KUSHK_HUB_JETSTREAM: 'hub.jetstream',
    KUSHK_BASE_URL: isHub ? url : answers.hub_url,
    KUSHK_SERVICE_ORIGIN: isHub ? null : url,
    KUSHK_PLUGIN_API: PLUGIN_API,
    KUSHK_PLUGIN_DOMAIN: answers.plugin_domain,
    KUSHK_OIDC_ISSUER: answers['sign_in.issuer'],
    KUSHK_OIDC_AUDIENCE: answers['sign_in.audience'],
    KUSHK_OIDC_CLIENT_ID: answers['sign_in.client_id'],
    KUSHK_TRUSTED_PROXIES: answers.trusted_proxies.join(','),
    KUSHK_FIRST_OPERATOR: isHub ? answers.first_person : null,
    KUSHK_FIRST_PLATFORM_ADMIN: isHub ? null : answers.first_person,
    KUSHK_REGISTRY_URL: answers['registry.url'],
    KUSHK_REGISTRY_USER: answers['registry.user'],
    KUSHK_CONTAINER_DRIVER: answers['containers.driver'],
    KUSHK_CONTAINER_ENGINE: answers['containers.engine'],
    ...answers.variables,
  };
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => {
      const readBy: readonly ServiceName[] = VARIABLES[name as VariableName].readBy;
      return value !== null && value !== '' && readBy.includes(service);
    }) as (readonly [string, string])[],
  );
}

/** What a role trusts beside public authorities: that of the servers, and a gateway that of the sign-in provider. */
export function authorityFor({ authority, values }: Deployment, role: NatsRole): string {
  const ofProvider = values[SIGN_IN_AUTHORITY];
  const reads: readonly NatsRole[] = VARIABLES.KUSHK_OIDC_ISSUER.readBy;
  return ofProvider !== undefined && reads.includes(role) ? `${authority}${ofProvider}\n` : authority;
}

/** The files of all processes, and of the user `streams`. */
export function processFiles(deployment: Deployment): Files {
  const roles: readonly NatsRole[] = [...processesOf(deployment.answers), 'streams'];
  return Object.fromEntries(
    roles.flatMap((role) => [
      [`${folderOf(role)}/environment`, publicFile(lines(environmentOf(deployment, role)))] as const,
      [`${folderOf(role)}/secrets/${AUTHORITY_FILE}`, privateFile(authorityFor(deployment, role))] as const,
      ...Object.entries(secretFilesOf(deployment, role)).map(
        ([variable, text]) => [`${folderOf(role)}/secrets/${variable}`, privateFile(`${text}\n`)] as const,
      ),
    ]),
  );
}
