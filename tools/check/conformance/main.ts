/**
 * `npm run conformance` runs the server scenarios of the official MCP conformance suite, and the command line of the
 * official inspector, against a running instance. Both are downloaded with npm, so this is not part of `npm test`.
 * The expected failures of each revision, with their reasons, are beside this file; a scenario that passes although it
 * is listed there is a failure, too. The exit code is 1 when anything fails.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startWholeSystem } from '../../measure/bench/whole-system.js';
import { startAuthorizingProxy } from './authorizing-proxy.js';
import { installReader } from './install-reader.js';

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
const REVISIONS = ['2025-11-25', '2026-07-28'];

const folder = mkdtempSync(join(tmpdir(), 'kushk-conformance-'));
const system = await startWholeSystem();
let failures = 0;
try {
  const { apiBase, token } = await installReader(system);
  const proxy = await startAuthorizingProxy(new URL(apiBase).origin, token);
  const url = `${proxy.origin}${new URL(apiBase).pathname}/mcp`;
  for (const revision of REVISIONS) {
    const baseline = fileURLToPath(new URL(`expected-failures-${revision}.yml`, import.meta.url));
    const options = ['--requirements', revision, '--expected-failures', baseline, '-o', join(folder, revision)];
    if ((await run(SUITE, ['conformance', 'server', '--url', url, ...options])) !== 0) failures += 1;
  }
  await proxy.stop();
  const inspect = ['mcp-inspector', '--cli', `${apiBase}/mcp`, '--transport', 'http'];
  const header = ['--header', `Authorization: Bearer ${token}`];
  for (const method of [
    ['tools/list', '--strict'],
    ['tools/call', '--tool-name', 'list_cases'],
  ])
    if ((await run(INSPECTOR, [...inspect, ...header, '--method', ...method])) !== 0) failures += 1;
} finally {
  await system.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failures === 0 ? 0 : 1);

/** Runs a command of a package and resolves with its exit code. */
async function run(packageName: string, command: readonly string[]): Promise<number> {
  const child = spawn('npm', ['exec', '--yes', `--package=${packageName}`, '--', ...command], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  process.stdout.write(`${command.slice(0, 2).join(' ')}: exit code ${code}\n`);
  return code ?? 1;
}
