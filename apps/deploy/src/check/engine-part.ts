/** The container engine: that its runtime starts a container. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import Docker from 'dockerode';
import { connectionProblem } from '@kushk/runtime';
import { ok, wrong, type Finding, type Part } from './finding.js';
import { storedEnvironment, type StoredDeployment } from './stored-deployment.js';

const timeoutMs = 7_000;
/** The end of an archive without files. */
const emptyArchive = Buffer.alloc(1_024);
/** What the image lacks, so that the runtime gets as far as executing it. */
const program = '/kushk-deploy-check';

export function enginePart(deployment: StoredDeployment): Part {
  const environment = storedEnvironment(deployment, 'containers');
  const address = environment['KUSHK_CONTAINER_ENGINE'] ?? '';
  return {
    about: `container engine ${address}`,
    find: () => findEngine(address, environment['KUSHK_CONTAINER_RUNTIME']),
  };
}

async function findEngine(address: string, runtime: string | undefined): Promise<readonly Finding[]> {
  const about = `container engine ${address}`;
  const { protocol, pathname, hostname, port } = new URL(address);
  const docker = new Docker({
    ...(protocol === 'unix:' ? { socketPath: pathname } : { host: hostname, port: Number(port), protocol: 'http' }),
    timeout: timeoutMs,
  });
  let version;
  try {
    ({ Version: version } = await docker.version());
  } catch (error) {
    return [wrong(about, `${connectionProblem(error)}; start the engine, or correct containers.engine`)];
  }
  const failure = await failureOfStart(docker, runtime);
  if (failure === null) return [ok(about, `version ${version}; starts a container`)];
  return [
    wrong(
      about,
      `it starts no container (${failure}): name a runtime that works on this machine, such as variables: { KUSHK_CONTAINER_RUNTIME: runc }`,
    ),
  ];
}

/** Null when the runtime came as far as executing the program, which does not exist. */
async function failureOfStart(docker: Docker, runtime: string | undefined): Promise<string | null> {
  const image = `kushk-deploy-check:${randomUUID()}`;
  let container: Docker.Container | undefined;
  try {
    await imported(docker, image);
    container = await docker.createContainer({
      Image: image,
      Cmd: [program],
      HostConfig: { NetworkMode: 'none', ...(runtime !== undefined && { Runtime: runtime }) },
    });
    await container.start();
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.includes(program) ? null : (message.split('\n', 1)[0] ?? '');
  } finally {
    await container?.remove({ force: true }).catch(() => undefined);
    await docker
      .getImage(image)
      .remove({ force: true })
      .catch(() => undefined);
  }
}

async function imported(docker: Docker, image: string): Promise<void> {
  const [repo = '', tag = ''] = image.split(':');
  const progress = await docker.importImage(Readable.from([emptyArchive]) as never, { fromSrc: '-', repo, tag });
  await new Promise<void>((resolve, reject) => {
    docker.modem.followProgress(progress, (error) => (error ? reject(error) : resolve()));
  });
}
