import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cliHarness } from '../../test/cli-harness.js';
import { EXAMPLE_MANIFEST } from '../../test/example-plugin/defects.js';

const cli = cliHarness();
const sample = fileURLToPath(new URL('../../../sample-plugin/', import.meta.url));
const fixture = (name: string): string => fileURLToPath(new URL(`../../test/${name}`, import.meta.url));
const verifier = fileURLToPath(new URL('../../../../docs/verify/go/kushk_verify.go', import.meta.url));
/** On a busy machine an answer may take longer than the ten seconds of the platform. */
const WITH_TIME = ['--deadline', '30s'];

/** The cases that did not pass, each with its status. */
function othersIn(out: string): readonly string[] {
  const { cases } = JSON.parse(out) as { cases: readonly { case: string; status: string; got: string }[] };
  return cases
    .filter(({ status }) => status !== 'passed')
    .map((one) => `${one.case} ${one.status}${one.status === 'failed' ? `: ${one.got}` : ''}`);
}

/** A plugin that answers every call with 200, and tool calls with a status that a test sets. */
let careless: { server: Server; url: string };
let toolStatus = 200;
let lastToolCall: unknown;
beforeAll(async () => {
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      const isTool = request.url?.startsWith('/service/tools/') === true;
      if (isTool) lastToolCall = JSON.parse(text);
      response.writeHead(isTool ? toolStatus : 200).end('{"content":[{"title":"Rent"}]}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  careless = { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
});
afterAll(() => {
  careless.server.close();
});

describe('kushk plugin test', () => {
  it('passes the sample plugin in every case whose effect is visible, and ends its process', async () => {
    const args = ['plugin', 'test', '--manifest', `${sample}manifest.yaml`, '--run', '--json', ...WITH_TIME];
    const { exitCode, out, err } = await cli.run(args);
    // Without a case of the organisation it proposes nothing, and its pages send nothing to its server.
    const skipped = ['event-revision', 'event-effect', 'page-action', 'page-charge', 'event-crash', 'event-charge'];
    const invisible = skipped.map((id) => `${id} skipped`);
    expect({ exitCode, err, others: othersIn(out) }).toEqual({ exitCode: 0, err: '', others: invisible });
    await expect(fetch((JSON.parse(out) as { url: string }).url)).rejects.toThrow('fetch failed');
  });

  it('passes a plugin that polls, which it starts without a port', async () => {
    cli.writeFile(EXAMPLE_MANIFEST);
    const args = ['plugin', 'test', '--poll', '--run', `node ${fixture('poller.mjs')}`, '--json'];
    const { exitCode, out, err } = await cli.run(args);
    const invisible = ['poll-charge skipped', 'lists skipped', 'holds skipped'];
    expect({ exitCode, err, others: othersIn(out) }).toEqual({ exitCode: 0, err: '', others: invisible });
  });

  if (spawnSync('go', ['version']).status === 0)
    it('passes a Go plugin with the standard library and the published verifier', async () => {
      cli.writeFile(EXAMPLE_MANIFEST);
      cpSync(fixture('go-plugin'), cli.folder, { recursive: true });
      cli.writeFile(readFileSync(verifier, 'utf8').replace('package kushk', 'package main'), 'kushk_verify.go');
      execFileSync('go', ['build', '-o', 'plugin', '.'], { cwd: cli.folder });
      const actions = ['--actions', '{"/notes": {"text": "Call Sara"}}'];
      const args = ['plugin', 'test', '--run', join(cli.folder, 'plugin'), '--json', ...actions, ...WITH_TIME];
      const { exitCode, out, err } = await cli.run(args);
      const invisible = ['page-charge skipped', 'holds skipped', 'event-charge skipped'];
      expect({ exitCode, err, others: othersIn(out) }).toEqual({ exitCode: 0, err: '', others: invisible });
    });

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

  it('shows the arguments and the answer of a tool, also when the case passed', async () => {
    const tools =
      'tools: [{ name: find, description: F, input_schema: { type: object, required: [number], properties: { number: { type: string, pattern: "^INV-[0-9]{4}$" } } } }]';
    const manifest = cli.writeFile(EXAMPLE_MANIFEST.replace(/tools:[\s\S]*(?=ui:)/, `${tools}\n`), 'pattern.yaml');
    const args = ['plugin', 'test', careless.url, '--manifest', manifest, '--listen', '0', '--only', 'installed,tool'];
    const { exitCode, out } = await cli.run(args);
    expect([exitCode, out]).toEqual([0, expect.stringMatching(/find \{"number":"INV-\d{4}"\} → 200 .*"Rent"/)]);
    cli.writeFile('{ "find": { "number": "INV-4711" } }', 'arguments.json');
    await cli.run([...args, '--arguments', 'arguments.json']);
    expect(lastToolCall).toMatchObject({ arguments: { number: 'INV-4711' } });
    const wrong = await cli.run([...args, '--arguments', '{ "find": { "number": "4711" } }']);
    expect([wrong.exitCode, wrong.err]).toEqual([2, expect.stringContaining('/number')]);
    const unknown = await cli.run([...args, '--arguments', '{ "finds": {} }']);
    expect([unknown.exitCode, unknown.err]).toEqual([2, expect.stringContaining('there are find')]);
  });

  it('says so when no arguments match, and calls nothing', async () => {
    const schema =
      'input_schema: { type: object, required: [x], properties: { x: { type: string, maxLength: 2, pattern: "^abc$" } } }';
    const manifest = cli.writeFile(EXAMPLE_MANIFEST.replace(/input_schema: .*/, schema), 'impossible.yaml');
    lastToolCall = undefined;
    const args = ['plugin', 'test', careless.url, '--manifest', manifest, '--listen', '0', '--only', 'installed,tool'];
    const { exitCode, out } = await cli.run(args);
    expect([exitCode, out]).toEqual([
      1,
      expect.stringMatching(/find_note was not called[\s\S]*--arguments '\{"find_note"/),
    ]);
    expect(lastToolCall).toBeUndefined();
  });

  it.each([
    [404, 'does not know the tool find_note'],
    [500, 'The function of the tool find_note failed'],
    [400, 'refuses arguments that match the input_schema of find_note'],
    [401, 'refuses a correctly signed tool call'],
    [302, 'never follows a redirect'],
    [200, null],
  ])('names the cause of the status %i of a tool', async (status, cause) => {
    const manifest = cli.writeFile(EXAMPLE_MANIFEST);
    toolStatus = status;
    const args = ['plugin', 'test', careless.url, '--manifest', manifest, '--listen', '0', '--only', 'installed,tool'];
    const { out } = await cli.run(args).finally(() => (toolStatus = 200));
    expect(out).toMatch(cause === null ? /✓ tool/ : new RegExp(`fix .*${cause}`));
  });

  it('shows what a plugin that it started writes while a case fails', async () => {
    const program = `
      const { createServer } = require('node:http');
      createServer((request, response) => {
        if (!request.url.includes('/tools/')) return request.resume().on('end', () => response.end('{}'));
        console.error('TypeError: note is undefined at find_note');
        response.writeHead(500).end();
      }).listen(process.env.PORT);`;
    const manifest = cli.writeFile(EXAMPLE_MANIFEST);
    const run = `node ${cli.writeFile(program, 'failing.cjs')}`;
    const { out } = await cli.run(['plugin', 'test', '--manifest', manifest, '--run', run, '--only', 'installed,tool']);
    expect(out).toMatch(/✗ tool[\s\S]* output +TypeError: note is undefined at find_note/);
  });

  it('names the scope without which a tool of a plugin that it started fails', async () => {
    const program = `
      const { createServer } = require('node:http');
      let api = {};
      createServer(async (request, response) => {
        let text = '';
        for await (const part of request) text += part;
        if (request.url.includes('/lifecycle')) api = JSON.parse(text);
        if (!request.url.includes('/tools/')) return response.end('{}');
        const { status } = await fetch(api.api_base + '/platform/sessions', { headers: { authorization: 'Bearer ' + api.token } });
        response.writeHead(status === 200 ? 200 : 500).end('{"content":{}}');
      }).listen(process.env.PORT);`;
    const manifest = cli.writeFile(EXAMPLE_MANIFEST);
    const run = `node ${cli.writeFile(program, 'without-scope.cjs')}`;
    const { out } = await cli.run(['plugin', 'test', '--manifest', manifest, '--run', run, '--only', 'installed,tool']);
    expect(out).toMatch(
      /fix .*403 auth\.scope_missing sessions\.read to its GET \/platform\/sessions: write this scope/,
    );
  });

  it('exits with 2 for a case that does not exist and for a folder without a manifest', async () => {
    const manifest = cli.writeFile(EXAMPLE_MANIFEST, 'other.yaml');
    const unknown = await cli.run(['plugin', 'test', careless.url, '--manifest', manifest, '--only', 'events']);
    expect(unknown).toMatchObject({ exitCode: 2, err: expect.stringContaining('installed-forged') });
    const polling = await cli.run(['plugin', 'test', '--poll', '--manifest', manifest]);
    expect(polling).toMatchObject({ exitCode: 2, err: expect.stringContaining('add --run') });
    const missing = await cli.run(['plugin', 'test', careless.url]);
    expect(missing).toMatchObject({ exitCode: 2, err: expect.stringContaining('manifest.yaml') });
  });
});
