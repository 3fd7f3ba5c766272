/**
 * `npm run bench` measures each benchmark row against its rival in the same run, or against a limit that is scaled by
 * a calibration in the same run. It prints a table and writes `.kushk/bench.json`. `npm run bench -- NAME …` runs only
 * the named rows; `--full` uses the full sizes. The exit code is 1 when a row fails or misses its goal.
 * `--report` also writes the page of figures, `docs/performance/results.md`. `npm run bench -- --profile FOLDER`
 * profiles a charge instead.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageOf } from './report.js';
import { measureInProcess, type RowMessage } from './row-process.js';
import type { Row } from './row.js';
import { exitCodeOf, runRows, tableOf } from './run-rows.js';
import { fullFlag } from './sizes.js';

const root = resolve(fileURLToPath(import.meta.url), '../../../..');
const resultsFile = resolve(root, '.kushk/bench.json');
const reportFile = resolve(root, 'docs/performance/results.md');
const reportFlag = '--report';

const rows: Readonly<Record<string, () => Promise<{ run(): Promise<Row | readonly Row[]> }>>> = {
  calibration: () => import('./calibration-row.js'),
  'loop-hot': () => import('./loop-hot.js'),
  'loop-thousand': () => import('./loop-thousand.js'),
  'loop-holds': () => import('./loop-holds.js'),
  'saturated-wallet': () => import('./saturated-wallet.js'),
  'large-log': () => import('./large-log.js'),
  'wallet-consume': () => import('./wallet-consume.js'),
  'hold-expiry': () => import('./hold-expiry.js'),
  relay: () => import('./relay.js'),
  'relay-lag': () => import('./relay-lag.js'),
  'get-installation': () => import('./get-installation.js'),
  'plugin-writes': () => import('./plugin-writes.js'),
  'handle-check': () => import('./handle-check.js'),
  'two-versions': () => import('./two-versions.js'),
  'one-noisy-tenant': () => import('./one-noisy-tenant.js'),
  'hostile-checks': () => import('./hostile-checks.js'),
  delivery: () => import('./delivery.js'),
  counting: () => import('./counting.js'),
  start: () => import('./start.js'),
  'source-upload': () => import('./source-upload.js'),
  memory: () => import('./memory.js'),
  submissions: () => import('./submissions.js'),
  'list-plugins': () => import('./list-plugins.js'),
  search: () => import('./search.js'),
  'mcp-list-cases': () => import('./mcp-list-cases.js'),
  'fleet-reach': () => import('./fleet-reach.js'),
  'fleet-cost': () => import('./fleet-cost.js'),
  'fleet-catch-up': () => import('./fleet-catch-up.js'),
  'manifest-check': () => import('./manifest-check.js'),
  containers: () => import('./containers.js'),
  pages: () => import('./pages.js'),
};

// Must be set before any module that logs is loaded. Otherwise every fact writes a log line.
process.env['LOG_LEVEL'] ??= 'error';

const flags = [fullFlag, reportFlag];
const options = process.argv.slice(2).filter((argument) => argument === fullFlag);
const [first, ...others] = process.argv.slice(2).filter((argument) => !flags.includes(argument));
if (first === '--row') await sendRow(others[0] ?? '');
else if (first === '--profile') await profile(others[0]);
else await runAll(first === undefined ? [] : [first, ...others]);

/** Measures one row and sends it to the parent process. */
async function sendRow(name: string): Promise<void> {
  const message: RowMessage = await rows[name]!()
    .then((row) => row.run())
    .then(
      (measured) => ({ rows: [measured].flat() as readonly Row[] }),
      (error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) }),
    );
  process.send?.(message, undefined, undefined, () => process.exit(0));
}

/** Profiles a charge instead of measuring rows (docs/performance.md). */
async function profile(folder: string | undefined): Promise<void> {
  if (folder === undefined) {
    process.stderr.write('--profile needs a folder for the profiles.\n');
    process.exit(2);
  }
  const { profileCharges } = await import('./profile.js');
  await profileCharges(folder);
  process.exit(0);
}

async function runAll(requested: readonly string[]): Promise<void> {
  const unknown = requested.filter((name) => !Object.hasOwn(rows, name));
  if (unknown.length > 0) {
    process.stderr.write(`There is no row ${unknown.join(', ')}; the rows are ${Object.keys(rows).join(', ')}.\n`);
    process.exit(2);
  }
  const names = Object.keys(rows).filter((name) => requested.length === 0 || requested.includes(name));
  const results = await runRows(names, {
    measure: (name) => measureInProcess(name, options),
    report: (line) => process.stderr.write(`  ${line}\n`),
  });
  process.stdout.write(`\n${tableOf(results)}\n`);
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const benchRun = { at: new Date().toISOString(), node: process.version, machine, results };
  write(resultsFile, `${JSON.stringify(benchRun, null, 2)}\n`);
  if (process.argv.includes(reportFlag)) write(reportFile, pageOf(benchRun));
  process.exit(exitCodeOf(results));
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
