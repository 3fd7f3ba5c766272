/** Finds the container engine of this machine, on which `npm start` runs plugins of kind `instance`. */
import { existsSync } from 'node:fs';
import { request } from 'node:http';

export interface ContainerEngine {
  /** The value of `KUSHK_CONTAINER_ENGINE`. */
  readonly address: string;
  /** Name and version, as the engine gives them. */
  readonly name: string;
}

const ANSWERS_WITHIN_MS = 1_000;

/**
 * The engine that `KUSHK_CONTAINER_ENGINE` or `DOCKER_HOST` names, else the first one that answers at the usual place
 * of Docker or Podman. Null when none answers, or when `KUSHK_CONTAINER_DRIVER` is `off`.
 */
export async function findContainerEngine(
  environment: NodeJS.ProcessEnv = process.env,
): Promise<ContainerEngine | null> {
  if (environment['KUSHK_CONTAINER_DRIVER'] === 'off') return null;
  const named = environment['KUSHK_CONTAINER_ENGINE'] ?? environment['DOCKER_HOST'];
  const usual = ['/var/run/docker.sock', '/run/podman/podman.sock'];
  const candidates = named ? [named] : usual.filter((path) => existsSync(path)).map((path) => `unix://${path}`);
  for (const address of candidates) {
    const name = await nameOf(address);
    if (name !== null) return { address, name };
  }
  return null;
}

/** The name of the engine at an address; null when none answers there. */
function nameOf(address: string): Promise<string | null> {
  if (!URL.canParse(address)) return Promise.resolve(null);
  const { protocol, pathname, hostname, port } = new URL(address);
  const target = protocol === 'unix:' ? { socketPath: pathname } : { host: hostname, port: port || '2375' };
  return new Promise((resolve) => {
    const version = request({ ...target, path: '/version', timeout: ANSWERS_WITHIN_MS }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve(nameIn(body)));
    });
    version.on('timeout', () => version.destroy(new Error('no answer')));
    version.on('error', () => resolve(null));
    version.end();
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
