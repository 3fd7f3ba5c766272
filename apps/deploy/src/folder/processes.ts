/** The processes of a hub or an instance, and where the files of each one are. */
import type { NatsRole, ServiceName } from '@kushk/contracts';
import { withContainers, type Answers } from './answers.js';

/** Where every process finds its own secrets: bound read-only, or mounted as a Kubernetes Secret. */
export const SECRETS_MOUNT = '/etc/kushk/secrets';
/** The authority of the servers' certificates, beside the secrets. */
export const AUTHORITY_FILE = 'ca.crt';
/** What creates and resets streams; no process. */
export const STREAMS_FOLDER = 'streams';
/** What `kushk-deploy backup` logs in to PostgreSQL with; no process gets it. */
export const BACKUP_LOGIN = 'backup/secrets/KUSHK_DATABASE_URL';

const HUB: readonly ServiceName[] = ['catalogue', 'review', 'hub_gateway'];
const INSTANCE: readonly ServiceName[] = ['installation', 'wallet', 'workspace', 'delivery', 'instance_gateway'];

/** The processes of the scope of the answers. */
export function processesOf(answers: Answers): readonly ServiceName[] {
  if (answers.scope === 'hub') return HUB;
  return withContainers(answers) ? [...INSTANCE, 'containers'] : INSTANCE;
}

/** The services of the scope that have a database role. */
export function databaseServicesOf(answers: Answers): readonly ServiceName[] {
  return processesOf(answers).filter((service) => !isGateway(service));
}

export function isGateway(service: ServiceName): boolean {
  return service === 'hub_gateway' || service === 'instance_gateway';
}

export function gatewayOf({ scope }: Answers): ServiceName {
  return scope === 'hub' ? 'hub_gateway' : 'instance_gateway';
}

/** `hub-gateway`: the name of a process in files, units and Kubernetes. */
export function nameOf(role: NatsRole): string {
  return role.replace('_', '-');
}

/** The folder of a process, or of the user `streams`, relative to the deployment's. */
export function folderOf(role: NatsRole): string {
  return role === 'streams' ? STREAMS_FOLDER : `processes/${nameOf(role)}`;
}

/** The port of health and metrics: each process has one of its own, so that all may run on one machine. */
export function healthPortOf(answers: Answers, service: ServiceName): number {
  const all = answers.scope === 'hub' ? HUB : [...INSTANCE, 'containers' as const];
  return answers['ports.health'] + all.indexOf(service);
}
