/** A folder that `kushk-deploy init` has written, as the processes read it. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { NatsRole } from '@kushk/contracts';
import { EXIT, Failure } from '../exit-codes.js';
import type { Answers } from './answers.js';
import { certificatesIn } from './certificates.js';
import { AUTHORITY_FILE, folderOf, gatewayOf, SECRETS_MOUNT } from './processes.js';
import { readAnswers } from './read-answers.js';
import { storedText } from './stored-files.js';

export const ANSWERS = 'answers.yaml';

export interface StoredDeployment {
  readonly folder: string;
  readonly answers: Answers;
}

/** Reads the answers of a folder, and trusts in this process what its gateway trusts: NATS, PostgreSQL and sign-in. */
export function openDeployment(directory: string): StoredDeployment {
  const folder = resolve(directory);
  if (!existsSync(join(folder, ANSWERS))) throw new Failure(EXIT.usage, `${folder} has no ${ANSWERS}: run init first`);
  const deployment = { folder, answers: answersFrom(join(folder, ANSWERS)) };
  const authority = authorityOf(deployment, gatewayOf(deployment.answers));
  // What NODE_EXTRA_CA_CERTS does for the processes.
  if (authority) setDefaultCACertificates([...getCACertificates('default'), authority]);
  return deployment;
}

/** Reads an `answers.yaml`. Throws with one line per problem. */
export function answersFrom(path: string): Answers {
  if (!existsSync(path)) throw new Failure(EXIT.usage, `${path} does not exist`);
  const { answers, problems } = readAnswers(readFileSync(path, 'utf8'));
  if (answers === null) throw new Failure(EXIT.usage, problems.map((problem) => `${path}: ${problem}`).join('\n'));
  return answers;
}

/** The environment of a role, with the paths that the folder has on this machine. */
export function storedEnvironment({ folder }: StoredDeployment, role: NatsRole): Readonly<Record<string, string>> {
  const text = storedText(folder, `${folderOf(role)}/environment`) ?? '';
  return Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.includes('=') && !line.startsWith('#'))
      .map((line) => {
        const [name = '', ...value] = line.split('=');
        return [name, value.join('=').replace(SECRETS_MOUNT, join(folder, folderOf(role), 'secrets'))];
      }),
  );
}

/** The value of a variable of a role, from its file or its environment; undefined when it has none. */
export function storedVariable(deployment: StoredDeployment, role: NatsRole, variable: string): string | undefined {
  const file = storedText(deployment.folder, `${folderOf(role)}/secrets/${variable}`)?.trim();
  return file ?? storedEnvironment(deployment, role)[variable];
}

export const authorityOf = ({ folder }: StoredDeployment, role: NatsRole): string | undefined =>
  storedText(folder, `${folderOf(role)}/secrets/${AUTHORITY_FILE}`);

/** SHA-256 of the certificate of a server, whose path is without its ending; null when there is none. */
export function storedFingerprint(folder: string, path: string): string | null {
  return certificatesIn(storedText(folder, `${path}.crt`) ?? '')[0]?.fingerprint256 ?? null;
}

/** The login of a NATS user. */
export function natsLogin(
  deployment: StoredDeployment,
  role: NatsRole,
): { readonly url: string; readonly credentials?: string } | null {
  const url = storedVariable(deployment, role, 'KUSHK_NATS_URL');
  const credentials = storedText(deployment.folder, `${folderOf(role)}/secrets/KUSHK_NATS_CREDENTIALS`);
  return url === undefined ? null : { url, ...(credentials !== undefined && { credentials }) };
}
