import { execFileSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addRunNote } from '@kushk/testing';
import { livesOnHub, type ServiceName } from '@kushk/contracts';
import { VARIABLES } from '@kushk/runtime';
import { memoryFlags } from '../start/launch-process.js';
import { networkArguments, runArguments } from './podman-arguments.js';
import { readComposeFile, readVariables, startOrder, type ComposeFile } from './production-file.js';
import { processesOf, systemdFiles } from './systemd-units.js';

const scopes = ['hub', 'instance'] as const;
const textOf = (scope: string): string => readFileSync(resolve(`deploy/compose/${scope}.yaml`), 'utf8');
const files = Object.fromEntries(scopes.map((scope) => [scope, readComposeFile(textOf(scope), {})])) as Record<
  (typeof scopes)[number],
  ComposeFile
>;
const services = scopes.flatMap((scope) => Object.entries(files[scope].services));
const nameOf = (service: ServiceName): string => service.replace('_', '-');
/** Container plugins need the machine itself, so this service does not run in a container. */
const notInContainers: readonly ServiceName[] = ['containers'];
const processNames = VARIABLES.LOG_LEVEL.readBy.filter((service) => !notInContainers.includes(service));

describe('deploy/compose', () => {
  it.each(scopes)('runs every process of the %s, and creates the streams before', (scope) => {
    const expected = processNames.filter((service) => livesOnHub(service) === (scope === 'hub')).map(nameOf);
    const own = processesOf(files[scope]).map(([name]) => name);
    expect([...own].sort()).toEqual([...expected, 'streams'].sort());
    const order = startOrder(files[scope]);
    for (const name of expected) expect(order.indexOf(name)).toBeGreaterThan(order.indexOf('streams'));
  });

  it('gives each process its own environment and secrets, and no other service one of them', () => {
    for (const scope of scopes)
      for (const [name, { env_file, volumes, environment }] of processesOf(files[scope])) {
        const folder = name === 'streams' ? 'streams' : `processes/${name}`;
        expect(env_file).toEqual([`${folder}/environment`]);
        expect(environment).toBeUndefined();
        expect(volumes.filter((volume) => /secrets|processes|streams|:\/etc/.test(volume))).toEqual([
          `./${folder}/secrets:/etc/kushk/secrets:ro`,
        ]);
      }
    const others = services.filter(([name, { command }]) => !command[0]?.startsWith('kushk-') && name !== 'backup');
    for (const [, { volumes }] of others)
      for (const volume of volumes) expect(volume).not.toMatch(/^(\.\/?:|\.\/(processes|streams|safe|ca|data):)/);
  });

  it('runs nothing as root, with capabilities, without limits, or with a root that can be written to', () => {
    for (const [name, { user, cap_drop, cap_add, security_opt, read_only, healthcheck }] of services) {
      // The backup reads files of several users.
      if (name !== 'backup') expect(user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
      expect(cap_add).toEqual(name === 'backup' ? ['DAC_OVERRIDE'] : undefined);
      expect(cap_drop).toEqual(['ALL']);
      expect(security_opt).toContain('no-new-privileges:true');
      expect(read_only).toBe(true);
      if (name !== 'streams' && name !== 'backup') expect(healthcheck).toBeDefined();
    }
  });

  it('lets the proxy and PostgreSQL reach no more than they need', () => {
    for (const scope of scopes) {
      const { services: own, networks } = files[scope];
      expect(own['proxy']?.networks).toEqual(['front']);
      expect(own['postgres']?.networks).toEqual(['data']);
      expect(networks['data']?.internal && networks['bus']?.internal && networks['monitoring']?.internal).toBe(true);
      const published = Object.entries(own).filter(([, { ports }]) => ports !== undefined);
      expect(published.map(([name]) => name)).toEqual(scope === 'hub' ? ['proxy', 'nats'] : ['proxy']);
    }
  });

  it('has every variable of its files in docs/deployment/one-machine.md', () => {
    const document = readFileSync(resolve('docs/deployment/one-machine.md'), 'utf8');
    for (const [, name] of scopes
      .map(textOf)
      .join()
      .matchAll(/\$\{(\w+)/g))
      expect(document).toContain(`\`${name}\``);
  });
});

describe('kushk-run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kushk-run-'));
  beforeAll(() => symlinkSync('/bin/echo', join(folder, 'node')));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([...processNames, ...notInContainers])(
    'starts %s with the flags that npm start has, but leaves the size of the heap to the limit of memory',
    (service) => {
      const app = service.replace(/^\w+_(?=gateway)/, '');
      const printed = execFileSync(resolve('deploy/image/kushk-run'), [nameOf(service)], {
        env: { PATH: `${folder}:/usr/bin:/bin` },
        encoding: 'utf8',
      });
      const [program = '', ...flags] = printed.trim().split(' ').reverse();
      expect(resolve(program)).toBe(resolve(`apps/${app}/dist/main.js`));
      const expected = memoryFlags(app).filter((flag) => !flag.startsWith('--max-old-space-size'));
      expect(flags.sort()).toEqual([...expected].sort());
    },
  );

  it('refuses another name', () => {
    expect(() => execFileSync(resolve('deploy/image/kushk-run'), ['gateway'], { stdio: 'pipe' })).toThrow(
      'gateway is no process of Kushk',
    );
  });
});

/** Imports of this repository's packages that are there at run time. */
const valueImports = /^(?:import|export)(?! type) [^;]*?from '(@kushk\/[a-z-]+)|\bimport\('(@kushk\/[a-z-]+)/gm;

describe('deploy/Dockerfile', () => {
  const text = readFileSync(resolve('deploy/Dockerfile'), 'utf8');
  const listOf = (name: string): readonly string[] =>
    new RegExp(`ARG ${name}="(.*)"`).exec(text)?.[1]?.split(' ') ?? [];
  const packageOf = (folder: string): string =>
    (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string }).name;

  it('takes every library of this repository that the apps in it import, and none of the tests', () => {
    const folders = readdirSync(resolve('libs')).map((name) => resolve('libs', name));
    const byPackage = new Map(
      folders.filter((one) => existsSync(join(one, 'package.json'))).map((one) => [packageOf(one), one]),
    );
    const needed = new Set<string>();
    const visit = (folder: string): void => {
      for (const file of globSync(join(folder, 'src/**/*.ts')).filter((path) => !/spec\.ts$/.test(path)))
        for (const [, first, name = first ?? ''] of readFileSync(file, 'utf8').matchAll(valueImports)) {
          const library = byPackage.get(name);
          if (library === undefined || needed.has(library)) continue;
          needed.add(library);
          visit(library);
        }
    };
    for (const app of listOf('APPS')) visit(resolve('apps', app));
    const names = [...needed].map((one) => one.slice(one.lastIndexOf('/') + 1));
    expect(listOf('LIBS')).toEqual(expect.arrayContaining(names));
    for (const name of ['testing', 'ui', 'plugin-sdk']) expect(listOf('LIBS')).not.toContain(name);
  });
});

describe('readComposeFile', () => {
  const service = (more: string): string =>
    textOf('hub').replace('    command: [kushk-run, review]', `    command: [kushk-run, review]\n    ${more}`);

  it('refuses a key that its runners do not know', () => {
    expect(() => readComposeFile(service('privileged: true'), {})).toThrow('review has the key privileged');
  });

  it('refuses a service without a limit', () => {
    expect(() => readComposeFile(textOf('hub').replaceAll(/mem_limit: .*/g, ''), {})).toThrow(
      'review has no mem_limit',
    );
  });

  it('takes variables from .env, and otherwise their defaults', () => {
    const { services: own } = readComposeFile(textOf('hub'), readVariables('KUSHK_IMAGE=registry.example/kushk:1\n'));
    expect(own['review']?.image).toBe('registry.example/kushk:1');
    expect(files.hub.services['review']?.image).toBe('kushk');
    expect(() => readComposeFile(textOf('hub').replace(':-kushk}', '}'), {})).toThrow('KUSHK_IMAGE is not set');
  });
});

describe('podman', () => {
  const project = { name: 'kushk-hub', folder: '/etc/kushk/hub' };

  it('gets the limits, networks and secrets of a service', () => {
    const { review } = files.hub.services;
    if (review === undefined) throw new Error('no service');
    const line = runArguments(project, ['review', review]).join(' ');
    for (const part of [
      ...[
        '--user 10001:10001',
        '--read-only',
        '--cap-drop ALL',
        '--security-opt no-new-privileges',
        '--pids-limit 256',
      ],
      ...['--memory 512m', '--stop-timeout 10', '--restart unless-stopped', '--network kushk-hub-data:alias=review'],
      '--volume /etc/kushk/hub/processes/review/secrets:/etc/kushk/secrets:ro',
      '--env-file /etc/kushk/hub/processes/review/environment',
    ])
      expect(line).toContain(part);
    expect(line).toMatch(/ kushk kushk-run review$/);
  });

  it('makes a network that leads nowhere where the file says internal', () => {
    const { networks } = files.hub;
    const argumentsOf = (name: string) => networkArguments(project, [name, networks[name] ?? {}]).join(' ');
    expect(argumentsOf('data')).toBe('network create --internal kushk-hub-data');
    expect(argumentsOf('front')).toBe('network create --subnet 10.214.1.0/24 kushk-hub-front');
  });
});

describe('deploy/systemd', () => {
  const analyzer = '/usr/bin/systemd-analyze';
  const units = systemdFiles(scopes.map((scope) => ({ scope, file: files[scope] })));

  it('matches what npm run generate writes', () => {
    for (const [name, text] of units) expect(readFileSync(resolve('deploy/systemd', name), 'utf8')).toBe(text);
  });

  it('gives the secrets of each process to its user alone', () => {
    const owners = [...(units.get('kushk.tmpfiles') ?? '').matchAll(/^Z (\S+) - (\S+)/gm)].map(([, path, user]) => [
      path,
      user,
    ]);
    expect(new Set(owners.map(([, user]) => user)).size).toBe(owners.length);
    for (const [path, user] of owners) {
      if (user === 'root') continue;
      const unit = units.get(`${user}.service`) ?? '';
      expect(unit).toContain(`User=${user}\n`);
      expect(unit).toContain(`BindReadOnlyPaths=${path}:/etc/kushk/secrets\n`);
    }
  });

  it('has a unit for each process that the image can run', () => {
    const started = [...units.values()].flatMap((text) => /^ExecStart=.*kushk-run (.*)$/m.exec(text)?.[1] ?? []);
    expect(started.sort()).toEqual([...processNames, ...notInContainers].map(nameOf).sort());
  });

  it('creates a user for each unit', () => {
    const program = '/usr/bin/systemd-sysusers';
    if (!existsSync(program)) return addRunNote('The users were not verified, because systemd-sysusers is missing.');
    execFileSync(program, ['--dry-run', resolve('deploy/systemd/kushk.sysusers')], { stdio: 'pipe' });
    const users = [...(units.get('kushk.sysusers') ?? '').matchAll(/^u (\S+)/gm)].map(([, user]) => user);
    const named = [...units.values()].flatMap((text) => /^User=(.*)$/m.exec(text)?.[1] ?? []);
    expect(users).toEqual(named);
  });

  it('lets every process ask for the addresses of the machine', () => {
    for (const [name, text] of units)
      if (name.endsWith('.service')) expect(text).toMatch(/^RestrictAddressFamilies=.*AF_NETLINK/m);
  });

  it('lets the engine see what the unit of containers mounts', () => {
    const unit = units.get('kushk-containers.service') ?? '';
    expect(unit).toContain('RequiresMountsFor=/etc/kushk/secrets\n');
    // Each of these gives a unit mounts of its own.
    expect(unit).not.toMatch(/^(Bind|Inaccessible|Mount|Private|Protect|ReadOnly|ReadWrite|Root|TemporaryFile)/m);
    const mount = units.get('etc-kushk-secrets.mount') ?? '';
    expect(mount).toContain('What=/etc/kushk/instance/processes/containers/secrets\nWhere=/etc/kushk/secrets\n');
  });

  it('passes systemd-analyze, with little left to a process that was taken over', () => {
    if (!existsSync(analyzer)) return addRunNote('The units were not verified, because systemd-analyze is missing.');
    const folder = mkdtempSync(join(tmpdir(), 'kushk-units-'));
    const names = [...units.keys()].filter((name) => /\.(service|mount|target|timer)$/.test(name));
    for (const name of names)
      writeFileSync(
        join(folder, name),
        (units.get(name) ?? '')
          .replace('/opt/kushk/bin/kushk-run', resolve('deploy/image/kushk-run'))
          .replace('/opt/kushk/bin/kushk-deploy', resolve('apps/deploy/bin/kushk-deploy.mjs')),
      );
    const analyze = (...args: readonly string[]): string =>
      execFileSync(analyzer, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    try {
      analyze('verify', '--man=no', ...names.map((name) => `./${name}`));
      // The process that gives orders to the engine of the machine has its rights.
      for (const name of names.filter((one) => one.endsWith('.service') && one !== 'kushk-containers.service'))
        analyze('security', '--offline=true', '--threshold=26', `./${name}`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
