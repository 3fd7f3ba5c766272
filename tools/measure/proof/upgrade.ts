/**
 * Rolling upgrades: from the last release to this version and back, and from this version to an invented one with a new
 * type of fact. Versions run beside each other while callers write: no acknowledged write may be lost, no caller may
 * see an error, and every fact is published once.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimsOf, underLoad } from './acknowledged-writes.js';
import { exactly, type Proof } from './proof.js';
import { buildRelease, releases, root } from './released-version.js';
import { openRecordedData, services, type ReplicatedSystem, type Service } from './replicated-system.js';

/** Two processes of every service. */
const processes = services.flatMap((service) => [service, service]);

export const proof: Proof = {
  title:
    'rolling upgrades under load, two processes of every service: the last release, this version, back, and a later one',
  plantedDefect: 'relay-passes-unknown',
  run: async ({ patches, isQuick, report }) => {
    const version = Object.keys(releases).at(-1) ?? '';
    const [folder, dataDir] = ['kushk-release-', 'kushk-data-'].map((name) => mkdtempSync(join(tmpdir(), name))) as [
      string,
      string,
    ];
    report(`building ${version}`);
    buildRelease(version, folder);
    const opened = await openRecordedData(version, dataDir);
    const { system } = opened;
    try {
      await Promise.all(processes.map((service) => system.start(service, { folder })));
      report(`two processes of each service run ${version}`);
      const written = await underLoad(opened, { perSecond: isQuick ? 50 : 200, report }, async () => {
        for (const to of [root, folder, root]) {
          await sleep(isQuick ? 1_000 : 10_000);
          await roll(system, to, { names: processes, patches: to === root ? patches : [] });
          report(`all processes run ${to === root ? 'this version' : version}`);
        }
        const next = { names: ['installation', 'installation'], patches: [...patches, 'next-version'] } as const;
        await roll(system, root, { ...next, besideMs: 5_000 });
        report('the installation service runs a later version with a new type of fact');
      });
      const errors = written.load.errors.length;
      return [exactly('errors to callers', errors, { limit: 0, unit: 'responses' }), ...claimsOf(written)];
    } finally {
      await system.stop();
      for (const temporary of [folder, dataDir]) rmSync(temporary, { recursive: true, force: true });
    }
  },
};

interface Rolled {
  readonly names: readonly Service[];
  /** What the new processes load. */
  readonly patches?: readonly string[];
  /** How long both run. */
  readonly besideMs?: number;
}

/** Replaces one process of each of these services, in turn: a new one is ready before the oldest one stops. */
export async function roll(
  { start, stopOldest }: ReplicatedSystem,
  folder: string,
  { names, patches = [], besideMs = 0 }: Rolled,
): Promise<void> {
  for (const service of names) {
    await start(service, { folder, patches });
    await sleep(besideMs);
    await stopOldest(service);
  }
}
