import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TitledInstallation } from '@kushk/contracts';
import type { Manifest } from '@kushk/manifest';
import { Terminal } from '../terminal.js';
import type { DevFeed } from './dev-feed.js';
import type { DevSession } from './dev-session.js';
import { Readiness } from './readiness.js';

let calls = 0;
const plugin = createServer((request, response) => {
  calls += 1;
  request.resume().on('end', () => response.writeHead(401).end());
});
beforeAll(() => new Promise<void>((resolve) => plugin.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => plugin.close(resolve)));

describe('a plugin in kushk dev', () => {
  it('is ready once its manifest is installed and it has rejected one forged call, and again after a change', async () => {
    const notes: string[] = [];
    let isSaved = false;
    const readiness = new Readiness({
      terminal: new Terminal({ json: true, language: 'en' }),
      session: { hasSavedManifest: () => Promise.resolve(isSaved) } as unknown as DevSession,
      onNote: (_level, text) => notes.push(text.split(':')[0] ?? ''),
    });
    const feed = { rejectsForged: null } as DevFeed;
    const manifest = { base_url: `http://127.0.0.1:${(plugin.address() as AddressInfo).port}` } as Manifest;
    const look = async (status: TitledInstallation['status']): Promise<void> => {
      const installation = { installation_id: 'ins_1', status } as TitledInstallation;
      await readiness.checkSignatures(feed, manifest, installation);
      await readiness.isCurrent(installation);
      readiness.report(feed, manifest);
    };
    await look('pending');
    expect([calls, notes]).toEqual([0, []]);
    await look('installed');
    expect(notes).toEqual(['checked']);
    isSaved = true;
    for (let again = 0; again < 2; again += 1) await look('installed');
    expect([calls, notes]).toEqual([1, ['checked', 'ready']]);
    readiness.reset();
    await look('installed');
    expect([calls, notes]).toEqual([2, ['checked', 'ready', 'ready']]);
  });

  it('has one line about the forged call left out, and only while it is under way', async () => {
    const readiness = new Readiness({
      terminal: new Terminal({ json: true, language: 'en' }),
      session: {} as DevSession,
      onNote: () => undefined,
    });
    const line = 'refused a call: the signature does not match';
    expect(readiness.isAbout(line)).toBe(false);
    const manifest = { base_url: `http://127.0.0.1:${(plugin.address() as AddressInfo).port}` } as Manifest;
    const installed = { installation_id: 'ins_1', status: 'installed' } as TitledInstallation;
    const checking = readiness.checkSignatures({ rejectsForged: null } as DevFeed, manifest, installed);
    expect(['listening', line, line].map((text) => readiness.isAbout(text))).toEqual([false, true, false]);
    await checking;
  });
});
