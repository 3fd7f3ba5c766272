/** A hub and an instance from an empty folder to the first charge, in production mode and with the built programs. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kushk/testing';
import {
  addParties,
  charging,
  installPlugin,
  newManifest,
  publishRelease,
} from '../../measure/proof/hostile/parties.js';
import { apiClient, whenAvailable, type Api } from '../seed/api.js';
import { faults, type Fault } from './faults.js';
import { run, type Ran } from './folder-processes.js';
import { rotations } from './rotations.js';
import { instanceId, startDeployedSystem, type DeployedSystem } from './production-system.js';

let system: DeployedSystem;
/** With the credentials that the plugin and the publisher got in the first test. */
let plugin: Api;
let publisher: Api;
let tokens: Parameters<typeof addParties>[0]['tokens'];
beforeAll(async () => {
  system = await startDeployedSystem();
  const names = [
    'operator',
    'reviewer',
    'platform',
    'publisher',
    'admin',
    'member',
    'member2',
    'narges',
    'kaveh',
    'samira',
  ];
  const signedIn = names.map(async (name) => [name, await system.signIn(name)] as const);
  tokens = Object.fromEntries(await Promise.all(signedIn)) as typeof tokens;
});
afterAll(() => system?.stop());

describe('a deployment from an empty folder', () => {
  it('is ready in every process, in production mode', async () => {
    for (const { plan } of [...system.hub.processes, ...system.instance.processes]) {
      const response = await fetch(plan.readyUrl);
      expect([plan.name, await response.json()]).toEqual([
        plan.name,
        expect.objectContaining({ status: 'ready', details: expect.objectContaining({ environment: 'production' }) }),
      ]);
    }
  });

  it('logs nothing but JSON, and no warning of a library', async () => {
    const { dataDir, hub, instance } = system;
    for (const { plan } of [...hub.processes, ...instance.processes]) {
      const text = readFileSync(join(dataDir, 'logs', `${plan.name.replaceAll(' ', '-')}.log`), 'utf8');
      const lines = text.trim().split('\n');
      expect([plan.name, lines.filter((line) => !line.startsWith('{'))]).toEqual([plan.name, []]);
      expect([plan.name, lines.filter((line) => line.includes('global exception filters'))]).toEqual([plan.name, []]);
    }
  });

  it('leads from a publisher to the first charge', async () => {
    const origins = { hub: system.hub.origin, instance: system.instance.origin, tokens };
    const keys = await addParties({ ...origins, instanceId });
    publisher = apiClient(`${system.hub.origin}/developer/v1`, keys.acme);
    const manifest = newManifest(charging);
    await publishRelease(origins, keys.acme, manifest);
    const installed = await installPlugin({ ...origins, network: system.network }, manifest, { plan: 'basic' });
    const platform = apiClient(`${system.instance.origin}/instance/v1`, tokens.platform);
    await platform.post(`/installations/${installed.id}/wallet/purchases`, { mu: '10' });
    plugin = apiClient(`${system.instance.origin}${new URL(installed.api).pathname}`, installed.token);
    const charge = await plugin.post('/wallet/consume', { service: 'page', count: 4 }, 'first-charge');
    expect(charge).toMatchObject({ charged: '1', wallet: { available: '9' } });
  });
});

describe('kushk-deploy check', () => {
  it.each(['hub', 'instance'] as const)('finds nothing wrong with the %s', async (name) => {
    const { code, output, errors } = await run('deploy', ['check', system[name].folder], system.trust);
    expect([code, errors, output.split('\n').filter((line) => line.startsWith('wrong'))]).toEqual([0, '', []]);
  });
});

describe('kushk-deploy check, with one thing wrong in a copy of the folder', () => {
  const found = new Map<string, Ran>();
  const check = async ({ name, scope, plant }: Fault): Promise<void> => {
    const copy = `${system[scope].folder}-${found.size}-${faults.findIndex((one) => one.name === name)}`;
    execFileSync('cp', ['-a', system[scope].folder, copy]);
    const { revert, environment } = await plant({ system, folder: copy });
    found.set(name, await run('deploy', ['check', copy], { ...system.trust, ...environment }));
    await revert?.();
  };
  beforeAll(async () => {
    const waiting = faults.filter(({ isOfServer }) => !isOfServer);
    const worker = async (): Promise<void> => {
      for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) await check(fault);
    };
    await Promise.all([worker(), worker(), worker()]);
  });

  it.each(faults)('names $name', async (fault) => {
    if (fault.isOfServer) await check(fault);
    const { code, output } = found.get(fault.name)!;
    const lines = output.split('\n').filter((line) => line.startsWith('wrong'));
    expect([code, lines.filter((line) => fault.wrong.test(line))]).toEqual([
      1,
      expect.arrayContaining([expect.anything()]),
    ]);
    expect(lines.filter((line) => !fault.wrong.test(line) && !line.startsWith('wrong  folder: '))).toEqual([]);
  });
});

describe('kushk-deploy rotate', () => {
  it.each(rotations)('replaces $title while the system works', async ({ scope, run: rotate }) => {
    await rotate(system, system[scope]);
    const { code, output } = await eventually(async () => {
      const checked = await run('deploy', ['check', system[scope].folder], system.trust);
      return checked.code === 0 ? checked : null;
    }, 60_000).catch(() => run('deploy', ['check', system[scope].folder], system.trust));
    expect([code, output.split('\n').filter((line) => line.startsWith('wrong'))]).toEqual([0, []]);
    charges += 1;
    const charged = () => plugin.post('/wallet/consume', { service: 'page', count: 1 }, `charge-${charges}`);
    expect(await whenAvailable(charged)).toMatchObject({ charged: '0.25' });
    expect(await whenAvailable(() => publisher.get('/me'))).toMatchObject({ publisher: { id: 'acme' } });
  });

  it('lists what can be replaced', async () => {
    const { output } = await run('deploy', ['rotate', '--list', system.hub.folder]);
    expect(output.split('\n').map((line) => line.split(' ')[0])).toEqual(
      expect.arrayContaining(['pepper', 'alias-key', 'signing-key-review', 'nats-credentials', 'authority']),
    );
  });
});

let charges = 0;
