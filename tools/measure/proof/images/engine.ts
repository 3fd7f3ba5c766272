/** The machine's Podman with a store and settings of this proof, so that it changes no images of the machine. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** A build prints a lot. */
const maxBuffer = 256 << 20;

const programs: Readonly<Record<string, string>> = {
  '/usr/bin/podman': 'podman',
  '/usr/lib/podman/netavark': 'netavark',
  '/usr/lib/podman/aardvark-dns': 'aardvark-dns',
  '/usr/bin/catatonit': 'catatonit',
  '/usr/sbin/iptables': 'iptables',
  '/usr/sbin/runc': 'runc',
  '/usr/sbin/debootstrap': 'debootstrap',
  '/usr/bin/openssl': 'openssl',
};

export interface Engine {
  readonly environment: NodeJS.ProcessEnv;
  /** Calls `podman` and returns what it printed. */
  podman(...args: readonly string[]): Promise<string>;
}

/** Installs what is missing as root on Debian, and elsewhere says what it is. Images stay in `.kushk/images`. */
export async function startEngine(): Promise<Engine> {
  await installMissing();
  const folder = resolve('.kushk', 'images');
  mkdirSync(folder, { recursive: true });
  const files: Readonly<Record<string, string>> = {
    'containers.conf':
      '[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "none"\n' +
      // No more than root of a machine may have that is a container itself.
      '[containers]\ndefault_ulimits = ["nofile=8192:8192", "nproc=4096:4096"]\n' +
      `[network]\nnetwork_backend = "netavark"\nnetwork_config_dir = "${folder}/networks"\n`,
    'storage.conf': `[storage]\ndriver = "overlay"\ngraphroot = "${folder}/graph"\nrunroot = "/run/kushk-images"\n`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const environment = {
    CONTAINERS_CONF: join(folder, 'containers.conf'),
    CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
  };
  const env = { ...process.env, ...environment };
  return { environment, podman: async (...args) => (await run('podman', args, { env, maxBuffer })).stdout };
}

async function installMissing(): Promise<void> {
  const missing = Object.entries(programs).flatMap(([path, name]) => (existsSync(path) ? [] : [name]));
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version'))
    throw new Error(`This proof needs root on Debian, and the packages ${missing.join(', ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['-qq', 'update'], { env });
  await run('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', ...missing], { env, maxBuffer });
}
