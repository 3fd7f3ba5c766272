/**
 * The container engine that the tests use: Podman's service with a storage of its own, which the tests start and stop.
 * It needs root, Podman, runc and a static busybox, as Debian brings them.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { addRunNote, eventually, missingForContainers, pushImage, type ImageToPush } from '@kushk/testing';
import { canConnect } from '../src/engine/connect.client.js';
import { isAlive, turnToUseEngine } from './engine-turn.js';

const run = promisify(execFile);
const STARTS_WITHIN_MS = 30_000;
const FIRST_USER_ID = 0x7000_0000;
const FOLDER_PREFIX = 'kushk-engine-';

const MOUNT_A_FILE =
  'PATH=$PATH:/usr/sbin:/sbin; truncate -s 8M probe.ext4 && mkfs.ext4 -q probe.ext4 && mkdir probe && ' +
  'mount -o loop probe.ext4 probe && umount probe';

/** What distinguishes the tests of one process from those of another one on the same machine. */
export interface EngineNames {
  readonly scope: string;
  /** Four networks for installations, and one for the probe. */
  readonly subnet: string;
  readonly probeSubnet: string;
  /** An address outside the subnet, which `answerAt` makes one of this machine, so that no packet leaves it. */
  readonly outside: string;
}

/** Two processes share names only when their ids differ by a multiple of 2,560. */
export function engineNamesOf(pid: number): EngineNames {
  const second = 216 + (Math.floor(pid / 64) % 40);
  const third = (pid % 64) * 4;
  return {
    scope: `t${pid}`,
    subnet: `10.${second}.${third}.0/23`,
    probeSubnet: `10.${second}.${third + 2}.0/28`,
    outside: `10.${second}.${third + 3}.7`,
  };
}

export interface EngineUnderTest {
  /** The value of `KUSHK_CONTAINER_ENGINE`. */
  readonly address: string;
  readonly registryUrl: string;
  readonly names: EngineNames;
  /** Everything that this engine keeps. */
  readonly folder: string;
  /** The value of `KUSHK_CONTAINER_DATA`: `unlimited` on a machine that cannot mount a file. */
  readonly data: 'image' | 'unlimited';
  /** The value of `KUSHK_CONTAINER_USER_IDS`. */
  readonly firstUserId: number;
  /** Makes this machine answer at an address. */
  answerAt(address: string): Promise<void>;
  /** The id on this machine of the first process of a container. */
  pidOf(container: string): Promise<number>;
  /** Gives a running container a way to all addresses, as engines do whose internal networks have one. */
  addDefaultRoute(container: string, gateway: string): Promise<void>;
  /** Removes all rules of the instance, as a restart of the machine's firewall does. */
  removeRules(): Promise<void>;
  /** Pushes an image whose process is this command of busybox, and returns its reference with the digest. */
  push(name: string, command: readonly string[], files?: ImageToPush['files']): Promise<string>;
  /** Rejects when the engine of this machine cannot run a container with a network and limits. */
  probe(): Promise<void>;
  /** Runs a shell command in the container of that name and returns its output and exit code. */
  execute(container: string, script: string): Promise<{ readonly output: string; readonly code: number }>;
  /** Ends the engine's service as a crash does; the containers go on. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts an engine, and runs a container without the code under test. Returns why containers cannot run here: programs
 * are missing, or the machine forbids them.
 */
export async function startUsableEngine(registryPort: number): Promise<EngineUnderTest | { readonly reason: string }> {
  const missing = missingForContainers();
  if (missing.length > 0) return { reason: `missing: ${missing.join(', ')}` };
  const endTurn = await turnToUseEngine();
  await cleanUpAfterOthers();
  const started = await startEngine(registryPort).catch(unusable);
  if ('reason' in started) {
    await endTurn();
    return started;
  }
  const engine = { ...started, stop: () => started.stop().finally(endTurn) };
  try {
    await engine.probe();
    return engine;
  } catch (error) {
    await engine.stop();
    return unusable(error);
  }
}

function unusable(error: unknown): { readonly reason: string } {
  addRunNote(`The tests with a container engine did not run, because it runs no container here: ${String(error)}`);
  return { reason: String(error) };
}

/** Starts an engine and a registry with data of their own in a temporary folder. */
async function startEngine(registryPort: number): Promise<EngineUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), FOLDER_PREFIX));
  const registry = `127.0.0.1:${registryPort}`;
  await configure(folder, registry);
  const data = await dataOfMachine(folder);
  const environment = environmentOf(folder);
  const podman = (...args: readonly string[]) => run('podman', args, { env: environment });
  const socket = join(folder, 'engine.sock');
  const registryProcess = spawn('docker-registry', ['serve', join(folder, 'registry.yml')], { stdio: 'ignore' });
  let service: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    service = spawn('podman', ['system', 'service', '--time=0', `unix://${socket}`], {
      // A container that ran out of memory leaves a file in the working directory.
      cwd: folder,
      env: environment,
      stdio: 'ignore',
    });
    await writeFile(join(folder, 'pids'), `${registryProcess.pid} ${service.pid}`);
    await eventually(() => podmanAnswers(socket), STARTS_WITHIN_MS);
  };
  const kill = async (): Promise<void> => {
    if (service !== null) await ended(service);
    await rm(socket, { force: true });
  };
  await start();
  await eventually(() => canConnect(registry), STARTS_WITHIN_MS);
  const names = engineNamesOf(process.pid);
  const push: EngineUnderTest['push'] = (name, command, files = {}) =>
    pushImage({
      registryUrl: `http://${registry}`,
      name,
      files: { '/bin/busybox': { from: '/usr/bin/busybox' }, ...files },
      // The first process of a container ignores the signals that it does not handle.
      config: { Entrypoint: ['/bin/busybox', ...command], StopSignal: 'SIGKILL' },
    });
  return {
    address: `unix://${socket}`,
    registryUrl: `http://${registry}`,
    names,
    folder,
    data,
    firstUserId: FIRST_USER_ID,
    answerAt: async (address) => {
      await run('ip', ['route', 'replace', 'local', `${address}/32`, 'dev', 'lo'], { env: environment });
    },
    pidOf: (container) => pidOf(container, environment),
    addDefaultRoute: async (container, gateway) => {
      const inside = `--net=/proc/${await pidOf(container, environment)}/ns/net`;
      await run('nsenter', [inside, 'ip', 'route', 'replace', 'default', 'via', gateway], { env: environment });
    },
    removeRules: async () => {
      await run('nft', ['delete', 'table', 'inet', `kushk_${names.scope}`], { env: environment });
    },
    start,
    kill,
    push,
    probe: async () => {
      const image = await push('probe', ['true']);
      await run('nft', ['list', 'tables'], { env: environment });
      await podman('network', 'create', '--internal', '--subnet', names.probeSubnet, 'probe');
      await podman('run', '--rm', '--network', 'probe', '--memory', '32m', '--pids-limit', '16', image);
      await podman('network', 'rm', 'probe');
    },
    execute: (container, script) => execute(container, script, environment),
    stop: async () => {
      await kill();
      await ended(registryProcess);
      await removeEverything(folder, process.pid);
    },
  };
}

/** How `/data` can be limited on this machine. */
async function dataOfMachine(folder: string): Promise<EngineUnderTest['data']> {
  try {
    await run('sh', ['-c', MOUNT_A_FILE], { cwd: folder });
    return 'image';
  } catch (error) {
    addRunNote(`The limit of /data was not tested, because this machine mounts no file: ${String(error)}`);
    return 'unlimited';
  }
}

async function pidOf(container: string, env: NodeJS.ProcessEnv): Promise<number> {
  const { stdout } = await run('podman', ['inspect', '--format', '{{.State.Pid}}', container], { env });
  return Number(stdout);
}

/** Runs a shell command in a container. */
async function execute(
  container: string,
  script: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly output: string; readonly code: number }> {
  try {
    const { stdout, stderr } = await run('podman', ['exec', container, '/bin/busybox', 'sh', '-c', script], { env });
    return { output: stdout + stderr, code: 0 };
  } catch (error) {
    const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number };
    return { output: stdout + stderr, code };
  }
}

/** Removes what the tests of a process made: containers, networks, rules and routes of the machine, and files. */
async function removeEverything(folder: string, pid: number): Promise<void> {
  const { scope, subnet, outside } = engineNamesOf(pid);
  const attempts: readonly (readonly [string, ...string[]])[] = [
    ['podman', 'rm', '--all', '--force', '--time', '0'],
    // The files of /data, which stay mounted otherwise.
    ['sh', '-c', 'grep -o " $0/[^ ]*" /proc/self/mountinfo | sort -ru | xargs -r umount', folder],
    ['podman', 'network', 'prune', '--force'],
    ['nft', 'delete', 'table', 'inet', `kushk_${scope}`],
    ['ip', 'route', 'flush', 'table', 'local', 'root', subnet, 'type', 'local'],
    ['ip', 'route', 'del', 'local', `${outside}/32`, 'dev', 'lo'],
  ];
  for (const [program, ...args] of attempts)
    await run(program, args, { env: environmentOf(folder) }).catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
}

/** Tests that were killed leave their containers running, and a registry. */
async function cleanUpAfterOthers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(FOLDER_PREFIX)) continue;
    const folder = join(tmpdir(), name);
    const owner = Number(await readFile(join(folder, 'owner'), 'utf8').catch(() => '0'));
    if (owner > 0 && !isAlive(owner)) {
      for (const pid of (await readFile(join(folder, 'pids'), 'utf8').catch(() => '')).split(' '))
        if (Number(pid) > 0) await endIfOf(folder, Number(pid));
      await removeEverything(folder, owner);
    }
  }
}

/** Ends a process only when its command names the folder: its id may belong to another one by now. */
async function endIfOf(folder: string, pid: number): Promise<void> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (command.includes(folder)) process.kill(pid, 'SIGKILL');
}

/** Files with which Podman uses runc, asks for no limits that root may lack, and shares nothing with another one. */
async function configure(folder: string, registry: string): Promise<void> {
  const files: Readonly<Record<string, string>> = {
    'containers.conf':
      '[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "none"\n' +
      '[engine.runtimes]\nrunc = ["/usr/sbin/runc"]\n' +
      '[containers]\ndefault_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]\n' +
      `[network]\nnetwork_backend = "netavark"\nnetwork_config_dir = "${folder}/networks"\n`,
    'storage.conf': `[storage]\ndriver = "vfs"\ngraphroot = "${folder}/graph"\nrunroot = "${folder}/run"\n`,
    'registries.conf': `[[registry]]\nlocation = "${registry}"\ninsecure = true\n`,
    owner: String(process.pid),
    'registry.yml': `version: 0.1\nlog: { level: error }\nstorage: { filesystem: { rootdirectory: ${folder}/registry } }\nhttp: { addr: ${registry} }\n`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  // Root of a container is a user without rights here, and its files are below.
  await chmod(folder, 0o711);
}

function environmentOf(folder: string): NodeJS.ProcessEnv {
  return {
    PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`,
    HOME: folder,
    CONTAINERS_CONF: join(folder, 'containers.conf'),
    CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
    CONTAINERS_REGISTRIES_CONF: join(folder, 'registries.conf'),
  };
}

async function podmanAnswers(socket: string): Promise<true> {
  await run('curl', ['--silent', '--fail', '--max-time', '2', '--unix-socket', socket, 'http://engine/_ping']);
  return true;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exit;
}
