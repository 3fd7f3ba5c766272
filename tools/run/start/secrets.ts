/**
 * The secrets of this machine. They are created once and stored in `.kushk/secrets.json`, readable only by their
 * owner.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { newSealingKey, newSigningKey, type Jwk, type SealingKey } from '@kushk/credentials';
import { domainServices, type DomainService } from './addresses.js';
import { writePrivateFile } from './private-file.js';

export interface Secrets {
  readonly pepper: string;
  readonly sealingKeys: readonly SealingKey[];
  readonly signingKeys: Readonly<Record<'catalogue' | 'review' | 'installation', Jwk>>;
  readonly postgresPassword: string;
  /** What the NATS passwords of the services are derived from. */
  readonly natsSecret: string;
  readonly rolePasswords: Readonly<Record<DomainService, string>>;
  readonly signIn: {
    /** The password of every account of the local sign-in provider. */
    readonly password: string;
    readonly cookieKeys: readonly string[];
    readonly signingKey: Jwk;
    readonly developmentClientSecret: string;
  };
}

const random = (bytes: number): string => randomBytes(bytes).toString('base64url');

function createSecrets(): Secrets {
  const signInKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  return {
    pepper: random(32),
    sealingKeys: [newSealingKey()],
    signingKeys: { catalogue: newSigningKey(), review: newSigningKey(), installation: newSigningKey() },
    postgresPassword: random(18),
    natsSecret: random(32),
    rolePasswords: Object.fromEntries(domainServices.map((service) => [service, random(18)])) as Record<
      DomainService,
      string
    >,
    signIn: {
      password: randomBytes(4).toString('hex'),
      cookieKeys: [random(32)],
      signingKey: { ...signInKey, kid: random(9), alg: 'ES256', use: 'sig' } as Jwk,
      developmentClientSecret: random(24),
    },
  };
}

/** Reads the secrets, and creates them at the first call. Throws an error of one line when the file cannot be read. */
export function loadSecrets(path: string): Secrets {
  if (!existsSync(path)) writePrivateFile(path, createSecrets());
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Secrets;
  } catch {
    throw new Error(`${path} cannot be read; restore it, or delete its folder to start with new data.`);
  }
}
