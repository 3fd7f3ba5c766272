/**
 * The secrets of a deployment: one table for `init`, which creates them, `check`, which reads them, and `rotate`. Each
 * is stored in the files of the processes that need it, and nowhere else.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { hubRoles, type NatsRole, type ServiceName } from '@kushk/contracts';
import { newSealingKey, newSigningKey } from '@kushk/credentials';
import type { VariableName } from '@kushk/runtime';
import type { Answers, FieldName } from './answers.js';
import { BACKUP_LOGIN, databaseServicesOf, folderOf, nameOf, processesOf } from './processes.js';

/** The authority of the hub's leaf port, for the NATS servers of an instance. */
export const HUB_AUTHORITY_FILE = 'nats/hub-ca.crt';

/** A file with a value that init created, or that it was given, from which the value is read back. */
export interface Holder {
  readonly role: NatsRole;
  readonly variable: VariableName;
}

export interface Secret {
  /** As in `kushk-deploy rotate NAME`. */
  readonly name: string;
  readonly holders: readonly Holder[];
  /** The file that holds it when no process does, relative to the folder. */
  readonly file?: string;
  /** The value in the text of a holder's file, where the file has more than the secret. */
  readonly extract?: (text: string) => string;
  /** Creates the first value; absent: it comes from a file that the answers name, or from a step of its own. */
  readonly create?: () => string;
  /** The field of the answers that names the file with the first value. */
  readonly givenBy?: FileField;
  readonly rotation: Rotation;
  /** What the operator does after a rotation, or after each of its two steps. */
  readonly after: string;
}

/**
 * How a secret is replaced. `value`: by a new one, or by that of a file when `create` is absent. `database`: as well,
 * and the role gets it first. `keys`: the new key is added to the list, and becomes the first one in a second step,
 * when all processes know it. `signing-keys`: the new key takes over at a time. `nats-keys`: those of all users of the
 * hub, in two steps. `none`: it is replaced with another one.
 */
export type Rotation = 'value' | 'database' | 'keys' | 'signing-keys' | 'nats-keys' | 'none';
/** The answers that name a file. */
type FileField = Extract<FieldName, `${string}_file`>;

const random = (bytes: number): string => randomBytes(bytes).toString('base64url');
const passwordBytes = 24;
const password = (): string => random(passwordBytes);
const sealingKeys = (): string => JSON.stringify([newSealingKey()]);
const ofUrl = (text: string): string => decodeURIComponent(/^[^/]*\/\/[^:/?#]*:([^@/]*)@/.exec(text)?.[1] ?? '');
const ofContentStore = (text: string): string =>
  (JSON.parse(text) as { readonly secret_access_key?: string }).secret_access_key ?? '';

const held = (variable: VariableName, ...roles: readonly NatsRole[]): readonly Holder[] =>
  roles.map((role) => ({ role, variable }));

/** EC P-256, because Docker's distribution verifies no Ed25519. */
function newTokenKey(): string {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
    .trim();
}

const databasePassword = (service: ServiceName): Secret => ({
  name: `database-password-${service}`,
  holders: held('KUSHK_DATABASE_URL', service),
  extract: ofUrl,
  create: password,
  rotation: 'database',
  after: 'nothing: each new session reads the file',
});

const backupPassword: Secret = {
  name: 'backup-password',
  holders: [],
  file: BACKUP_LOGIN,
  extract: ofUrl,
  create: password,
  rotation: 'value',
  after: 'run postgres/roles.sql in the database as a superuser',
};

const natsPassword = (role: NatsRole): Secret => ({
  name: `nats-password-${nameOf(role)}`,
  holders: held('KUSHK_NATS_URL', role),
  extract: ofUrl,
  create: password,
  rotation: 'value',
  after: 'reload the NATS servers (nats-server --signal reload): the process logs in again by itself',
});

/** The secrets of the scope of the answers. */
export function secretsOf(answers: Answers): readonly Secret[] {
  const own = answers.scope === 'hub' ? hubSecrets(answers) : instanceSecrets(answers);
  return [...databaseServicesOf(answers).map(databasePassword), backupPassword, ...own];
}

/** What the hub's processes log in to NATS with, and with what the catalogue creates accounts for instances. */
const natsOfHub: readonly Secret[] = [
  ...hubRoles.map((role) => ({
    name: `nats-credentials-${nameOf(role)}`,
    holders: held('KUSHK_NATS_CREDENTIALS', role),
    rotation: 'none' as const,
    after: 'rotate nats-credentials replaces those of all users of the hub',
  })),
  {
    name: 'nats-credentials',
    holders: held('KUSHK_NATS_OPERATOR', 'catalogue'),
    extract: withoutLeaf,
    rotation: 'nats-keys',
    after: 'restart catalogue',
  },
];

function withoutLeaf(text: string): string {
  const { leaf_url: _address, ...keys } = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify(keys);
}

const when = (holds: boolean, secret: Secret): readonly Secret[] => (holds ? [secret] : []);

function hubSecrets(answers: Answers): readonly Secret[] {
  const { 'registry.password_file': registryPassword, 'registry.tokens': tokens } = answers;
  return [
    ...natsOfHub,
    {
      name: 'pepper',
      holders: held('KUSHK_PEPPER', 'hub_gateway', 'catalogue'),
      create: sealingKeys,
      rotation: 'keys',
      after: 'restart catalogue and hub-gateway; after the second step people sign in again, and keys stay valid',
    },
    signingKeys('signing-key-catalogue', 'catalogue'),
    signingKeys('signing-key-review', 'review'),
    ...ofSignIn(answers, 'hub_gateway'),
    ...when(Object.hasOwn(answers.variables, 'KUSHK_SMTP_URL'), {
      name: 'content-keys',
      holders: held('KUSHK_CONTENT_KEYS', 'catalogue'),
      create: sealingKeys,
      rotation: 'keys',
      after: 'restart catalogue; after the second step an address is stored again at the next sign-in',
    }),
    ...when(registryPassword !== null, {
      name: 'registry-password',
      holders: held('KUSHK_REGISTRY_PASSWORD', 'catalogue'),
      ...(registryPassword === 'generated' ? { create: password } : { givenBy: 'registry.password_file' as const }),
      rotation: 'value',
      after: 'give it to every instance as registry.password_file, then restart catalogue',
    }),
    ...when(tokens === 'yes', {
      name: 'registry-token-key',
      holders: held('KUSHK_REGISTRY_TOKEN_KEY', 'catalogue'),
      create: newTokenKey,
      rotation: 'value',
      after: 'restart the registry with registry/token.crt, which has both certificates, then restart catalogue',
    }),
  ];
}

const ofEveryInstance: readonly Secret[] = [
  {
    name: 'pepper',
    holders: held('KUSHK_PEPPER', 'instance_gateway', 'installation'),
    create: sealingKeys,
    rotation: 'keys',
    after:
      'restart installation and instance-gateway; after the second step people sign in again, and tokens stay valid',
  },
  {
    name: 'sealing-keys',
    holders: held('KUSHK_SEALING_KEYS', 'installation', 'delivery', 'instance_gateway'),
    create: sealingKeys,
    rotation: 'keys',
    after: 'restart installation, delivery and instance-gateway',
  },
  {
    name: 'content-keys',
    holders: held('KUSHK_CONTENT_KEYS', 'workspace'),
    create: sealingKeys,
    rotation: 'keys',
    after: 'restart workspace; older contents keep the key that sealed them',
  },
  {
    name: 'signing-key',
    holders: held('KUSHK_SIGNING_KEY', 'installation', 'delivery'),
    create: () => JSON.stringify(newSigningKey()),
    rotation: 'value',
    after: 'restart installation and delivery, and register the instance again with public-key.json',
  },
  {
    name: 'pinned-keys',
    holders: held('KUSHK_PINNED_HUB_KEYS', 'installation'),
    givenBy: 'hub.pinned_keys_file',
    rotation: 'value',
    after: 'restart installation',
  },
  {
    name: 'link-credentials',
    holders: [],
    file: 'nats/link.creds',
    givenBy: 'hub.link_credentials_file',
    rotation: 'value',
    after: 'nothing: NATS reads the file at its next attempt (kushk operator instance rotate has ended the old ones)',
  },
];

function instanceSecrets(answers: Answers): readonly Secret[] {
  return [
    ...[...processesOf(answers), 'streams' as const].map(natsPassword),
    ...ofEveryInstance,
    ...when(answers['hub.authority_file'] !== null, {
      name: 'hub-authority',
      holders: [],
      file: HUB_AUTHORITY_FILE,
      givenBy: 'hub.authority_file',
      rotation: 'value',
      after: 'restart the NATS servers, one after the other',
    }),
    ...ofSignIn(answers, 'instance_gateway'),
    ...when(answers['content_store.driver'] === 's3', {
      name: 's3-secret-access-key',
      holders: held('KUSHK_CONTENT_STORE', 'workspace'),
      extract: ofContentStore,
      givenBy: 'content_store.secret_access_key_file',
      rotation: 'value',
      after: 'restart workspace',
    }),
    ...when(answers['registry.password_file'] !== null && processesOf(answers).includes('containers'), {
      name: 'registry-password',
      holders: held('KUSHK_REGISTRY_PASSWORD', 'containers'),
      givenBy: 'registry.password_file',
      rotation: 'value',
      after: 'restart containers',
    }),
  ];
}

const signingKeys = (name: string, service: ServiceName): Secret => ({
  name,
  holders: held('KUSHK_SIGNING_KEYS', service),
  create: () => JSON.stringify([newSigningKey()]),
  rotation: 'signing-keys',
  after: `restart ${service}, and give the pinned keys (kushk operator instance add … --pinned-keys-file) to every instance`,
});

/** The authority of a provider with a private certificate, which the gateway trusts. */
export const SIGN_IN_AUTHORITY = 'sign-in-authority';

function ofSignIn(answers: Answers, gateway: ServiceName): readonly Secret[] {
  const after = `restart ${nameOf(gateway)}`;
  return [
    ...when(answers['sign_in.client_secret_file'] !== null, {
      name: 'client-secret',
      holders: held('KUSHK_OIDC_CLIENT_SECRET', gateway),
      givenBy: 'sign_in.client_secret_file',
      rotation: 'value',
      after: `${after}; the provider must accept both secrets until then`,
    }),
    ...when(answers['sign_in.authority_file'] !== null, {
      name: SIGN_IN_AUTHORITY,
      holders: [],
      file: 'ca/sign-in.crt',
      givenBy: 'sign_in.authority_file',
      rotation: 'value',
      after,
    }),
  ];
}

/** The files that hold a secret, relative to the folder of the deployment. */
export function filesOf({ holders, file }: Secret): readonly string[] {
  return [
    ...holders.map(({ role, variable }) => `${folderOf(role)}/secrets/${variable}`),
    ...(file === undefined ? [] : [file]),
  ];
}
