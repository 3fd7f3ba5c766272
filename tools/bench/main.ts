/**
 * `npm run bench` measures each benchmark row against its rival or its limit in the same run, one row after the
 * other. It prints a table and writes `.kushk/bench.json`. `npm run bench -- NAME …` runs only the named rows. The
 * exit code is 1 when a row misses its goal.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Row } from './row.js';

const resultsFile = resolve(fileURLToPath(import.meta.url), '../../../.kushk/bench.json');

const rows: Readonly<Record<string, () => Promise<{ run(): Promise<Row> }>>> = {
  'loop-hot': () => import('./loop-hot.js'),
  'loop-thousand': () => import('./loop-thousand.js'),
  'wallet-consume': () => import('./wallet-consume.js'),
  relay: () => import('./relay.js'),
  'relay-lag': () => import('./relay-lag.js'),
  'get-installation': () => import('./get-installation.js'),
  delivery: () => import('./delivery.js'),
  'delivery-dwell': () => import('./delivery-dwell.js'),
  start: () => import('./start.js'),
  memory: () => import('./memory.js'),
  submissions: () => import('./submissions.js'),
  'list-plugins': () => import('./list-plugins.js'),
  'fleet-reach': () => import('./fleet-reach.js'),
  'fleet-cost': () => import('./fleet-cost.js'),
  'fleet-catch-up': () => import('./fleet-catch-up.js'),
  'manifest-check': () => import('./manifest-check.js'),
};

// Must be set before any module that logs is loaded. Otherwise every fact writes a log line.
process.env['LOG_LEVEL'] ??= 'error';

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !Object.hasOwn(rows, name));
if (unknown.length > 0) {
  process.stderr.write(`There is no row ${unknown.join(', ')}; the rows are ${Object.keys(rows).join(', ')}.\n`);
  process.exit(2);
}

const measured: Row[] = [];
for (const [name, load] of Object.entries(rows)) {
  if (requested.length > 0 && !requested.includes(name)) continue;
  const since = performance.now();
  process.stderr.write(`  ${name} …`);
  const row = await (await load()).run();
  measured.push(row);
  process.stderr.write(
    `\r  ${name}: ${row.ok ? 'ok' : 'MISSED'}, ${((performance.now() - since) / 1000).toFixed(0)} s\n`,
  );
}

process.stdout.write(`\n${table(measured)}\n`);
mkdirSync(resolve(resultsFile, '..'), { recursive: true });
writeFileSync(
  resultsFile,
  `${JSON.stringify({ at: new Date().toISOString(), node: process.version, cores: cpus().length, rows: measured }, null, 2)}\n`,
);
process.exit(measured.every(({ ok }) => ok) ? 0 : 1);

function table(all: readonly Row[]): string {
  const head = ['row', 'ours', 'rival or limit', 'unit', 'ratio', 'goal', '', 'note'];
  const body = all.map((row) => [
    row.name,
    number(row.measured),
    number(row.rival),
    row.unit,
    row.ratio.toFixed(2),
    `≥ ${row.goal}`,
    row.ok ? 'ok' : 'MISSED',
    row.note ?? '',
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...body].map((line) => (line[column] ?? '').length)));
  return [head, ...body]
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function number(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2);
}
