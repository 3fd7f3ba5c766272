import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { newCredential, signCall } from '@kushk/credentials';
import { responses } from './plugin-responses.js';
import { RecordingPlugin } from './recording-plugin.js';

describe('RecordingPlugin', () => {
  const secret = newCredential('ks');
  const credentials = {
    event: 'installed',
    installation_id: 'ins_1',
    api_base: 'http://127.0.0.1:1/i/ins_1/plugin/v1',
    token: 'ki_',
    signing_secret: secret,
    scopes: [],
    settings: {},
  };
  const send = (
    plugin: RecordingPlugin,
    path: string,
    { body, key = secret }: { readonly body: string; readonly key?: string },
  ): Promise<Response> =>
    fetch(plugin.baseUrl + path, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: {
        'service-signature': signCall(key, body, Math.floor(Date.now() / 1000)),
        'service-installation-id': 'ins_1',
      },
    });

  it('records calls with the validity of their signatures, and stores credentials', async () => {
    await usingPlugin({ path: '/base' }, async (plugin) => {
      await send(plugin, '/service/events', { body: '{"id":"evt_0"}' });
      await send(plugin, '/service/lifecycle', { body: JSON.stringify(credentials) });
      await send(plugin, '/service/events', { body: '{"id":"evt_1"}' });
      await send(plugin, '/service/events', { body: '{"id":"evt_2"}', key: newCredential('ks') });
      await fetch(`${plugin.baseUrl}/service/events`, { method: 'POST', body: 'no json' });
      expect(plugin.calls.map(({ path, signature }) => [path, signature])).toEqual([
        ['/service/events', 'unknown_secret'],
        ['/service/lifecycle', 'valid'],
        ['/service/events', 'valid'],
        ['/service/events', 'invalid'],
        ['/service/events', 'missing'],
      ]);
      expect(plugin.events.map((event) => event['id'])).toEqual(['evt_0', 'evt_1', 'evt_2', undefined]);
      expect(await plugin.credentials('ins_1')).toMatchObject({ signing_secret: secret });
      expect((await plugin.call('/service/events', (call) => call.json['id'] === 'evt_1')).body.toString()).toBe(
        '{"id":"evt_1"}',
      );
    });
  });

  it('sends the planned responses in order, then repeats the last one', async () => {
    await usingPlugin({}, async (plugin) => {
      plugin.respond(
        '/service/events',
        responses.status(500),
        responses.delayed(5, responses.redirect('http://127.0.0.1:1/')),
        responses.choose((call) => responses.status(call.body.length)),
      );
      const statuses = [];
      for (let index = 0; index < 4; index += 1)
        statuses.push((await send(plugin, '/service/events', { body: 'x'.repeat(200 + index) })).status);
      expect(statuses).toEqual([500, 302, 202, 203]);
      plugin.respondToTool('find', [1, 2]);
      expect(await (await send(plugin, '/service/tools/find', { body: '{}' })).json()).toEqual({ content: [1, 2] });
    });
  });

  it('can respond with broken, truncated or huge bodies, slowly, or not at all', async () => {
    await usingPlugin({}, async (plugin) => {
      const path = '/service/events';
      for (const broken of [responses.garbage(), responses.reset()]) {
        plugin.respond(path, broken);
        await expect(send(plugin, path, { body: '{}' })).rejects.toThrow('fetch failed');
      }
      plugin.respond(path, responses.cutShort());
      await expect(send(plugin, path, { body: '{}' }).then((response) => response.text())).rejects.toThrow(
        'terminated',
      );
      plugin.respond(path, responses.notJson());
      await expect(send(plugin, path, { body: '{}' }).then((response) => response.json())).rejects.toThrow(
        'not valid JSON',
      );
      plugin.respond(path, responses.huge(3 * 1024 * 1024));
      expect((await (await send(plugin, path, { body: '{}' })).arrayBuffer()).byteLength).toBe(3 * 1024 * 1024);
      plugin.respond(path, responses.drip(3, 2));
      expect(await (await send(plugin, path, { body: '{}' })).text()).toBe('   ');
      plugin.respond(path, responses.hang());
      await expect(
        fetch(plugin.baseUrl + path, { method: 'POST', body: '{}', signal: AbortSignal.timeout(50) }),
      ).rejects.toThrow(/timeout/);
    });
  });

  it('survives a caller that disconnects before the body is complete, and frees its port when stopped', async () => {
    const plugin = await RecordingPlugin.start();
    const port = Number(new URL(plugin.baseUrl).port);
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write('POST /service/events HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n{');
        socket.destroy();
      });
      socket.on('close', () => {
        resolve();
      });
    });
    expect((await send(plugin, '/service/events', { body: '{}' })).status).toBe(200);
    await plugin.stop();
    await (await RecordingPlugin.start({ port })).stop();
  });
});

async function usingPlugin(
  options: { path?: string },
  work: (plugin: RecordingPlugin) => Promise<void>,
): Promise<void> {
  const plugin = await RecordingPlugin.start(options);
  try {
    await work(plugin);
  } finally {
    await plugin.stop();
  }
}
