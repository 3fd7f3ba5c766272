/** Images without a registry, and a hub and an instance in containers from deploy/compose, as production runs them. */
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ComposeProject } from '../../run/compose/podman.js';
import { containerOf } from '../../run/compose/podman-arguments.js';
import { charge } from './images/journey.js';
import { buildImages, kushkImage, nodeImage } from './images/base-images.js';
import { deploy, type Deployment } from './images/deployment.js';
import { startEngine, type Engine } from './images/engine.js';
import { originOf, startOutsideWorld } from './images/outside-world.js';
import { atMost, exactly, type Claim, type Proof, type ProofContext } from './proof.js';

const sizeLimitMib = 350;
const stopLimitSeconds = 10;
const oneFolderForAll = 'secrets-of-all-mounted';
const none = (unit: string) => ({ limit: 0, unit });

export const proof: Proof = {
  title: 'Images: built without a registry, and run from deploy/compose with a charge by a plugin',
  plantedDefect: oneFolderForAll,
  run: async (context) => {
    const engine = await startEngine();
    await buildImages(engine, context.report);
    const folder = mkdtempSync(join(tmpdir(), 'kushk-deployments-'));
    chmodSync(folder, 0o711);
    mkdirSync(join(folder, 'world'));
    const world = await startOutsideWorld(engine, join(folder, 'world'));
    try {
      mkdirSync(join(folder, 'kushk'));
      const deploying = { engine, world, folder: join(folder, 'kushk'), report: context.report };
      const deployment = await deploy({ ...deploying, changed: changeOf(context) });
      try {
        context.report('the journey');
        const charged = await charge(world, deployment);
        return [
          ...(await claimsOfImage(engine)),
          exactly('a release is approved, published and installed, and its plugin charges', charged, {
            limit: 0.25,
            unit: 'MU',
          }),
          ...(await claimsOfContainers(engine, deployment)),
          ...(await claimsOfStops(engine, deployment)),
        ];
      } finally {
        await deployment.stop();
      }
    } finally {
      await world.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** The planted defect: every process gets the secrets of all. */
function changeOf({ patches }: ProofContext): (text: string) => string {
  if (!patches.includes(oneFolderForAll)) return (text) => text;
  return (text) =>
    text.replace(/'(\.\/processes\/[a-z-]+\/secrets:[^']*)'/g, "'$1', './processes:/etc/kushk/processes:ro'");
}

/** Prints what the image should not have. The declarations of the bridge are served to developers of plugins. */
const unwantedProgram = `shopt -s globstar nullglob dotglob
  for path in /app/**/*.{ts,tsx,map} /app/{libs,apps}/**/*{.,-}spec.js /app/docs/* /app/{libs,apps}/*/src \
    /app/node_modules/{react,typescript,oidc-provider,@swc/core}; do
    [ ! -e $path ] || [[ $path == /app/apps/bridge/dist/* ]] || echo $path
  done
  command -v npm npx yarn gcc make
  true`;

async function claimsOfImage({ podman }: Engine): Promise<readonly Claim[]> {
  const inside = ['run', '--rm', '--network', 'none', kushkImage] as const;
  const mibOf = async (image: string): Promise<number> =>
    Number(await podman('image', 'inspect', '--format', '{{.Size}}', image)) / 2 ** 20;
  const unwanted = linesOf(await podman(...inside, 'bash', '-c', unwantedProgram));
  const { components } = JSON.parse(await podman(...inside, 'cat', '/app/sbom.cdx.json')) as {
    readonly components: readonly unknown[];
  };
  return [
    atMost('the image adds to its base', (await mibOf(kushkImage)) - (await mibOf(nodeImage)), {
      limit: sizeLimitMib,
      unit: 'MiB',
    }),
    exactly('sources, specs, build tools and packages of pages in it', unwanted.length, none('files')),
    exactly('lists of components without one', Number(components.length === 0), none('lists')),
  ];
}

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

/** Our processes, by container. */
function processesOf({ projects }: Deployment): readonly { project: ComposeProject; process: string; name: string }[] {
  return Object.values(projects).flatMap((project) =>
    Object.entries(project.file.services)
      .filter(([, { command }]) => command[0] === 'kushk-run')
      .map(([process]) => ({ project, process, name: containerOf(project, process) })),
  );
}

async function claimsOfContainers(engine: Engine, deployment: Deployment): Promise<readonly Claim[]> {
  const { podman } = engine;
  const containers = Object.values(deployment.projects).flatMap((project) =>
    Object.keys(project.file.services).map((service) => containerOf(project, service)),
  );
  const running = linesOf(await podman('ps', '--format', '{{.Names}}')).filter((name) => containers.includes(name));
  let [roots, writable, foreign] = [0, 0, 0];
  for (const name of running) if (await runsAsRoot(podman, name)) roots += 1;
  for (const { project, process, name } of processesOf(deployment)) {
    const created = await podman('exec', name, 'sh', '-c', writingProgram);
    writable += linesOf(created).length;
    foreign += await foreignSecrets(podman, { project, process, name });
  }
  const details = await podman('exec', 'kushk-i1-workspace', 'node', '--input-type=module', '--eval', readinessProgram);
  return [
    exactly('containers whose first process is root', roots, none('containers')),
    exactly('folders of the image in which a process can write', writable, none('folders')),
    { ...exactly('secrets of others that a process can read', foreign, none('secrets')), catches: oneFolderForAll },
    exactly('the workspace confines the extraction of texts', Number(details.includes('confined')), {
      limit: 1,
      unit: 'process',
    }),
    exactly('metrics and readiness on the public side', await publicDetails(), none('pages')),
  ];
}

const writingProgram = 'for f in /app /etc /usr/bin /home; do touch $f/x 2>/dev/null && echo $f; done; true';
const readinessProgram =
  'const answer = await fetch(`http://127.0.0.1:${process.env.KUSHK_HEALTH_PORT}/health/ready`);' +
  'console.log(await answer.text())';
/** Prints all files outside the image, and the environment. */
const readingProgram =
  'find /etc/kushk /var/lib/kushk /tmp /run /home -type f -readable -exec cat {} + 2>/dev/null; ' +
  'cat /proc/self/environ';

async function runsAsRoot(podman: Engine['podman'], name: string): Promise<boolean> {
  const pid = (await podman('inspect', '--format', '{{.State.Pid}}', name)).trim();
  const path = `/proc/${pid}/status`;
  return existsSync(path) && /^Uid:\s+0\s/m.test(readFileSync(path, 'utf8'));
}

/** Counts the secrets of other processes in everything that a process can read, outside the image. */
async function foreignSecrets(
  podman: Engine['podman'],
  { project, process, name }: { readonly project: ComposeProject; readonly process: string; readonly name: string },
): Promise<number> {
  const readable = await podman('exec', name, 'sh', '-c', readingProgram);
  const files = globSync(join(project.folder, '{processes/*,streams}/secrets/*'));
  const isOwn = (file: string): boolean => file.startsWith(join(project.folder, 'processes', process, ''));
  const valueOf = (file: string): string => readFileSync(file, 'utf8').trim();
  const own = new Set(files.filter(isOwn).map(valueOf));
  return files
    .filter((file) => basename(file) !== 'ca.crt' && !own.has(valueOf(file)))
    .filter((file) => readable.includes(valueOf(file))).length;
}

async function publicDetails(): Promise<number> {
  const paths = ['/metrics', '//metrics', '/METRICS', '/health/ready', '/health/live'];
  const addresses = [originOf('hub'), originOf('instance')].flatMap((origin) => paths.map((path) => origin + path));
  const answers = await Promise.all(addresses.map(async (address) => (await fetch(address)).ok));
  return answers.filter((ok) => ok).length;
}

/** Stops one process of ours after the other, as an engine does: SIGTERM, and SIGKILL after the period of grace. */
async function claimsOfStops({ podman }: Engine, deployment: Deployment): Promise<readonly Claim[]> {
  let [failed, slowest] = [0, 0];
  for (const { name } of processesOf(deployment)) {
    const since = performance.now();
    await podman('stop', name);
    slowest = Math.max(slowest, (performance.now() - since) / 1_000);
    if ((await podman('inspect', '--format', '{{.State.ExitCode}}', name)).trim() !== '0') failed += 1;
  }
  return [
    exactly('processes that do not end with 0 when they are stopped', failed, none('processes')),
    atMost('the slowest stop', slowest, { limit: stopLimitSeconds, unit: 's' }),
  ];
}
