import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { observability, startPrometheus, type Prometheus } from '@kushk/testing';
import { startWholeFleet } from '../bench/whole-system.js';
import { breakagesOf, onSmallDisk, startSurroundings, targetsOf, type Breakage } from './breakages.js';
import { eventually } from './delivery-system.js';
import { atMost, exactly, type Claim, type Proof } from './proof.js';
import { SettingsLoad } from './settings-load.js';
import { installPlugins } from './settings-plugins.js';

const plugins = 6;
const changesPerSecond = 6;
const firesWithinMs = 60_000;
const quietWithinMs = 120_000;
const startWithinMs = 60_000;
const pollMs = 500;
/** The breakages of a quick run, and how long it looks for further alerts after the expected one. */
const quick = { count: 5, lookMs: 10_000 };

/** Defects of the rules that the proof plants: what is replaced by what. */
const defects = {
  'dead-rule': ['kushk_ready{check="nats", part="shared"} == 0', 'kushk_ready{check="nats", part="shared"} == 2'],
  'unexplained-symptom': ['unless on (scope) max_over_time(kushk:outage[30s]) == 1', ''],
} as const;

export const proof: Proof = {
  title: 'Nine parts of a hub and an instance break, one after the other: each raises exactly its alert within 60 s',
  plantedDefect: Object.keys(defects),
  run: async ({ patches, isQuick, report }) => {
    const preload = new URL('shifted-clock.mjs?ms=3600000&signal=SIGUSR2', import.meta.url).href;
    // The data is on a disk that must be removed before its folder.
    const dataDir = mkdtempSync(join(tmpdir(), 'kushk-alerts-'));
    const whole = await startWholeFleet(1, { KUSHK_DATA_DIR: dataDir, NODE_OPTIONS: `--import=${preload}` });
    const around = await startSurroundings();
    let removeDisk = (): void => undefined;
    let load: SettingsLoad | null = null;
    let prometheus: Prometheus | null = null;
    try {
      load = new SettingsLoad(
        await installPlugins(whole.fleet, { count: plugins, base_url: `http://${around.address}` }),
      );
      removeDisk = await onSmallDisk(whole);
      load.start(changesPerSecond);
      const folder = join(dataDir, 'prometheus');
      const targets = targetsOf(whole, around);
      const rules = join(dataDir, 'rules.yaml');
      writeFileSync(rules, rulesWith(patches), { mode: 0o644 });
      prometheus = await startPrometheus({ folder, targets, rules });
      const { query } = prometheus;
      const isWhole = async (): Promise<boolean> =>
        (await query('up == 1')).length === targets.length && (await query('kushk_ready == 0')).length === 0;
      if (!(await eventually(isWhole, startWithinMs))) throw new Error('the fleet does not become ready');
      const claims: Claim[] = [];
      for (const breakage of breakagesOf(whole, around).slice(0, isQuick ? quick.count : undefined)) {
        report(breakage.name);
        claims.push(
          ...(await raised(breakage, prometheus, { lookMs: isQuick ? quick.lookMs : firesWithinMs, report })),
        );
      }
      return claims;
    } finally {
      await load?.stop();
      await prometheus?.stop();
      around.server.close();
      await whole.stop();
      removeDisk();
      rmSync(dataDir, { recursive: true });
    }
  },
};

function rulesWith(patches: readonly string[]): string {
  let rules = readFileSync(join(observability, 'rules.yaml'), 'utf8');
  for (const [name, [from, to]] of Object.entries(defects)) {
    if (!rules.includes(from)) throw new Error(`the rules do not contain ${from}`);
    if (patches.includes(name)) rules = rules.replaceAll(from, to);
  }
  return rules;
}

/** Breaks a part, looks at what fires, mends it, and waits until nothing fires. */
async function raised(
  { name, alert, cause }: Breakage,
  prometheus: Prometheus,
  { lookMs, report }: { readonly lookMs: number; readonly report: (line: string) => void },
): Promise<readonly Claim[]> {
  const brokenAt = performance.now();
  const mend = await cause();
  const firstAt = new Map<string, number>();
  const look = async (): Promise<void> => {
    for (const { alertname = '' } of await prometheus.firing())
      if (!firstAt.has(alertname)) firstAt.set(alertname, performance.now() - brokenAt);
  };
  const until = async (isDone: () => boolean): Promise<void> => {
    for (await look(); !isDone(); await look()) await sleep(pollMs);
  };
  await until(() => firstAt.has(alert) || performance.now() - brokenAt > firesWithinMs);
  const firedAt = performance.now();
  await until(() => performance.now() - firedAt > Math.min(lookMs, firesWithinMs - (firedAt - brokenAt)));
  await mend();
  const isQuiet = await eventually(async () => {
    await look();
    return (await prometheus.firing()).length === 0;
  }, quietWithinMs);
  report([...firstAt].map(([fired, ms]) => `${fired} after ${Math.round(ms / 1_000)} s`).join(', '));
  const others = [...firstAt.keys()].filter((fired) => fired !== alert);
  return [
    {
      ...atMost(`${name}: ${alert} fires`, (firstAt.get(alert) ?? Infinity) / 1_000, {
        limit: firesWithinMs / 1_000,
        unit: 's',
      }),
      catches: alert === 'KushkNatsDown' ? 'dead-rule' : '',
    },
    {
      ...exactly(`${name}: other alerts`, others.length, { limit: 0, unit: 'alerts' }),
      catches: alert === 'KushkNatsDown' ? 'unexplained-symptom' : '',
    },
    { ...exactly(`${name}: quiet again when mended`, Number(isQuiet), { limit: 1, unit: '' }), catches: '' },
  ];
}
