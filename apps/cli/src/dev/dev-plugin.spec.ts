import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Manifest } from '@kushk/manifest';
import { firstFreePort } from '../plugin-process/plugin-process.js';
import { Terminal } from '../terminal.js';
import { DevPlugin } from './dev-plugin.js';

const other = createServer();
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve));
  port = (other.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => other.close(resolve)));

const pluginWith = (run: string | false): DevPlugin =>
  new DevPlugin({
    terminal: new Terminal({ json: true, language: 'en' }),
    file: 'manifest.yaml',
    hub: 'http://localhost:1',
    serviceOrigin: 'http://localhost:1',
    run,
    onNote: () => undefined,
    onLine: () => undefined,
  });

describe('a port on which another program listens', () => {
  it('is refused for a plugin that kushk dev starts, with a free one, and taken for one that runs elsewhere', async () => {
    const manifest = { base_url: `http://localhost:${port}` } as Manifest;
    const free = await firstFreePort(port);
    expect(free).toBeGreaterThan(port);
    await expect(pluginWith('true').start(manifest)).rejects.toThrow(
      `port ${port} is used by another program (perhaps another "kushk dev"): stop it, or change base_url in the ` +
        `manifest to a free port such as http://localhost:${free};`,
    );
    await pluginWith(false).start(manifest);
  });
});
