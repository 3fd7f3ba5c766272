/**
 * The container engine that the tests use: Podman's service with a storage of its own, which the tests start and stop.
 * It needs root, Podman, runc and a static busybox, as Debian brings them.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually, missingForContainers } from '@kushk/testing';
import { canConnect } from '../src/engine/connect.client.js';

const run = promisify(execFile);
const STARTS_WITHIN_MS = 30_000;
const PROBE_SUBNET = '10.215.0.0/28';

export interface EngineUnderTest {
  /** The value of `KUSHK_CONTAINER_ENGINE`. */
  readonly address: string;
  readonly registryUrl: string;
  /** Pushes an image whose process is this command of busybox, and returns its reference with the digest. */
  push(name: string, command: readonly string[]): Promise<string>;
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
  const engine = await startEngine(registryPort).catch((error: unknown) => ({ reason: String(error) }));
  if ('reason' in engine) return engine;
  try {
    await engine.probe();
    return engine;
  } catch (error) {
    await engine.stop();
    return { reason: String(error) };
  }
}

/** Starts an engine and a registry with data of their own in a temporary folder. */
async function startEngine(registryPort: number): Promise<EngineUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'kushk-engine-'));
  const registry = `127.0.0.1:${registryPort}`;
  const environment = await configure(folder, registry);
  const socket = join(folder, 'engine.sock');
  const podman = (...args: readonly string[]) => run('podman', args, { env: environment });
  const registryProcess = spawn('docker-registry', ['serve', join(folder, 'registry.yml')], { stdio: 'ignore' });
  let service: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    service = spawn('podman', ['system', 'service', '--time=0', `unix://${socket}`], {
      env: environment,
      stdio: 'ignore',
    });
    await eventually(() => podmanAnswers(socket), STARTS_WITHIN_MS);
  };
  const kill = async (): Promise<void> => {
    if (service !== null) await ended(service);
    await rm(socket, { force: true });
  };
  await start();
  await eventually(() => canConnect(registry), STARTS_WITHIN_MS);
  const push: EngineUnderTest['push'] = async (name, command) => {
    const context = await mkdtemp(join(folder, 'image-'));
    await copyFile('/usr/bin/busybox', join(context, 'busybox'));
    const file = `FROM scratch\nSTOPSIGNAL SIGKILL\nCOPY busybox /bin/busybox\nENTRYPOINT ${JSON.stringify(['/bin/busybox', ...command])}\n`;
    await writeFile(join(context, 'Dockerfile'), file);
    await podman('build', '--quiet', '--tag', `${registry}/${name}`, context);
    const digestFile = join(context, 'digest');
    await podman('push', '--quiet', '--digestfile', digestFile, `${registry}/${name}`);
    await podman('rmi', '--force', `${registry}/${name}`);
    return `${registry}/${name}@${(await readFile(digestFile, 'utf8')).trim()}`;
  };
  return {
    address: `unix://${socket}`,
    registryUrl: `http://${registry}`,
    start,
    kill,
    push,
    probe: async () => {
      const image = await push('probe:1', ['true']);
      await podman('network', 'create', '--internal', '--subnet', PROBE_SUBNET, 'probe');
      await podman('run', '--rm', '--network', 'probe', '--memory', '32m', '--pids-limit', '16', image);
      await podman('network', 'rm', 'probe');
    },
    execute: async (container, script) => {
      try {
        const { stdout, stderr } = await podman('exec', container, '/bin/busybox', 'sh', '-c', script);
        return { output: stdout + stderr, code: 0 };
      } catch (error) {
        const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number };
        return { output: stdout + stderr, code };
      }
    },
    stop: async () => {
      await podman('rm', '--all', '--force', '--time', '0').catch(() => undefined);
      await podman('network', 'prune', '--force').catch(() => undefined);
      await kill();
      await ended(registryProcess);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Files with which Podman uses runc, asks for no limits that root may lack, and shares nothing with another one. */
async function configure(folder: string, registry: string): Promise<NodeJS.ProcessEnv> {
  const files: Readonly<Record<string, string>> = {
    'containers.conf':
      '[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "none"\n' +
      '[engine.runtimes]\nrunc = ["/usr/sbin/runc"]\n' +
      '[containers]\ndefault_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]\n' +
      `[network]\nnetwork_backend = "netavark"\nnetwork_config_dir = "${folder}/networks"\n`,
    'storage.conf': `[storage]\ndriver = "vfs"\ngraphroot = "${folder}/graph"\nrunroot = "${folder}/run"\n`,
    'registries.conf': `[[registry]]\nlocation = "${registry}"\ninsecure = true\n`,
    'registry.yml': `version: 0.1\nlog: { level: error }\nstorage: { filesystem: { rootdirectory: ${folder}/registry } }\nhttp: { addr: ${registry} }\n`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return {
    PATH: process.env['PATH'],
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
