/** The processes of a deployment's folder on this machine, and the command that made the folder. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ProcessPlan } from '../start/system.js';

export const root = resolve(import.meta.dirname, '../../..');
const mount = '/etc/kushk/secrets';
const programs = { deploy: 'apps/deploy/bin/kushk-deploy.mjs', kushk: 'apps/cli/bin/kushk.mjs' } as const;

export interface Ran {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Programs start faster with code that was compiled before. */
const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/kushk') };

/** Runs a command of the repository with nothing of this process's environment but the path. */
export function run(
  program: keyof typeof programs,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...compileCache, ...environment };
  return new Promise((done) => {
    execFile(process.execPath, [join(root, programs[program]), ...args], { env }, (error, output, errors) =>
      done({ code: error === null ? 0 : Number(error.code), output, errors }),
    );
  });
}

/** As `run`. Throws when the command fails. */
export async function succeed(...given: Parameters<typeof run>): Promise<string> {
  const { code, output, errors } = await run(...given);
  if (code !== 0) throw new Error(`${given[0]} ${given[1].join(' ')} ended with ${code}: ${errors}${output}`);
  return output;
}

/** The environment in a folder of a process, with the path that its secrets have on this machine. */
export function environmentIn(folder: string): Record<string, string> {
  const text = readFileSync(join(folder, 'environment'), 'utf8').replaceAll(mount, join(folder, 'secrets'));
  const entries = text.split('\n').flatMap((line) => {
    const at = line.indexOf('=');
    return at < 1 ? [] : [[line.slice(0, at), line.slice(at + 1)] as const];
  });
  return Object.fromEntries(entries);
}

/** One process of each service; `more` is added to the environment of each. */
export function plansOf(folder: string, more: (authority: string) => Readonly<Record<string, string>>): ProcessPlan[] {
  return readdirSync(join(folder, 'processes')).map((name) => {
    const environment = environmentIn(join(folder, 'processes', name));
    const isGateway = name.endsWith('gateway');
    return {
      name: `${environment['KUSHK_SCOPE']} ${name}`,
      program: join('apps', isGateway ? 'gateway' : name, 'dist', 'main.js'),
      needsTypescript: false,
      port: Number(environment['KUSHK_HTTP_PORT'] ?? environment['KUSHK_HEALTH_PORT']),
      readyUrl: `http://127.0.0.1:${environment['KUSHK_HEALTH_PORT']}/health/ready`,
      tier: isGateway ? 'edge' : 'service',
      environment: { ...compileCache, ...environment, ...more(environment['NODE_EXTRA_CA_CERTS'] ?? '') },
    };
  });
}
