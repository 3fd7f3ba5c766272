import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cliHarness } from '../test-harness/cli-harness.js';
import { EXAMPLE_MANIFEST } from '../test-harness/example-plugin.js';

const cli = cliHarness();
const sample = fileURLToPath(new URL('../../../sample-plugin/', import.meta.url));

/** A plugin that answers every call with 200. */
let careless: { server: Server; url: string };
beforeAll(async () => {
  const server = createServer((request, response) => request.resume().on('end', () => response.end('{"content":1}')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  careless = { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
});
afterAll(() => {
  careless.server.close();
});

describe('kushk plugin test', () => {
  it('passes the sample plugin in every case, and ends the process that it started', async () => {
    const args = ['plugin', 'test', '--manifest', `${sample}manifest.yaml`, '--run', '--json'];
    const { exitCode, out, err } = await cli.run(args);
    const report = JSON.parse(out) as { url: string };
    expect({ exitCode, err, ...report }).toMatchObject({ exitCode: 0, err: '', failed: 0, skipped: 0 });
    await expect(fetch(report.url)).rejects.toThrow('fetch failed');
  }, 120_000);

  it('exits with 1, names every failed case with its remedy, and writes JUnit XML', async () => {
    const manifest = cli.writeFile(EXAMPLE_MANIFEST);
    const only = 'installed,event,event-forged,event-stale,restart';
    const args = ['plugin', 'test', careless.url, '--manifest', manifest, '--listen', '0', '--only', only];
    const { exitCode, out } = await cli.run([...args, '--junit', 'report.xml']);
    expect(exitCode).toBe(1);
    expect(out).toMatch(
      /✗ event-forged\n {4}did .*another secret\n {4}expected {2}401\n {4}got .*200.*\n {4}fix .*HMAC/,
    );
    expect(out).toContain('- event-stale  follows from the failure of event-forged');
    expect(out).toMatch(/2 passed, 1 failed, 2 skipped\n$/);
    const xml = cli.readFile('report.xml');
    expect(xml).toContain('<testsuites tests="5" failures="1" skipped="2"');
    expect((await cli.run([...args, '--lang', 'fa'])).out).toContain('راه‌حل');
  });

  it('exits with 2 for a case that does not exist and for a folder without a manifest', async () => {
    const manifest = cli.writeFile(EXAMPLE_MANIFEST, 'other.yaml');
    const unknown = await cli.run(['plugin', 'test', careless.url, '--manifest', manifest, '--only', 'events']);
    expect(unknown).toMatchObject({ exitCode: 2, err: expect.stringContaining('installed-forged') });
    const missing = await cli.run(['plugin', 'test', careless.url]);
    expect(missing).toMatchObject({ exitCode: 2, err: expect.stringContaining('manifest.yaml') });
  });
});
