/** What `podman` is called with for the services and networks of a Compose file. Pure. */
import { resolve } from 'node:path';
import type { ComposeFile, HealthCheck, Network, Service } from './production-file.js';

/** Where a project runs. */
export interface Project {
  /** The prefix of containers and networks. */
  readonly name: string;
  /** The folder to which paths are relative. */
  readonly folder: string;
}

export const containerOf = ({ name }: Project, service: string): string => `${name}-${service}`;
const networkOf = ({ name }: Project, network: string): string => `${name}-${network}`;

export function networkArguments(project: Project, [name, network]: readonly [string, Network]): readonly string[] {
  const [range] = network.ipam?.config ?? [];
  return [
    ...['network', 'create'],
    ...(network.internal ? ['--internal'] : []),
    ...(range === undefined ? [] : ['--subnet', range.subnet]),
    networkOf(project, name),
  ];
}

export const networkNames = (project: Project, { networks }: ComposeFile): readonly string[] =>
  Object.keys(networks).map((name) => networkOf(project, name));

export function runArguments(project: Project, [name, service]: readonly [string, Service]): readonly string[] {
  return [
    ...['run', '--detach', '--pull', 'never', '--name', containerOf(project, name), '--hostname', name],
    ...['--user', service.user, '--read-only', '--pids-limit', String(service.pids_limit)],
    ...(service.init ? ['--init'] : []),
    ...['--memory', service.mem_limit, '--memory-swap', service.mem_limit],
    ...['--stop-timeout', String(secondsOf(service.stop_grace_period))],
    ...(service.restart === 'no' ? [] : ['--restart', service.restart]),
    ...Object.entries(service.logging.options).flatMap(([option, value]) => ['--log-opt', `${option}=${value}`]),
    ...(service.shm_size === undefined ? [] : ['--shm-size', service.shm_size]),
    ...each('--cap-drop', service.cap_drop),
    ...each('--cap-add', service.cap_add ?? []),
    ...each(
      '--security-opt',
      service.security_opt.map((option) => option.replace(':true', '').replace(':', '=')),
    ),
    ...each(
      '--network',
      service.networks.map((network) => `${networkOf(project, network)}:alias=${name}`),
    ),
    ...each('--tmpfs', service.tmpfs ?? []),
    ...each(
      '--volume',
      service.volumes.map((volume) => absolute(project, volume)),
    ),
    ...each('--publish', service.ports ?? []),
    ...each(
      '--env-file',
      (service.env_file ?? []).map((file) => resolve(project.folder, file)),
    ),
    ...each(
      '--env',
      Object.entries(service.environment ?? {}).map(([variable, value]) => `${variable}=${value}`),
    ),
    ...(service.healthcheck === undefined ? [] : healthArguments(service.healthcheck)),
    service.image,
    ...service.command,
  ];
}

function healthArguments({ test, interval, timeout, retries, start_period }: HealthCheck): readonly string[] {
  return [
    // Podman takes the command without its leading CMD.
    ...['--health-cmd', JSON.stringify(test.slice(1)), '--health-interval', interval, '--health-timeout', timeout],
    ...['--health-retries', String(retries)],
    ...(start_period === undefined ? [] : ['--health-start-period', start_period]),
  ];
}

const each = (option: string, values: readonly string[]): readonly string[] =>
  values.flatMap((value) => [option, value]);

function absolute({ folder }: Project, volume: string): string {
  const [source = '', ...target] = volume.split(':');
  return [resolve(folder, source), ...target].join(':');
}

export function secondsOf(duration: string): number {
  const [, count, unit] = /^(\d+)(s|m)$/.exec(duration) ?? [];
  if (count === undefined) throw new Error(`${duration} must be seconds or minutes, such as 10s`);
  return Number(count) * (unit === 'm' ? 60 : 1);
}
