/** Makes the mistakes with npm of docs/guide/mistakes.yaml: npm prints the line that the page shows. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import type { Mistakes } from './mistakes-page.js';

const file = new URL('../../../docs/guide/mistakes.yaml', import.meta.url);
const { npm } = parse(readFileSync(file, 'utf8')) as Mistakes;

/** Answers like the public registry for a package that it does not have. */
const registry = createServer((_request, response) => {
  response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"Not found"}');
});
let folder: string;
let origin: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kushk-npm-'));
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
});
afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true, force: true });
});

it.each(npm)('npm prints what the page shows: $en', async ({ command, line }) => {
  const env = { PATH: process.env['PATH'], HOME: folder, npm_config_registry: origin, npm_config_cache: folder };
  const output = await new Promise<string>((resolve) => {
    execFile('sh', ['-c', command], { cwd: folder, env }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
  expect(output.replaceAll(origin, 'REGISTRY').split('\n')).toContain(line);
});
