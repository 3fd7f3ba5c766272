/** Everything that follows from the answers and from the secrets that the folder has already: the files to write. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { hubRoles, linkTraffic, serviceOriginsOf } from '@kushk/contracts';
import { issuerJwk, type Jwk } from '@kushk/credentials';
import { newNatsOperator, type NatsOperator } from '@kushk/credentials/nats-operator';
import { ConfigError, readConfig } from '@kushk/runtime';
import { EXIT, Failure } from '../exit-codes.js';
import type { Answers } from './answers.js';
import { certificatesIn, newTokenCertificate, type KeyAndCertificate } from './certificates.js';
import { serverFiles, type Authority } from './server-files.js';
import { kubernetesFiles } from './kubernetes-files.js';
import { natsFiles, OPERATOR_FILE } from './nats-files.js';
import { postgresFiles } from './postgres-files.js';
import {
  environmentOf,
  privateFile,
  processFiles,
  publicFile,
  secretFilesOf,
  type Deployment,
  type Files,
  type SecretValues,
} from './process-files.js';
import { processesOf, nameOf } from './processes.js';
import { providerPage } from './provider-page.js';
import { answersText } from './read-answers.js';
import { filesOf, secretsOf, type Secret } from './secrets.js';
import { storedText } from './stored-files.js';

const TOKEN_CERTIFICATE = 'registry/token.crt';

export interface PlanOptions {
  readonly folder: string;
  readonly answers: Answers;
  /** Whether values of files that the answers name replace those that the folder has. */
  readonly force: boolean;
  /** What a rotation replaces. */
  readonly replaced?: Replaced;
}

export interface Replaced {
  /** By name of the secret. */
  readonly values?: SecretValues;
  readonly authority?: KeyAndCertificate;
  readonly operator?: NatsOperator['server'];
  /** Whether all servers get a new certificate. */
  readonly certificates?: true;
}

/** Returns all files of the deployment. Rejects with one line per problem. */
export async function planDeployment({ folder, answers, force, replaced }: PlanOptions): Promise<Files> {
  const secrets = secretsOf(answers);
  const problems: string[] = [];
  const values: Record<string, string> = {};
  for (const secret of secrets) {
    const given = replaced?.values?.[secret.name];
    const found = given === undefined ? valueOf(secret, { folder, answers, force }) : { value: given };
    if (found.problem !== undefined) problems.push(found.problem);
    if (found.value !== undefined) values[secret.name] = found.value;
  }
  const stored = answers.scope === 'hub' ? await operatorOf(folder, values) : null;
  const operator = stored && { ...stored, server: replaced?.operator ?? stored.server };
  const authority = await serverFiles({ folder, answers, ...replaced });
  const deployment: Deployment = { answers, secrets, values, authority: authority.bundle };
  problems.push(...(problems.length > 0 ? [] : problemsOfProcesses(deployment)));
  if (problems.length > 0) throw new Failure(EXIT.usage, problems.join('\n'));
  return { ...filesOfDeployment(deployment, { operator, authority }), ...(await registryFiles(folder, values)) };
}

/** The certificate of the key that signs tokens for the registry. */
async function registryFiles(folder: string, values: SecretValues): Promise<Files> {
  const key = values['registry-token-key'];
  if (key === undefined) return {};
  const stored = storedText(folder, TOKEN_CERTIFICATE);
  const isOfKey = stored !== undefined && new X509Certificate(stored).checkPrivateKey(createPrivateKey(key));
  if (isOfKey) return { [TOKEN_CERTIFICATE]: publicFile(stored) };
  // The registry trusts both keys until the catalogue has the new one.
  const previous = certificatesIn(stored ?? '')[0]?.toString() ?? '';
  return { [TOKEN_CERTIFICATE]: publicFile(`${await newTokenCertificate(key)}${previous}`) };
}

interface FoundValue {
  readonly value?: string;
  readonly problem?: string;
}

/** The stored value of a secret; at the first time that of the file that the answers name, or a new one. */
function valueOf(secret: Secret, { folder, answers, force }: PlanOptions): FoundValue {
  const stored = storedValue(folder, secret);
  const path = secret.givenBy === undefined ? null : answers[secret.givenBy];
  const given = path !== null && existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
  if (stored.problem !== undefined && !(force && given !== undefined)) return stored;
  if (given !== undefined && (stored.value === undefined || force)) return { value: given };
  if (given !== undefined && given !== stored.value)
    return {
      problem: `${secret.givenBy} has another ${secret.name} than the folder: take it with rotate ${secret.name} (or --force), or delete the file`,
    };
  if (stored.value !== undefined) return stored;
  if (path !== null) return { problem: `${secret.givenBy} names ${path}, which cannot be read: write the file first` };
  return secret.create === undefined ? {} : { value: secret.create() };
}

/** Reads a secret from the files that hold it, which must agree. */
export function storedValue(folder: string, secret: Secret): FoundValue {
  const found = filesOf(secret).flatMap((path) => {
    const text = storedText(folder, path)?.trim();
    return text === undefined ? [] : [{ path, value: extracted(secret, text) }];
  });
  const [first, ...others] = found;
  if (first === undefined) return {};
  const other = others.find(({ value }) => value !== first.value);
  if (first.value === '' || first.value === null)
    return { problem: `${first.path} has no ${secret.name}: restore the file from a backup` };
  return other === undefined
    ? { value: first.value }
    : { problem: `${first.path} and ${other.path} differ in ${secret.name}: restore one of them from a backup` };
}

function extracted({ extract }: Secret, text: string): string | null {
  try {
    return extract === undefined ? text : extract(text);
  } catch {
    return null;
  }
}

interface OperatorFiles {
  readonly server: NatsOperator['server'];
  /** Of a new operator only: later it is in a safe. */
  readonly safe: NatsOperator['safe'] | null;
}

/** The stored operator, or a new one whose credentials are added to the values. */
async function operatorOf(folder: string, values: Record<string, string>): Promise<OperatorFiles> {
  const stored = storedText(folder, OPERATOR_FILE);
  const names = ['nats-credentials', ...hubRoles.map((role) => `nats-credentials-${nameOf(role)}`)];
  const missing = names.filter((name) => values[name] === undefined);
  if (stored !== undefined && missing.length === 0)
    return { server: JSON.parse(stored) as NatsOperator['server'], safe: null };
  if (stored !== undefined || missing.length < names.length)
    throw new Failure(
      EXIT.usage,
      `${stored === undefined ? OPERATOR_FILE : missing.join(', ')} is missing: restore it from a backup, because a new operator would disconnect every instance`,
    );
  const { server, safe, catalogue, hubCredentials } = await newNatsOperator('kushk', linkTraffic('*'));
  values['nats-credentials'] = JSON.stringify(catalogue);
  for (const role of hubRoles) values[`nats-credentials-${nameOf(role)}`] = hubCredentials[role].trim();
  return { server, safe };
}

/** Lets each process check its configuration, as it does at its start. */
export function problemsOfProcesses(deployment: Deployment): readonly string[] {
  return processesOf(deployment.answers).flatMap((service) => {
    const environment = { ...environmentOf(deployment, service), ...secretFilesOf(deployment, service) };
    const texts = Object.entries(environment).filter(([name]) => !name.endsWith('_FILE'));
    try {
      // The chart sets the address, which only the pod knows.
      readConfig({ KUSHK_KUBERNETES_POD_ADDRESS: '127.0.0.1', ...Object.fromEntries(texts) });
      return [];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return error.message.split('\n').map((line) => `${nameOf(service)}: ${line}`);
    }
  });
}

function filesOfDeployment(
  deployment: Deployment,
  { operator, authority }: { readonly operator: OperatorFiles | null; readonly authority: Authority },
): Files {
  const { answers, values } = deployment;
  const held = deployment.secrets.filter(({ file }) => file !== undefined);
  const safe = operator?.safe ?? null;
  const signingKey = values['signing-key'];
  return {
    'answers.yaml': publicFile(answersText(answers)),
    ...processFiles(deployment),
    ...natsFiles(deployment, operator?.server ?? null),
    ...authority.files,
    ...Object.fromEntries(held.map(({ name, file }) => [String(file), privateFile(`${values[name]}\n`)])),
    ...postgresFiles(deployment),
    ...(safe !== null && { 'safe/nats-operator.json': privateFile(`${JSON.stringify(safe, null, 2)}\n`) }),
    ...(signingKey !== undefined && { 'public-key.json': publicFile(publicKey(signingKey, answers.url)) }),
    'provider.md': publicFile(providerPage(answers)),
    ...kubernetesFiles(deployment),
  };
}

/** The key of an instance, which the hub certifies for the origin of the instance. */
const publicKey = (signingKey: string, url: string): string =>
  `${JSON.stringify(issuerJwk(JSON.parse(signingKey) as Jwk, serviceOriginsOf(url)))}\n`;
