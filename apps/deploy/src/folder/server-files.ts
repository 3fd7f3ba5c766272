/** The certificates of the servers: of a private authority, or of the operator's own. */
import { existsSync, readFileSync } from 'node:fs';
import { EXIT, Failure } from '../exit-codes.js';
import type { Answers } from './answers.js';
import { fits, newAuthority, newServerCertificate, type KeyAndCertificate } from './certificates.js';
import { hostsOfServer } from './nats-files.js';
import { postgresHosts } from './postgres-files.js';
import { privateFile, publicFile, type Files } from './process-files.js';
import { storedText } from './stored-files.js';

export const AUTHORITY_CERTIFICATE = 'ca/ca.crt';
/** Certificate and key, without the ending. */
export const AUTHORITY = 'ca/ca';

export interface Authority {
  /** All certificates that processes trust, in PEM; while the authority is replaced, both. */
  readonly bundle: string;
  readonly files: Files;
}

/** The certificate of a server, without the ending of its file, and the hosts that it must have. */
export interface Server {
  readonly path: string;
  readonly hosts: readonly string[];
}

/** The servers of the scope that have a certificate of the authority. */
export function serversOf(answers: Answers): readonly Server[] {
  return [
    { path: 'postgres/tls/server', hosts: postgresHosts(answers) },
    ...answers['nats.hosts'].map((_, index) => ({
      path: `nats/tls/server-${index + 1}`,
      hosts: hostsOfServer(answers, index),
    })),
  ];
}

interface ServerFilesOptions {
  readonly folder: string;
  readonly answers: Answers;
  /** Instead of the stored one. */
  readonly authority?: KeyAndCertificate;
  /** Whether every server gets a new certificate. */
  readonly certificates?: true;
}

/** Returns the stored certificates, and new ones where they are missing or do not have all hosts. */
export async function serverFiles({ folder, answers, ...replaced }: ServerFilesOptions): Promise<Authority> {
  if (answers.certificates !== 'generated') return ownAuthority(answers.certificates);
  const authority =
    replaced.authority ?? storedPair(folder, AUTHORITY) ?? (await newAuthority(`Kushk ${answers.scope}`));
  const files: Record<string, Files[string]> = pairFiles(AUTHORITY, authority);
  for (const { path, hosts } of serversOf(answers)) {
    const stored = replaced.certificates === true ? null : storedPair(folder, path);
    const isGood = stored !== null && fits(stored.certificate, { hosts, authority: authority.certificate });
    Object.assign(files, pairFiles(path, isGood ? stored : await newServerCertificate(hosts, authority)));
  }
  return { bundle: authority.certificate, files };
}

/** The operator puts the certificates of the servers where the generated ones would be. */
function ownAuthority(path: string): Authority {
  if (!existsSync(path)) throw new Failure(EXIT.usage, `certificates names ${path}, which cannot be read`);
  const bundle = readFileSync(path, 'utf8');
  return { bundle, files: { [AUTHORITY_CERTIFICATE]: publicFile(bundle) } };
}

export function storedPair(folder: string, path: string): KeyAndCertificate | null {
  const [certificate, key] = [storedText(folder, `${path}.crt`), storedText(folder, `${path}.key`)];
  return certificate === undefined || key === undefined ? null : { certificate, key };
}

export const pairFiles = (path: string, { certificate, key }: KeyAndCertificate): Record<string, Files[string]> => ({
  [`${path}.crt`]: publicFile(certificate),
  [`${path}.key`]: privateFile(key),
});
