/**
 * Runs a file of deploy/compose with Podman alone, for machines without Compose. `podman.ts up FILE DIR` starts what is
 * not running, in order; `podman.ts down FILE DIR` removes containers and networks and leaves the data.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { containerOf, networkArguments, networkNames, runArguments, type Project } from './podman-arguments.js';
import { readComposeFile, readVariables, startOrder, type ComposeFile } from './production-file.js';

const run = promisify(execFile);
const pollMs = 500;
const healthyWithinMs = 120_000;

export interface ComposeProject extends Project {
  readonly file: ComposeFile;
  readonly profiles: readonly string[];
  /** The environment of `podman`. */
  readonly environment: NodeJS.ProcessEnv;
}

export interface ProjectOptions {
  readonly file: string;
  readonly folder: string;
  readonly name?: string;
  readonly profiles?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
}

/** Reads the file and the variables of a project. */
export function openProject({ file, folder, name, profiles = [], environment = {} }: ProjectOptions): ComposeProject {
  const variablesFile = resolve(folder, '.env');
  const read = readComposeFile(readFileSync(file, 'utf8'), {
    KUSHK_COMPOSE: resolve(file, '..'),
    ...(existsSync(variablesFile) && readVariables(readFileSync(variablesFile, 'utf8'))),
  });
  // Podman runs health checks by timers of systemd; without it this program runs those that it waits for.
  const withoutTimers = existsSync('/run/systemd/system') ? {} : { DISABLE_HC_SYSTEMD: 'true' };
  return {
    name: name ?? read.name,
    folder: resolve(folder),
    file: read,
    profiles,
    environment: { ...process.env, ...withoutTimers, ...environment },
  };
}

/** Calls `podman` and returns what it printed. */
export async function podman(project: Pick<ComposeProject, 'environment'>, args: readonly string[]): Promise<string> {
  return (await run('podman', args, { env: project.environment, maxBuffer: 64 << 20 })).stdout;
}

export async function up(project: ComposeProject): Promise<void> {
  for (const network of Object.entries(project.file.networks)) {
    const args = networkArguments(project, network);
    if (!(await succeeds(project, ['network', 'exists', args.at(-1) ?? '']))) await podman(project, args);
  }
  for (const name of startOrder(project.file, project.profiles)) await startService(project, name);
}

async function startService(project: ComposeProject, name: string): Promise<void> {
  const { [name]: service } = project.file.services;
  if (service === undefined) throw new Error(`no service ${name}`);
  for (const [before, { condition }] of Object.entries(service.depends_on ?? {})) {
    if (condition === 'service_healthy') await becomesHealthy(project, before);
    else await completes(project, before);
  }
  const container = containerOf(project, name);
  const state = await podman(project, ['ps', '--all', '--filter', `name=^${container}$`, '--format', '{{.State}}']);
  if (state.trim() === 'running') return;
  if (state !== '') await podman(project, ['rm', container]);
  await podman(project, runArguments(project, [name, service]));
}

/** Waits until the health check of a service succeeds. */
export async function becomesHealthy(project: ComposeProject, name: string): Promise<void> {
  const container = containerOf(project, name);
  const deadline = Date.now() + healthyWithinMs;
  while (!(await succeeds(project, ['healthcheck', 'run', container]))) {
    if (Date.now() > deadline) throw new Error(`${container} is not healthy:\n${await lastLines(project, container)}`);
    await new Promise((resume) => setTimeout(resume, pollMs));
  }
}

async function completes(project: ComposeProject, name: string): Promise<void> {
  const container = containerOf(project, name);
  const code = (await podman(project, ['wait', container])).trim();
  if (code !== '0') throw new Error(`${container} ended with ${code}:\n${await lastLines(project, container)}`);
}

async function lastLines(project: ComposeProject, container: string): Promise<string> {
  const { stdout, stderr } = await run('podman', ['logs', '--tail', '20', container], { env: project.environment });
  return stdout + stderr;
}

async function succeeds(project: ComposeProject, args: readonly string[]): Promise<boolean> {
  return await run('podman', args, { env: project.environment }).then(
    () => true,
    () => false,
  );
}

export async function down(project: ComposeProject): Promise<void> {
  for (const name of [...startOrder(project.file, project.profiles)].reverse()) {
    const container = containerOf(project, name);
    await podman(project, ['stop', '--ignore', container]);
    await podman(project, ['rm', '--ignore', '--force', container]);
  }
  for (const network of networkNames(project, project.file))
    await podman(project, ['network', 'rm', '--force', network]);
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { project: { type: 'string' }, profile: { type: 'string', multiple: true } },
  });
  const [verb, file, folder] = positionals;
  const verbs: Readonly<Record<string, (project: ComposeProject) => Promise<void>>> = { up, down };
  const work = verb === undefined ? undefined : verbs[verb];
  if (work === undefined || file === undefined || folder === undefined) {
    process.stderr.write('usage: podman.ts up|down FILE DIR [--project NAME] [--profile NAME]\n');
    process.exit(2);
  }
  await work(
    openProject({
      file,
      folder,
      ...(values.project !== undefined && { name: values.project }),
      ...(values.profile !== undefined && { profiles: values.profile }),
    }),
  );
}
