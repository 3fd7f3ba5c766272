/** The container engine: that its runtime starts a container. */
import { Readable } from 'node:stream';
import Docker from 'dockerode';
import { connectionProblem } from '@kushk/runtime';
import { ok, wrong, type Finding, type Part } from './finding.js';
import { storedEnvironment, type StoredDeployment } from '../folder/stored-deployment.js';

const timeoutMs = 7_000;
/** The end of an archive without files. */
const emptyArchive = Buffer.alloc(1_024);
/** What the image lacks, so that the runtime gets as far as executing it. */
const program = '/program-that-does-not-exist';

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

/** As containers of plugins have them: an engine may not be able to give more. */
const limits = {
  NetworkMode: 'none',
  Memory: 64 * 1024 * 1024,
  PidsLimit: 16,
  Ulimits: [
    { Name: 'nofile', Soft: 1_024, Hard: 1_024 },
    { Name: 'nproc', Soft: 64, Hard: 64 },
    { Name: 'core', Soft: 0, Hard: 0 },
  ],
};

/** Null when the runtime came as far as executing the program, which does not exist. */
async function failureOfStart(docker: Docker, runtime: string | undefined): Promise<string | null> {
  let [image, container]: [string?, Docker.Container?] = [];
  try {
    image = await importedImage(docker);
    container = await docker.createContainer({
      Image: image,
      Cmd: [program],
      HostConfig: { ...limits, ...(runtime !== undefined && { Runtime: runtime }) },
    });
    await container.start();
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.includes(program) ? null : (message.split('\n', 1)[0] ?? '');
  } finally {
    await container?.remove({ force: true }).catch(() => undefined);
    if (image !== undefined)
      await docker
        .getImage(image)
        .remove({ force: true })
        .catch(() => undefined);
  }
}

/** Resolves with the id of an image without files. */
async function importedImage(docker: Docker): Promise<string> {
  const progress = await docker.importImage(Readable.from([emptyArchive]) as never, { fromSrc: '-' });
  const messages = await new Promise<readonly unknown[]>((resolve, reject) => {
    docker.modem.followProgress(progress, (error, all) => (error ? reject(error) : resolve(all)));
  });
  const [id] = /[0-9a-f]{64}/.exec(JSON.stringify(messages.at(-1))) ?? [];
  if (id === undefined) throw new Error('the engine imports no image');
  return id;
}
