/** `kushk-deploy rotate NAME DIR`: replaces one secret, key or certificate of a folder (docs/deployment/keys.md). */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { changePassword } from '@kushk/event-store';
import { EXIT, Failure, type ExitCode } from './exit-codes.js';
import type { Answers } from './folder/answers.js';
import { certificatesIn, newAuthority, type KeyAndCertificate } from './folder/certificates.js';
import { planDeployment, storedValue, type Replaced } from './folder/plan-deployment.js';
import { OPERATOR_FILE } from './folder/nats-files.js';
import { databaseUrl } from './folder/process-files.js';
import { filesOf, secretsOf, type Secret } from './folder/secrets.js';
import { AUTHORITY, AUTHORITY_CERTIFICATE, serversOf, storedPair } from './folder/server-files.js';
import { openDeployment } from './folder/stored-deployment.js';
import { storeFiles } from './folder/stored-files.js';
import { addedNatsKeys, firstNatsKeys } from './rotate/nats-keys.js';
import { rotatedOperatorKey } from './rotate/nats-operator-key.js';
import { withAddedKey, withFirstKey, withNextSigningKey } from './rotate/key-lists.js';

export interface RotateOptions {
  readonly finish?: true;
  /** Confirms that the processes know what the first step has added: nothing in the folder shows it. */
  readonly restarted?: true;
}

/** What a rotation changes in the folder, and what is to be done then. */
export interface Rotated {
  readonly replaced: Replaced;
  readonly after: string;
  /** Done before the files are written; `undo` when they cannot be. */
  readonly apply?: () => Promise<void>;
  readonly undo?: () => Promise<void>;
}

export interface Target {
  readonly name: string;
  readonly folder: string;
  readonly answers: Answers;
  readonly options: RotateOptions;
}

const dayMs = 86_400_000;
const OPERATOR = 'nats-operator';
const certificates = {
  certificates: 'reload the NATS servers (nats-server --signal reload) and PostgreSQL (select pg_reload_conf())',
  authority:
    'restart every process and the NATS servers, so that they trust both authorities, and give ca/ca.crt to the instances of a hub (rotate hub-authority); then rotate certificates, and rotate authority --finish --restarted',
};

export async function runRotate(name: string, directory: string, options: RotateOptions): Promise<ExitCode> {
  const { folder, answers } = openDeployment(directory);
  if (options.finish && !options.restarted)
    throw new Failure(
      EXIT.usage,
      `a process that was not restarted since the first step would refuse what is new: restart what it named, then add --restarted`,
    );
  const { replaced, after, apply, undo } = await rotated({ name, folder, answers, options });
  const files = await planDeployment({ folder, answers, force: false, replaced });
  await apply?.();
  let changed;
  try {
    changed = storeFiles(folder, files);
  } catch (error) {
    await undo?.();
    throw error;
  }
  const lines = [
    ...changed.map((path) => `wrote ${join(directory, path)}`),
    `Next: copy these files to where they are read, unless that is this folder; then ${after}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return EXIT.ok;
}

/** Lists what can be rotated, its age, and what is to be done then. */
export function runRotateList(directory: string): ExitCode {
  const { folder, answers } = openDeployment(directory);
  const secrets = secretsOf(answers).filter(({ rotation }) => rotation !== 'none');
  const rows = [
    ...secrets.map((secret) => ({ name: secret.name, path: filesOf(secret)[0] ?? '', after: secret.after })),
    ...(answers.scope === 'hub'
      ? [{ name: OPERATOR, path: OPERATOR_FILE, after: 'restart the NATS servers, then catalogue, in two steps' }]
      : []),
    { name: 'certificates', path: `${serversOf(answers)[0]?.path}.crt`, after: certificates.certificates },
    { name: 'authority', path: AUTHORITY_CERTIFICATE, after: certificates.authority },
  ];
  const width = Math.max(...rows.map(({ name }) => name.length));
  const lines = rows.map(({ name, path, after }) => `${name.padEnd(width)}  ${ageOf(join(folder, path))}  ${after}`);
  process.stdout.write(`${lines.join('\n')}\n`);
  return EXIT.ok;
}

function ageOf(file: string): string {
  const days = existsSync(file) ? Math.floor((Date.now() - statSync(file).mtimeMs) / dayMs) : null;
  return (days === null ? 'missing' : `${days} days`).padStart(9);
}

async function rotated(target: Target): Promise<Rotated> {
  const { name, folder, answers, options } = target;
  if (name === 'certificates') return { replaced: { certificates: true }, after: certificates.certificates };
  if (name === 'authority') return await rotatedAuthority(folder, { answers, options });
  const isOperator = name === OPERATOR && answers.scope === 'hub';
  const secret = secretsOf(answers).find((one) => one.name === (isOperator ? 'nats-credentials' : name));
  if (secret === undefined || secret.rotation === 'none')
    throw new Failure(EXIT.usage, `there is no ${name} to rotate; kushk-deploy rotate --list DIR names all`);
  const stored = storedValue(folder, secret);
  if (stored.value === undefined)
    throw new Failure(EXIT.usage, stored.problem ?? `${name} is missing: run kushk-deploy init first`);
  if (isOperator) return await rotatedOperatorKey(target, stored.value);
  return await rotatedSecret(secret, { ...target, value: stored.value });
}

async function rotatedSecret(
  secret: Secret,
  { options, answers, value }: Target & { readonly value: string },
): Promise<Rotated> {
  const { name, after } = secret;
  const replacing = (next: string): Replaced => ({ values: { [name]: next } });
  switch (secret.rotation) {
    case 'value':
      return { replaced: replacing(newValue(secret, answers, value)), after };
    case 'database': {
      const next = newValue(secret, answers, value);
      const urlWith = (password: string): string => databaseUrl(answers, String(secret.holders[0]?.role), password);
      return {
        replaced: replacing(next),
        after,
        apply: () => changePassword(urlWith(value), next),
        undo: () => changePassword(urlWith(next), value),
      };
    }
    case 'keys': {
      const next = options.finish ? withFirstKey(value) : withAddedKey(value, new Date());
      if (next === null)
        throw new Failure(
          EXIT.usage,
          options.finish ? `rotate ${name} first, without --finish` : `${name} has a key that waits for --finish`,
        );
      const second = options.finish
        ? ''
        : `; then rotate ${name} --finish --restarted, which puts the new key into use`;
      return { replaced: replacing(next), after: `${after}${second}` };
    }
    case 'signing-keys': {
      const next = withNextSigningKey(value, new Date());
      return {
        replaced: replacing(next.value),
        after: `${after} before ${next.from.toISOString()}, when the new key takes over`,
      };
    }
    case 'nats-keys':
      return options.finish ? firstNatsKeys(value) : await addedNatsKeys(value);
    case 'none':
      throw new Error(`${name} is not rotated by itself`);
  }
}

/** A new value, or that of the file that the answers name. */
function newValue({ name, create, givenBy }: Secret, answers: Answers, stored: string): string {
  if (create !== undefined) return create();
  const path = givenBy === undefined ? null : answers[givenBy];
  const value = path !== null && existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  if (value !== '' && value !== stored) return value;
  throw new Failure(EXIT.usage, `${name} comes from elsewhere: write the new one to ${path} (${givenBy}) first`);
}

async function rotatedAuthority(
  folder: string,
  { answers, options }: Pick<Target, 'answers' | 'options'>,
): Promise<Rotated> {
  const stored = storedPair(folder, AUTHORITY);
  if (answers.certificates !== 'generated' || stored === null)
    throw new Failure(
      EXIT.usage,
      'the authority is your own: name its new file as certificates, with both authorities in it',
    );
  const [current = '', old] = certificatesIn(stored.certificate).map(String);
  if (!options.finish) {
    if (old !== undefined)
      throw new Failure(
        EXIT.usage,
        'two authorities are trusted already: rotate certificates, then rotate authority --finish --restarted',
      );
    const { certificate, key } = await newAuthority(`Kushk ${answers.scope}`);
    return { replaced: { authority: { certificate: `${certificate}${current}`, key } }, after: certificates.authority };
  }
  if (old === undefined) throw new Failure(EXIT.usage, 'rotate authority first, without --finish');
  const remaining: KeyAndCertificate = { certificate: current, key: stored.key };
  // Servers whose certificate is of the old authority get a new one.
  return {
    replaced: { authority: remaining },
    after: 'restart every process and the NATS servers, and reload PostgreSQL',
  };
}
