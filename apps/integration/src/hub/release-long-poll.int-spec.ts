import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, statusAndCode } from '@kushk/testing';
import { startHub, type HubHarness } from './hub-harness.js';

const COMMAND = new URL('../../../cli/dist/kushk.mjs', import.meta.url).pathname;

let hub: HubHarness;
beforeAll(async () => {
  hub = await startHub();
});
afterAll(() => hub.stop());

const paths = (name: string) => ({
  release: `/developer/v1/releases/ir.acme.${name}/1.0.0`,
  staffPath: `/operator/v1/releases/ir.acme.${name}/1.0.0`,
});
async function submit(name: string): Promise<void> {
  const manifest = {
    schema: '1',
    id: `ir.acme.${name}`,
    version: '1.0.0',
    publisher: 'acme',
    kind: 'external',
    plugin_api: '1.0',
    names: { en: name },
    base_url: 'https://acme.ir',
  };
  expect((await hub.submit({ manifest })).status).toBe(201);
}

/** Runs `release wait` of the CLI as a CI job does. `output` contains what the command has printed so far. */
function waiting(name: string, ...args: string[]) {
  const child = spawn(process.execPath, [COMMAND, 'release', 'wait', `ir.acme.${name}`, '1.0.0', ...args], {
    env: {
      PATH: process.env['PATH'],
      KUSHK_BASE_URL: `http://127.0.0.1:${hub.ports[1]}`,
      KUSHK_PUBLISHER_KEY: hub.key,
    },
  });
  const run = { output: '', ended: new Promise<number | null>((resolve) => child.on('close', resolve)) };
  child.stdout.resume();
  child.stderr.setEncoding('utf8').on('data', (text: string) => (run.output += text));
  return run;
}

describe('a client that waits for a change of a release', () => {
  it('gets each change at once, even when another gateway handled the change', async () => {
    await submit('decided');
    const run = waiting('decided', '--until', 'approved', '--timeout', '60s');
    const { staffPath } = paths('decided');
    await eventually(() => run.output.includes('is submitted'), 30_000);
    expect(statusAndCode(await hub.staff(`${staffPath}/take`, { method: 'POST' }))).toMatch(/^200/);
    await eventually(() => run.output.includes('is in_review'), 30_000);
    expect(statusAndCode(await hub.staff(`${staffPath}/approve`, { json: { tier: 'verified' } }))).toMatch(/^200/);
    expect(await run.ended).toBe(0);
  });

  it('exits with code 10 when the release is rejected', async () => {
    await submit('refused');
    const { staffPath } = paths('refused');
    const run = waiting('refused', '--timeout', '60s');
    await eventually(() => run.output.includes('is submitted'), 30_000);
    await hub.staff(`${staffPath}/take`, { method: 'POST' });
    await hub.staff(`${staffPath}/reject`, { json: { notes: 'No icon' } });
    expect(await run.ended).toBe(10);
  });

  it('gets 304 on timeout, the release after a change, and 404 at once when the release does not exist', async () => {
    await submit('still');
    const { release } = paths('still');
    const { headers } = await hub.publisher(release);
    const known = { headers: { 'if-none-match': String(headers['etag']) } };
    const same = await hub.publisher(`${release}?wait=1`, known);
    expect([same.status, same.text, same.headers['etag']]).toEqual([304, '', headers['etag']]);
    expect(same.durationMs).toBeGreaterThanOrEqual(990);
    const changed = hub.publisher(`${release}?wait=30`, known);
    await hub.publisher(`${release}/withdraw`, { json: { reason: 'A mistake' } });
    expect((await changed).json).toMatchObject({ status: 'withdrawn', status_reason: 'A mistake' });
    expect((await changed).durationMs).toBeLessThan(20_000);
    expect(statusAndCode(await hub.publisher('/developer/v1/releases/ir.acme.nothing/1.0.0?wait=30'))).toBe(
      '404 catalogue.release_not_found',
    );
  });

  it('gets 304 for the list of plugins until one of them changes', async () => {
    await submit('listed');
    const first = await hub.publisher('/developer/v1/plugins');
    const known = { headers: { 'if-none-match': String(first.headers['etag']) } };
    expect((await hub.publisher('/developer/v1/plugins', known)).status).toBe(304);
    await hub.publisher(`${paths('listed').release}/withdraw`, { json: { reason: 'A mistake' } });
    expect((await hub.publisher('/developer/v1/plugins', known)).status).toBe(200);
  });
});
