/** Runs the queries of the dashboards and the commands of the runbooks against a Prometheus that scrapes the system. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  environmentOfProcess,
  eventually,
  hasPrometheus,
  observability,
  startPrometheus,
  systemProcesses,
  targetOf,
  type Prometheus,
} from '@kushk/testing';
import { pidOf, type Part } from '../broken/parts.js';
import { GuidePage } from '../parties/guide-page.js';
import { holdsWithin } from '../parties/holds.js';
import { system } from '../system/the-system.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const targets = systemProcesses.map((part) => targetOf(pidOf(part))!);

const pages = readdirSync(join(root, 'docs/runbooks')).map((name) => `docs/runbooks/${name}`);
const dashboards = readdirSync(join(observability, 'dashboards')).map(
  (name) => `deploy/observability/dashboards/${name}`,
);
const reference = 'docs/reference/metrics.md';
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The names of our metrics, and of those of Node, in a text. */
const namesIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/\b(?:kushk|nodejs|process)_[a-z0-9_]*[a-z0-9]\b/g)].map(([name]) => name)),
];

/** What the node exporter reads from a file. */
const fromTextfile = new Set(namesIn(textOf('apps/deploy/src/backup/backup-metrics.ts')));

/** The metrics that the processes export, also those without a value yet, and the series of histograms. */
async function exportedNames(): Promise<ReadonlySet<string>> {
  const texts = await Promise.all(
    targets.map(async ({ address }) => (await fetch(`http://${address}/metrics`)).text()),
  );
  const types = texts.flatMap((text) => [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)]);
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['', '_bucket', '_count', '_sum'].map((suffix) => `${name}${suffix}`) : [name],
    ),
  );
}

describe('metrics', () => {
  const unknownIn = async (text: string): Promise<readonly string[]> => {
    const exported = await exportedNames();
    return namesIn(text).filter((name) => !exported.has(name) && !fromTextfile.has(name));
  };

  it.each(['deploy/observability/rules.yaml', reference, ...dashboards, ...pages])(
    'that %s names exist',
    async (path) => {
      expect(await unknownIn(textOf(path))).toEqual([]);
      expect(await unknownIn(`${textOf(path)} kushk_relay_lagg_seconds`)).toEqual(['kushk_relay_lagg_seconds']);
    },
  );

  it('are in the reference, all of them', async () => {
    const named = new Set(namesIn(textOf(reference)));
    const own = [...(await exportedNames())].filter((name) => name.startsWith('kushk_'));
    expect(own.filter((name) => !named.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([]);
  });
});

(hasPrometheus() ? describe : describe.skip)('Prometheus', () => {
  let prometheus: Prometheus;
  beforeAll(async () => {
    prometheus = await startPrometheus({
      folder: join(system.dataDir, 'prometheus'),
      targets,
      rules: join(observability, 'rules.yaml'),
    });
    await eventually(async () => (await prometheus.query('up == 1')).length === targets.length);
  });
  afterAll(() => prometheus.stop());
  const bin = mkdtempSync(join(tmpdir(), 'kushk-runbooks-'));
  symlinkSync(join(root, 'apps/deploy/bin/kushk-deploy.mjs'), join(bin, 'kushk-deploy'));
  afterAll(() => rmSync(bin, { recursive: true }));

  it.each(dashboards)('answers every query of %s', async (path) => {
    const { panels } = JSON.parse(textOf(path)) as { panels: { targets: { expr: string }[] }[] };
    for (const { expr } of panels.flatMap((panel) => panel.targets))
      await prometheus.query(expr.replaceAll('$scope', '.*').replaceAll('$__rate_interval', '1m'));
  });

  it('has values for what every process measures', async () => {
    const expected = targets.map(({ labels }) => [labels['scope'], labels['service']]).sort();
    for (const query of ['kushk_ready{check="nats"}', 'kushk_build_info', 'process_resident_memory_bytes'])
      // A process that answers a scrape late has no values until the next one.
      await holdsWithin(30_000, async () => {
        const found = await prometheus.query(query);
        expect(found.map(({ metric }) => [metric['scope'], metric['service']]).sort()).toEqual(expected);
      });
    expect(await prometheus.query('kushk_stream_replicas{state="current"} != 1')).toEqual([]);
    expect(await prometheus.query('abs(kushk_clock_offset_seconds) > 1')).toEqual([]);
  });

  it.each(pages)('and the system answer the commands of %s', async (path) => {
    const commands = new GuidePage(path).blocks('sh').flatMap((block) => block.trimEnd().split('\n'));
    for (const command of commands) {
      // `kushk-deploy parked SERVICE` runs in the environment of the service.
      const service = /^kushk-deploy \w+ (\w+)/.exec(command)?.[1] as Part | undefined;
      await promisify(execFile)('sh', ['-ec', command], {
        env: {
          ...(service && environmentOfProcess(pidOf(service))),
          PATH: [bin, process.env['PATH']].join(delimiter),
          PROMETHEUS: prometheus.url,
          HEALTH: `http://${targets[0]!.address}`,
        },
      });
    }
  });
});
