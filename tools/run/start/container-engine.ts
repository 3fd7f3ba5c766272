/** Finds the container engine of this machine, on which `npm start` runs plugins of kind `instance`. */
import { existsSync } from 'node:fs';
import { request } from 'node:http';

export interface ContainerEngine {
  /** The value of `KUSHK_CONTAINER_ENGINE`. */
  readonly address: string;
  /** Name and version, as the engine gives them. */
  readonly name: string;
  /** Whether root of a container is another user than root of the machine. */
  readonly mapsUsers: boolean;
}

/** Podman's service needs seconds for its first answer on a busy machine. */
const ANSWERS_WITHIN_MS = 15_000;
const PODMAN = ['/usr/bin/podman', '/usr/local/bin/podman'];
/** As Podman names itself. It gives each container user ids of its own, and Docker only as its daemon is configured. */
const PODMAN_NAME = 'Podman Engine';
const PODMAN_SERVICE = 'podman system service --time=0';

/**
 * The engine that `KUSHK_CONTAINER_ENGINE` or `DOCKER_HOST` names, else the first one that answers at the usual place
 * of Docker or Podman. Null when none answers, or when `KUSHK_CONTAINER_DRIVER` is `off`.
 */
export async function findContainerEngine(
  environment: NodeJS.ProcessEnv = process.env,
  withinMs: number = ANSWERS_WITHIN_MS,
): Promise<ContainerEngine | null> {
  if (environment['KUSHK_CONTAINER_DRIVER'] === 'off') return null;
  const named = environment['KUSHK_CONTAINER_ENGINE'] ?? environment['DOCKER_HOST'];
  const usual = ['/var/run/docker.sock', '/run/podman/podman.sock'];
  const candidates = named ? [named] : usual.filter((path) => existsSync(path)).map((path) => `unix://${path}`);
  for (const address of candidates) {
    const name = nameIn(await answerOf(address, '/version', withinMs));
    if (name === null) continue;
    const mapsUsers =
      name.startsWith(PODMAN_NAME) || (await answerOf(address, '/info', withinMs)).includes('"name=userns"');
    return { address, name, mapsUsers };
  }
  return null;
}

/** What containers on this engine lack. */
export function limitsOf({ mapsUsers }: ContainerEngine, userId = process.getuid?.()): readonly string[] {
  return [
    ...(userId === 0
      ? []
      : ['Without root their egress cannot be closed, so none is started (docs/reference/containers.md#egress).']),
    ...(mapsUsers ? [] : ['They have the user ids of this machine (docs/reference/containers.md#user-ids).']),
  ];
}

/** What the user can do about a machine without an engine. */
export function howToGetEngine(environment: NodeJS.ProcessEnv = process.env): string {
  if (environment['KUSHK_CONTAINER_DRIVER'] === 'off') return 'KUSHK_CONTAINER_DRIVER is off.';
  const named = environment['KUSHK_CONTAINER_ENGINE'] ?? environment['DOCKER_HOST'];
  if (named) return `Nothing answers at ${named}.`;
  if (PODMAN.some((path) => existsSync(path))) return `Start Podman's service: ${PODMAN_SERVICE} &`;
  return 'See docs/reference/containers.md#engines.';
}

/** What an engine at an address answers; nothing when none answers there. */
function answerOf(address: string, path: string, withinMs: number): Promise<string> {
  if (!URL.canParse(address)) return Promise.resolve('');
  const { protocol, pathname, hostname, port } = new URL(address);
  const target = protocol === 'unix:' ? { socketPath: pathname } : { host: hostname, port: port || '2375' };
  return new Promise((resolve) => {
    const sent = request({ ...target, path, timeout: withinMs }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve(body));
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', () => resolve(''));
    sent.end();
  });
}

function nameIn(version: string): string | null {
  try {
    const { Version, Components } = JSON.parse(version) as { Version?: string; Components?: { Name: string }[] };
    return Version === undefined ? null : `${Components?.[0]?.Name ?? 'Docker'} ${Version}`;
  } catch {
    return null;
  }
}
