/** A hub and an instance from an empty folder to the first charge, in production mode and with the built programs. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chargeFirst, problemsAfter, type FirstCharge } from './first-charge.js';
import { brokenFolders, type BrokenFolder } from './faults.js';
import { run, type Ran } from './folder-processes.js';
import { rotations } from './rotations.js';
import { startDeployedSystem, type DeployedSystem } from './production-system.js';

let system: DeployedSystem;
let first: FirstCharge;
beforeAll(async () => {
  system = await startDeployedSystem();
});
afterAll(() => system?.stop());

/** Checks again while the output advises it: with the whole system on one machine, servers answer late. */
async function check(folder: string, environment: Readonly<Record<string, string>> = {}): Promise<Ran> {
  for (let again = 8; ; again--) {
    const ran = await run('deploy', ['check', folder], environment);
    if (again === 0 || !`${ran.output}${ran.errors}`.includes('machine is overloaded')) return ran;
  }
}

describe('a deployment from an empty folder', () => {
  it('makes every process ready, in production mode', async () => {
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
  it('finds nothing wrong with the hub and the instance', async () => {
    const checks = [system.hub, system.instance].map(({ folder }) => check(folder));
    for (const { code, output, errors } of await Promise.all(checks))
      expect([code, errors, output.split('\n').filter((line) => line.startsWith('wrong'))]).toEqual([0, '', []]);
  });
});

describe('kushk-deploy check, with several things wrong in a copy of the folder', () => {
  const found = new Map<BrokenFolder, { readonly code: number; readonly wrong: readonly string[] }>();
  beforeAll(async () => {
    for (const [index, broken] of brokenFolders.entries()) {
      const { folder } = system[broken.scope];
      const copy = `${folder}-${index}`;
      execFileSync('cp', ['-a', folder, copy]);
      const planted = [];
      for (const { plant } of broken.faults) planted.push(await plant({ system, folder: copy }));
      const environment = Object.assign({}, ...planted.map((one) => one.environment)) as Record<string, string>;
      const { code, output } = await check(copy, environment);
      for (const { revert } of planted) await revert?.();
      found.set(broken, { code, wrong: output.split('\n').filter((line) => line.startsWith('wrong')) });
    }
  }, 600_000);

  it.each(brokenFolders.flatMap((broken) => broken.faults.map((fault) => ({ ...fault, broken }))))(
    'names $name',
    ({ broken, wrong }) => {
      expect(found.get(broken)).toMatchObject({
        code: 1,
        wrong: expect.arrayContaining([expect.stringMatching(wrong)]),
      });
    },
  );

  it('names nothing else', () => {
    for (const [{ faults }, { wrong }] of found) {
      const expected = [/^wrong  folder: /, ...faults.map((fault) => fault.wrong)];
      expect(wrong.filter((line) => !expected.some((one) => one.test(line)))).toEqual([]);
    }
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
      expect.arrayContaining(['pepper', 'signing-key-review', 'nats-credentials', 'authority']),
    );
  });
});
