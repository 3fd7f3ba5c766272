/** The folder as the processes read it. */
import { join } from 'node:path';
import type { NatsRole } from '@kushk/contracts';
import type { Answers } from '../folder/answers.js';
import { certificatesIn } from '../folder/certificates.js';
import { AUTHORITY_FILE, folderOf, SECRETS_MOUNT } from '../folder/processes.js';
import { storedText } from '../folder/stored-files.js';

export interface StoredDeployment {
  readonly folder: string;
  readonly answers: Answers;
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
