import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { domainServices, type DomainService } from '../start/addresses.js';
import { loadSecrets } from '../start/secrets.js';
import { processesOf, type ProcessPlan } from '../start/system.js';
import { addresses, containerName } from './layout.js';

interface Container {
  readonly image: string;
  readonly command?: readonly string[];
  readonly network_mode?: string;
  readonly ports?: readonly string[];
  readonly build?: { readonly dockerfile: string };
  readonly volumes?: readonly (string | { readonly source: string; readonly volume: { readonly subpath?: string } })[];
}
const file = parse(readFileSync(resolve('docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Record<string, Container>;
};
const containers = Object.entries(file.services);
/** Where the image of the registry listens. */
const REGISTRY_PORT = 5000;

/**
 * Apps that are no process of the system: the CLI, the tests, what the gateways serve. `containers` needs the engine
 * of the host, which a container should not have.
 */
const notDeployed = [
  'containers',
  'cli',
  'deploy',
  'e2e',
  'bridge',
  'docs-pages',
  'hub-pages',
  'instance-pages',
  'integration',
];

function plans(): ProcessPlan[] {
  const folder = mkdtempSync(join(tmpdir(), 'kushk-compose-'));
  try {
    const databaseUrls = Object.fromEntries(domainServices.map((service) => [service, ''])) as Record<
      DomainService,
      string
    >;
    return processesOf({
      addresses,
      secrets: loadSecrets(join(folder, 'secrets.json')),
      databaseUrls,
      natsUrlOf: () => '',
      dataDir: folder,
      publicHost: '0.0.0.0',
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('docker-compose.yml', () => {
  it('runs exactly the processes that `npm start` runs', () => {
    const run = containers.filter(([, { command }]) => command?.[0] === 'tools/run/compose/run.ts');
    expect(run.map(([name]) => name).sort()).toEqual(
      plans()
        .map((plan) => containerName(plan.name))
        .sort(),
    );
    for (const [name, { command }] of run) expect(command).toEqual(['tools/run/compose/run.ts', name]);
  });

  it('lets a process read its own environment, and no process the secrets of another', () => {
    const foldersOf = ([, { volumes = [] }]: (typeof containers)[number]) =>
      volumes.map((volume) => (typeof volume === 'string' ? volume : volume.volume.subpath));
    const preparing = ['prepare', 'streams', 'demo'];
    for (const [name, container] of containers.filter(([each]) => !preparing.includes(each))) {
      const folders = foldersOf([name, container]);
      const own = container.command?.[0] === 'tools/run/compose/run.ts' ? [`environment/${name}`] : [];
      expect(folders.filter((folder) => folder?.startsWith('environment/'))).toEqual(own);
      expect(folders.filter((folder) => folder === undefined || folder.startsWith('kushk:'))).toEqual([]);
    }
  });

  it('contains every app', () => {
    const apps = readdirSync(resolve('apps')).filter(
      (app) => existsSync(resolve('apps', app, 'package.json')) && !notDeployed.includes(app),
    );
    const programs = plans().map((plan) => plan.program);
    expect(apps.filter((app) => !programs.includes(join('apps', app, 'dist', 'main.js')))).toEqual([]);
    expect(
      programs.filter((program) => !existsSync(resolve(program.replace('dist', 'src').replace(/\.js$/, '.ts')))),
    ).toEqual([]);
  });

  it('uses the official images of PostgreSQL, NATS and the registry, and the image of deploy/ for all else', () => {
    const images = Object.fromEntries(containers.map(([name, { image }]) => [name, image]));
    const { postgres, nats, registry, ...ours } = images;
    expect([postgres, nats, registry]).toEqual(['postgres:18', 'nats:2.14', 'registry:2']);
    expect(new Set(Object.values(ours))).toEqual(new Set(['kushk-development']));
    expect(existsSync(resolve('deploy/Dockerfile'))).toBe(true);
  });

  it('publishes the ports of the hub, the instance, the sign-in provider and the registry only on loopback', () => {
    const published = containers.flatMap(([, { ports }]) => ports ?? []);
    const expected = [addresses.hub.port, addresses.instance.port, addresses.signIn.port, REGISTRY_PORT].map(
      (port) => `127.0.0.1:${port}:${port}`,
    );
    expect(published).toEqual(expected);
  });
});
