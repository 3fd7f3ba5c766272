/** The folder itself: that it follows from its answers, that secrets are private, and that processes accept them. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { NatsRole } from '@kushk/contracts';
import { ConfigError, readConfig } from '@kushk/runtime';
import { planDeployment } from '../folder/plan-deployment.js';
import { folderOf, nameOf, processesOf } from '../folder/processes.js';
import { storedText } from '../folder/stored-files.js';
import { ok, wrong, type Finding, type Part } from './finding.js';
import { storedEnvironment, type StoredDeployment } from '../folder/stored-deployment.js';

const othersMask = 0o077;

export function folderParts(deployment: StoredDeployment): readonly Part[] {
  return [
    { about: 'folder', find: () => findDifferences(deployment) },
    { about: 'secrets', find: () => Promise.resolve(findReadable(deployment)) },
    { about: 'configuration', find: () => Promise.resolve(findConfigurations(deployment)) },
  ];
}

async function findDifferences({ folder, answers }: StoredDeployment): Promise<readonly Finding[]> {
  const about = 'folder';
  const files = await planDeployment({ folder, answers, force: false });
  const others = Object.entries(files).filter(([path, { text }]) => storedText(folder, path) !== text);
  if (others.length === 0) return [ok(about, 'follows from answers.yaml')];
  return others.map(([path]) => {
    const state = storedText(folder, path) === undefined ? 'is missing' : 'differs from what init writes';
    return wrong(about, `${path} ${state}: put changes into answers.yaml, and run kushk-deploy init again`);
  });
}

/** Secrets that others than their owner can read, or that belong to another user than their folder. */
function findReadable({ folder, answers }: StoredDeployment): readonly Finding[] {
  const roles: readonly NatsRole[] = [...processesOf(answers), 'streams'];
  const folders = [...roles.map((role) => `${folderOf(role)}/secrets`), 'backup/secrets', 'safe'].filter((path) =>
    existsSync(join(folder, path)),
  );
  const files = [
    ...folders.flatMap((path) => readdirSync(join(folder, path)).map((name) => `${path}/${name}`)),
    ...['postgres/roles.sql', 'ca/ca.key', 'nats/link.creds', 'postgres/tls/server.key'],
    ...roles.map((role) => `kubernetes/${nameOf(role)}.yaml`),
    ...answers['nats.hosts'].flatMap((_, index) => [`nats/nats-${index + 1}.conf`, `nats/tls/server-${index + 1}.key`]),
  ].filter((path) => existsSync(join(folder, path)));
  const findings = [...folders, ...files]
    .filter((path) => (statSync(join(folder, path)).mode & othersMask) !== 0)
    .map((path) => wrong(`secret ${path}`, 'others than its owner can read it: chmod go= it'));
  findings.push(...folders.flatMap((path) => findOwner(folder, path)), ...findForgottenOwner(folder, answers));
  return findings.length > 0 ? findings : [ok('secrets', `${files.length} files are readable by their owner alone`)];
}

/** A process reads its secrets as one user, which owns the folder. */
function findOwner(folder: string, path: string): readonly Finding[] {
  const ownerOf = (file: string): number => statSync(join(folder, file)).uid;
  const owner = ownerOf(path);
  const other = readdirSync(join(folder, path)).find((name) => ownerOf(`${path}/${name}`) !== owner);
  if (other === undefined) return [];
  return [
    wrong(
      `secret ${path}/${other}`,
      `it belongs to user ${ownerOf(`${path}/${other}`)}, and its folder to user ${owner}: chown -R both to the user of the process`,
    ),
  ];
}

/** `init` and `rotate` run as root leave files of root; the process `containers` alone is root. */
function findForgottenOwner(folder: string, answers: StoredDeployment['answers']): readonly Finding[] {
  const paths = processesOf(answers)
    .filter((service) => service !== 'containers')
    .map((service) => `${folderOf(service)}/secrets`)
    .filter((path) => existsSync(join(folder, path)));
  const ofRoot = paths.filter((path) => statSync(join(folder, path)).uid === 0);
  if (ofRoot.length === paths.length) return [];
  return ofRoot.map((path) =>
    wrong(
      `secret ${path}`,
      'it belongs to root, and those of other processes do not: give it to the user of its process',
    ),
  );
}

/** Lets each process read its configuration, as it does at its start. */
function findConfigurations(deployment: StoredDeployment): readonly Finding[] {
  return processesOf(deployment.answers).map((service) => {
    const about = `configuration ${nameOf(service)}`;
    try {
      readConfig(storedEnvironment(deployment, service));
      return ok(about);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return wrong(about, error.message.split('\n').join('; '));
    }
  });
}
