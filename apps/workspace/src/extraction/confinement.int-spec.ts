import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { confined } from './confinement.js';
import { refusalOfConfinement } from './start-text-extractor.client.js';

/** Needs a system that lets this user create user namespaces; `text-extractor.int-spec.ts` notes when it does not. */
const refusal = await refusalOfConfinement();
const modes = [
  ...(refusal === null ? [{ mode: 'confined', wrap: confined }] : []),
  // Shows that the attacks work.
  { mode: 'unconfined', wrap: (command: readonly string[]) => command },
] as const;

/**
 * What a flaw in a parser may run. Node's permission model is off, because such a flaw may be in Node. Each attack
 * prints one line: what it got, or the code of the error.
 */
const ATTACKS = `
import fs from 'node:fs';
import net from 'node:net';
const [secrets, source, port] = process.argv.slice(2);
const attack = (name, run) => {
  let outcome = 'done';
  try { run(); } catch (error) { outcome = error.code; }
  console.log(name + ' ' + outcome);
};
attack('environment', () => fs.readFileSync('/proc/' + (process.ppid || 1) + '/environ'));
attack('processes', () => fs.readdirSync('/proc'));
attack('secrets', () => fs.readFileSync(secrets));
attack('source', () => fs.readFileSync(source));
attack('write', () => fs.writeFileSync(new URL('written', import.meta.url), ''));
attack('parent', () => process.kill(process.ppid || -1, 0));
const socket = net.connect({ port: Number(port), host: '127.0.0.1' });
socket.on('error', ({ code }) => console.log('network ' + code));
socket.on('connect', () => { console.log('network done'); socket.destroy(); });
`;

let folder: string;
let canary: Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kushk-confinement-'));
  await mkdir(join(folder, 'program'));
  await writeFile(join(folder, 'program', 'attacks.mjs'), ATTACKS);
  await writeFile(join(folder, 'secrets.json'), '{}');
  canary = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(canary, 'listening');
});
afterAll(async () => {
  canary.close();
  await rm(folder, { recursive: true });
});

async function outcomes(wrap: (typeof modes)[number]['wrap']): Promise<Readonly<Record<string, string>>> {
  const { port } = canary.address() as AddressInfo;
  const program = join(folder, 'program');
  const args = [join(program, 'attacks.mjs'), join(folder, 'secrets.json'), import.meta.filename, String(port)];
  const [command = '', ...rest] = wrap([process.execPath, ...args], [program, dirname(process.execPath)]);
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = (await text(child.stdout)).trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split(' ')));
}

describe.each(modes)('a hostile program that runs $mode', ({ mode, wrap }) => {
  it(`${mode === 'confined' ? 'reaches neither' : 'reaches'} secrets, files, processes and the network`, async () => {
    const expected =
      mode === 'confined'
        ? {
            ...{ environment: 'ENOENT', processes: 'ENOENT', secrets: 'ENOENT', source: 'ENOENT' },
            ...{ write: 'EROFS', parent: 'ESRCH', network: 'ENETUNREACH' },
          }
        : Object.fromEntries(
            ['environment', 'processes', 'secrets', 'source', 'write', 'parent', 'network'].map((one) => [one, 'done']),
          );
    expect(await outcomes(wrap)).toEqual(expected);
  });
});
