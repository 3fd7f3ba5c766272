/** A hub and an instance in containers: init by the image, deploy/compose by Podman, from two empty folders. */
import { execFile } from 'node:child_process';
import { appendFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { audienceOf, subjectOf } from '../../../run/sign-in/accounts.js';
import { obtainToken } from '../../../run/sign-in/obtain-token.js';
import { audiences } from '../../../run/sign-in/provider-names.js';
import { apiClient, pollUntil } from '../../../run/seed/api.js';
import { becomesHealthy, down, openProject, up, type ComposeProject } from '../../../run/compose/podman.js';
import { startOrder } from '../../../run/compose/production-file.js';
import { pluginApi } from '../../../run/start/system.js';
import { kushkImage } from './base-images.js';
import type { Engine } from './engine.js';
import { hosts, leafHost, originOf, publicNetworkArguments, type OutsideWorld } from './outside-world.js';

const run = promisify(execFile);
const answersWithinMs = 60_000;
const frontSubnets = { hub: '10.214.1.0/24', i1: '10.214.2.0/24' };
type Scope = keyof typeof frontSubnets;

export interface Deployment {
  readonly projects: Readonly<Record<Scope, ComposeProject>>;
  signIn(username: string): Promise<string>;
  stop(): Promise<void>;
}

interface Deploying {
  readonly engine: Engine;
  readonly world: OutsideWorld;
  /** Where the folders of hub and instance are made. */
  readonly folder: string;
  readonly report: (line: string) => void;
  /** Changes the Compose files: a planted defect. */
  readonly changed: (text: string) => string;
}

export async function deploy(deploying: Deploying): Promise<Deployment> {
  const { engine, world, folder, report } = deploying;
  const signIn = (username: string): Promise<string> =>
    obtainToken({
      issuer: originOf('signIn'),
      audience: audienceOf(username),
      clientSecret: world.signIn.developmentClientSecret,
      password: world.signIn.password,
      username,
    });
  const projects: ComposeProject[] = [];
  const start = async (scope: Scope, given: object, files: Readonly<Record<string, string>> = {}) => {
    report(`${scope}: kushk-deploy init, then deploy/compose`);
    const project = await prepare(deploying, { scope, answers: given, files });
    projects.push(project);
    await world.join(`${project.name}-outside`);
    await up(project);
    for (const name of startOrder(project.file))
      if (project.file.services[name]?.healthcheck !== undefined) await becomesHealthy(project, name);
    const origin = originOf(scope === 'hub' ? 'hub' : 'instance');
    const answers = async () => (await fetch(`${origin}/.well-known/jwks.json`)).ok || null;
    await pollUntil(`an answer of ${origin}`, answersWithinMs, answers);
    return project;
  };
  try {
    const hub = await start('hub', answersOf('hub', { first_person: subjectOf('operator') }));
    const operator = apiClient(`${originOf('hub')}/operator/v1`, await signIn('operator'));
    const registered = await operator.post<{ link: { credentials: string }; pinned_keys: object }>('/instances', {
      ...{ id: 'i1', name: 'i1', plugin_api: pluginApi },
    });
    const files = {
      'link.creds': registered.link.credentials,
      'pinned.json': JSON.stringify(registered.pinned_keys),
      'hub-ca.crt': readFileSync(join(folder, 'hub', 'ca', 'ca.crt'), 'utf8'),
    };
    const given = (name: string): string => `/etc/kushk/given/${name}`;
    const answers = answersOf('i1', {
      first_person: subjectOf('platform'),
      hub_url: originOf('hub'),
      hub: {
        link_credentials_file: given('link.creds'),
        pinned_keys_file: given('pinned.json'),
        authority_file: given('hub-ca.crt'),
      },
    });
    // The instance finds the hub's NATS under its public name.
    await engine.podman(...publicNetworkArguments('kushk-i1-outside'));
    await engine.podman('network', 'connect', '--alias', leafHost, 'kushk-i1-outside', `${hub.name}-nats`);
    const i1 = await start('i1', answers, files);
    return { projects: { hub, i1 }, signIn, stop: () => stopAll(projects) };
  } catch (error) {
    await stopAll(projects);
    throw error;
  }
}

async function stopAll(projects: readonly ComposeProject[]): Promise<void> {
  for (const project of [...projects].reverse()) await down(project);
}

function answersOf(scope: Scope, more: object): object {
  return {
    scope,
    url: originOf(scope === 'hub' ? 'hub' : 'instance'),
    postgres: { hosts: ['postgres:5432'] },
    nats: { hosts: ['nats:4222'], leaf: `tls://${leafHost}:7422` },
    sign_in: { issuer: originOf('signIn'), audience: scope === 'hub' ? audiences.hub : audiences.instance },
    trusted_proxies: [frontSubnets[scope]],
    ...more,
  };
}

interface ScopeFiles {
  readonly scope: Scope;
  readonly answers: object;
  readonly files: Readonly<Record<string, string>>;
}

async function prepare(
  { engine, world, folder, changed }: Deploying,
  { scope, answers, files }: ScopeFiles,
): Promise<ComposeProject> {
  const own = join(folder, scope);
  const [data, backups] = [`${own}-data`, `${own}-backups`];
  mkdirSync(join(folder, 'given'), { recursive: true });
  // JSON is YAML.
  for (const [name, text] of Object.entries({ [`${scope}.yaml`]: JSON.stringify(answers), ...files }))
    writeFileSync(join(folder, 'given', name), text);
  // Not what is below: the data of the other scope, which runs, belongs to other users.
  await run('chown', ['10001:10001', folder]);
  await run('chown', ['-R', '10001:10001', join(folder, 'given')]);
  await engine.podman(
    ...['run', '--rm', '--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--network', 'none'],
    ...['--volume', `${folder}:/etc/kushk`, kushkImage],
    ...['kushk-deploy', 'init', `/etc/kushk/${scope}`, '--answers', `/etc/kushk/given/${scope}.yaml`],
  );
  // The certificate of a real provider is of an authority that Node trusts.
  for (const bundle of globSync(join(own, '{processes/*,streams}/secrets/ca.crt')))
    appendFileSync(bundle, world.authority);
  const host = scope === 'hub' ? 'hub' : 'instance';
  mkdirSync(join(own, 'proxy'), { recursive: true });
  world.writeCertificate(host, join(own, 'proxy', 'public.pem'));
  writeFileSync(
    join(own, '.env'),
    `KUSHK_IMAGE=${kushkImage}\nKUSHK_ADDRESS=${hosts[host].address}\nKUSHK_HTTPS_PORT=8443\nKUSHK_HTTP_PORT=8080\n` +
      `KUSHK_FRONT_SUBNET=${frontSubnets[scope]}\nKUSHK_COMPOSE=${resolve('deploy/compose')}\n` +
      `KUSHK_DATA=${data}\nKUSHK_BACKUP=${backups}\n`,
  );
  await run(resolve('deploy/compose/prepare'), [own, data, backups]);
  const file = join(own, 'compose.yaml');
  const name = scope === 'hub' ? 'hub' : 'instance';
  writeFileSync(file, changed(readFileSync(resolve(`deploy/compose/${name}.yaml`), 'utf8')));
  const project = openProject({ file, folder: own, name: `kushk-${scope}`, environment: engine.environment });
  if (scope === 'hub') await engine.podman('network', 'create', '--internal', `${project.name}-outside`);
  return project;
}
