/** Backs up and restores a hub or an instance of a running fleet with the commands of an operator. */
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { postgresPrograms } from '@kushk/embedded';
import { archiveCommand } from '../../../apps/deploy/src/folder/postgres-files.js';
import { kushkDeploy, queryOf, type Site } from './restored-servers.js';

/** The services of the folder, by the names of their processes. */
const services = {
  hub: ['catalogue', 'review'],
  instance: ['installation', 'wallet', 'workspace', 'delivery'],
} as const;

export interface Run {
  readonly code: number;
  readonly output: string;
}

/** A hub or an instance with the folder that `kushk-deploy init` would have written for it. */
export interface BackedUp {
  readonly site: Site;
  /** Lets PostgreSQL archive its log, which takes effect at its next start. */
  archive(): Promise<void>;
  backUp(): Promise<Run>;
  /** Restores PostgreSQL to the moment, by the command, while the processes keep running. */
  restore(at: Date): Promise<void>;
  /** What the command says about a moment, when PostgreSQL runs. */
  refusalOf(at: Date): Promise<Run>;
  verify(): Promise<Run>;
}

/** `environment` is added to that of the command. */
export function backedUp(
  site: Site,
  { folder, environment }: { readonly folder: string; readonly environment: NodeJS.ProcessEnv },
): BackedUp {
  const [deployment, backups] = [join(folder, site.scope), join(folder, `backups-${site.scope}`)];
  const wal = join(backups, 'wal');
  mkdirSync(wal, { recursive: true });
  // PostgreSQL runs as another user when root runs this.
  chmodSync(backups, 0o755);
  chmodSync(wal, 0o777);
  writeDeployment(site, deployment);
  const env = { ...process.env, ...environment };
  const run = (...args: readonly string[]): Promise<Run> =>
    new Promise((resolve) => {
      execFile(process.execPath, [kushkDeploy, ...args], { env }, (error, output, errors) =>
        resolve({ code: error === null ? 0 : Number(error.code), output: output + errors }),
      );
    });
  const restoring = (at: Date): readonly string[] => [
    ...['restore', deployment, '--from', backups, '--data', site.data],
    ...['--postgres', postgresPrograms(), '--force', '--at', at.toISOString()],
  ];
  return {
    site,
    archive: async () => {
      const settings = { archive_mode: 'on', archive_timeout: '60s', archive_command: archiveCommand(wal) };
      for (const [name, value] of Object.entries(settings))
        await queryOf(site.superuserUrl, `alter system set ${name} = '${value}'`);
      await site.whilePostgresIsStopped(() => undefined);
    },
    backUp: () => run('backup', deployment, '--to', backups),
    restore: (at) =>
      site.whilePostgresIsStopped(() => {
        execFileSync(process.execPath, [kushkDeploy, ...restoring(at)], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      }),
    refusalOf: (at) => run(...restoring(at)),
    verify: () => run('verify', deployment),
  };
}

/** Every variable of the running processes as a file, as `init` writes secrets. */
function writeDeployment(site: Site, folder: string): void {
  const isHub = site.scope === 'hub';
  const { folder: contents = '' } = isHub ? {} : contentStoreOf(site);
  writeFileAt(join(folder, 'answers.yaml'), answersOf(site.scope, contents));
  for (const service of services[isHub ? 'hub' : 'instance'])
    writeProcess(join(folder, 'processes', service), site.environmentOf(service));
  writeProcess(join(folder, 'streams'), site.streamsEnvironment);
  writeFileAt(join(folder, 'backup/secrets/KUSHK_DATABASE_URL'), `${site.superuserUrl}\n`);
}

const contentStoreOf = (site: Site): { readonly folder?: string } =>
  JSON.parse(String(site.environmentOf('workspace')['KUSHK_CONTENT_STORE'])) as { readonly folder?: string };

function writeProcess(folder: string, environment: NodeJS.ProcessEnv): void {
  const variables = Object.entries(environment).filter(([name, value]) => name.startsWith('KUSHK_') && value);
  for (const [name, value] of variables) writeFileAt(join(folder, 'secrets', name), `${value}\n`);
  const lines = variables.map(([name]) =>
    name === 'KUSHK_NATS_CREDENTIALS'
      ? `${name}=/etc/kushk/secrets/${name}`
      : `${name}_FILE=/etc/kushk/secrets/${name}`,
  );
  writeFileAt(join(folder, 'environment'), `${lines.join('\n')}\n`);
}

/** The answers that `backup`, `restore` and `verify` read; the others have any value. */
function answersOf(scope: string, contents: string): string {
  const instance = `
hub_url: https://hub.example
hub: { link_credentials_file: /none, pinned_keys_file: /none }
content_store: { driver: disk, folder: ${contents || '/none'} }`;
  return `scope: ${scope}
url: https://${scope}.example
postgres: { hosts: ['localhost:5432'] }
nats: { hosts: ['localhost:4222'], leaf: 'tls://127.0.0.1:7422' }
sign_in: { issuer: https://id.example, audience: ${scope} }
first_person: first${scope === 'hub' ? '' : instance}
`;
}

function writeFileAt(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  writeFileSync(path, text, { mode: 0o600 });
}
