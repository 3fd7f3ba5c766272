/** A hub and an instance from an empty folder to the first charge, in production mode and with the built programs. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chargeFirst, problemsAfter, type FirstCharge } from './first-charge.js';
import { faults, type Fault } from './faults.js';
import { run, type Ran } from './folder-processes.js';
import { rotations } from './rotations.js';
import { startDeployedSystem, type DeployedSystem } from './production-system.js';

let system: DeployedSystem;
let first: FirstCharge;
beforeAll(async () => {
  system = await startDeployedSystem();
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
    first = await chargeFirst(system);
    expect(first.charge).toMatchObject({ charged: '1', wallet: { available: '9' } });
  });
});

describe('kushk-deploy check', () => {
  it.each(['hub', 'instance'] as const)('finds nothing wrong with the %s', async (name) => {
    const { code, output, errors } = await run('deploy', ['check', system[name].folder]);
    expect([code, errors, output.split('\n').filter((line) => line.startsWith('wrong'))]).toEqual([0, '', []]);
  });
});

describe('kushk-deploy check, with one thing wrong in a copy of the folder', () => {
  const found = new Map<string, Ran>();
  const check = async ({ name, scope, plant }: Fault): Promise<void> => {
    const copy = `${system[scope].folder}-${found.size}-${faults.findIndex((one) => one.name === name)}`;
    execFileSync('cp', ['-a', system[scope].folder, copy]);
    const { revert, environment } = await plant({ system, folder: copy });
    found.set(name, await run('deploy', ['check', copy], environment));
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
  // `npm run proof -- rotations-of-secrets` replaces everything.
  it.each(rotations.filter(({ isShort }) => isShort))('replaces $title while the system works', async (rotation) => {
    expect(await problemsAfter(system, rotation)).toEqual([]);
    expect(await first.again()).toMatchObject([{ charged: '0.25' }, { publisher: { id: 'acme' } }]);
  });

  it('lists what can be replaced', async () => {
    const { output } = await run('deploy', ['rotate', '--list', system.hub.folder]);
    expect(output.split('\n').map((line) => line.split(' ')[0])).toEqual(
      expect.arrayContaining(['pepper', 'alias-key', 'signing-key-review', 'nats-credentials', 'authority']),
    );
  });
});
