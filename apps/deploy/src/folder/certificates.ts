/** Certificates, made by the program `openssl`: of a private authority, and of the servers of NATS and PostgreSQL. */
import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EXIT, Failure } from '../exit-codes.js';

const run = promisify(execFile);
const authorityDays = 3_650;
const serverDays = 825;
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** A certificate and its private key, in PEM. */
export interface KeyAndCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** Creates an authority that signs certificates of servers. */
export async function newAuthority(name: string): Promise<KeyAndCertificate> {
  return await inFolder(async (folder) => {
    await openssl(folder, [
      ...['req', '-x509', ...newKey, '-days', String(authorityDays), '-subj', `/CN=${name}`],
      ...['-addext', 'basicConstraints=critical,CA:true,pathlen:0', '-addext', 'keyUsage=critical,keyCertSign,cRLSign'],
      ...['-keyout', 'new.key', '-out', 'new.crt'],
    ]);
    return await readPair(folder);
  });
}

/** Creates the certificate of a server, which is also a client of the other servers of its cluster. */
export async function newServerCertificate(
  hosts: readonly string[],
  authority: KeyAndCertificate,
): Promise<KeyAndCertificate> {
  return await inFolder(async (folder) => {
    await writeFile(join(folder, 'ca.crt'), authority.certificate, { mode: 0o600 });
    await writeFile(join(folder, 'ca.key'), authority.key, { mode: 0o600 });
    const names = hosts.map((host) => `${isIP(host) === 0 ? 'DNS' : 'IP'}:${host}`).join(',');
    await openssl(folder, [
      ...['req', '-x509', ...newKey, '-days', String(serverDays), '-subj', `/CN=${hosts[0]}`],
      ...['-CA', 'ca.crt', '-CAkey', 'ca.key'],
      ...['-addext', `subjectAltName=${names}`, '-addext', 'basicConstraints=critical,CA:false'],
      ...['-addext', 'keyUsage=critical,digitalSignature', '-addext', 'extendedKeyUsage=serverAuth,clientAuth'],
      ...['-keyout', 'new.key', '-out', 'new.crt'],
    ]);
    return await readPair(folder);
  });
}

/** Creates the certificate from which a registry knows the key of the hub's tokens. */
export async function newTokenCertificate(key: string): Promise<string> {
  return await inFolder(async (folder) => {
    await writeFile(join(folder, 'new.key'), `${key}\n`, { mode: 0o600 });
    const subject = ['-days', String(authorityDays), '-subj', '/CN=kushk'];
    await openssl(folder, ['req', '-x509', '-key', 'new.key', ...subject, '-out', 'new.crt']);
    return await readFile(join(folder, 'new.crt'), 'utf8');
  });
}

/** The certificates of a bundle in PEM. Throws when one of them cannot be read. */
export function certificatesIn(pem: string): readonly X509Certificate[] {
  return (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (one) => new X509Certificate(one),
  );
}

/** Whether a server can use the certificate: for all its hosts, and signed by an authority of the bundle. */
export function fits(
  pem: string,
  { hosts, authority }: { readonly hosts: readonly string[]; readonly authority: string },
): boolean {
  const [certificate] = certificatesIn(pem);
  return (
    certificate !== undefined &&
    hosts.every((host) => (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined) &&
    certificatesIn(authority).some((one) => certificate.checkIssued(one) && certificate.verify(one.publicKey))
  );
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'kushk-certificate-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readPair(folder: string): Promise<KeyAndCertificate> {
  const [certificate, key] = await Promise.all([
    readFile(join(folder, 'new.crt'), 'utf8'),
    readFile(join(folder, 'new.key'), 'utf8'),
  ]);
  return { certificate, key };
}

async function openssl(folder: string, args: readonly string[]): Promise<void> {
  try {
    await run('openssl', args, { cwd: folder });
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { readonly stderr?: string };
    throw new Failure(
      EXIT.usage,
      code === 'ENOENT'
        ? 'openssl is not installed: install it (Debian: apt install openssl), or name your own authority as certificates'
        : `openssl: ${stderr?.trim() ?? String(error)}`,
    );
  }
}
