import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { accept, refuse, forStream, type Decision, type Fact, type StreamType } from '@kushk/decider';
import { newCredential, signCall } from '@kushk/credentials';
import { answers } from './answers.js';
import { eventually } from './eventually.js';
import { given } from './given.js';
import { RecordingPlugin } from './recording-plugin.js';

type Lamp = Fact<'SwitchedOn', object> | Fact<'SwitchedOff', object>;
const lamp: StreamType<{ on: boolean; times: bigint }, Lamp> = {
  category: 'lamp',
  initial: { on: false, times: 0n },
  stateVersion: 1,
  evolve: (state, fact) => ({ on: fact.type === 'SwitchedOn', times: state.times + 1n }),
};
const switchOn = (state: { on: boolean }): Decision<Lamp[], { was: boolean }> =>
  state.on ? refuse('lamp.is_on', { since: 'ever' }) : accept([{ type: 'SwitchedOn', data: {} }], { was: state.on });

describe('given', () => {
  it('checks facts, reply, state and refusal of a decision over one stream', () => {
    given(lamp)
      .when(switchOn)
      .thenFacts({ type: 'SwitchedOn', data: {} })
      .thenReplies({ was: false })
      .thenState({ on: true, times: 1n });
    given(lamp, { type: 'SwitchedOn', data: {} }).when(switchOn).thenRefuses('lamp.is_on', { since: 'ever' });
  });

  it('checks the facts of a decision over several streams', () => {
    given({ hall: [lamp, { type: 'SwitchedOn', data: {} }], cellar: [lamp] })
      .when(({ hall }) =>
        accept({ cellar: [{ type: hall.on ? 'SwitchedOn' : 'SwitchedOff', data: {} }], hall: [] }, null),
      )
      .thenFactsOf({ cellar: [{ type: 'SwitchedOn', data: {} }] })
      .thenState({ cellar: { on: true, times: 1n }, hall: { on: true, times: 1n } })
      .thenReplies(null);
  });

  it('decides the next command on the state that the last one left', () => {
    given(lamp)
      .when(switchOn)
      .when(switchOn)
      .thenRefuses('lamp.is_on')
      .when(() => accept([{ type: 'SwitchedOff', data: {} }], null))
      .thenState({ on: false, times: 2n });
  });

  it('accepts the facts of one stream under a name', () => {
    given(lamp)
      .when((state) => forStream('hall', switchOn(state)))
      .thenFacts({ type: 'SwitchedOn', data: {} })
      .thenState({ on: true });
  });

  it('shows the decision when an expectation fails', () => {
    expect(() => given(lamp, { type: 'SwitchedOn', data: {} }).when(switchOn).thenFacts()).toThrow(
      "refused: lamp.is_on { since: 'ever' }",
    );
    expect(() => given(lamp).when(switchOn).thenRefuses('lamp.is_on')).toThrow(/it was accepted: .*SwitchedOn/s);
    expect(() => given(lamp).when(switchOn).thenFacts()).toThrow();
    expect(() => given(lamp).when(switchOn).thenReplies({ was: true })).toThrow();
  });
});

describe('eventually', () => {
  it('gives the first real answer, whatever went wrong before', async () => {
    let asked = 0;
    const answer = await eventually(() => {
      asked += 1;
      if (asked === 1) throw new Error('not yet');
      return [undefined, undefined, null, false, 0][asked] as number | null | false | undefined;
    });
    expect([answer, asked]).toEqual([0, 4]);
  });

  it('fails in time with the last reason', async () => {
    await expect(
      eventually(() => {
        expect(1).toBe(2);
      }, 30),
    ).rejects.toThrow(/not within 30 ms/);
    await expect(eventually(() => false, 30)).rejects.toThrow('the answer is still false');
  });
});

describe('a recording plugin', () => {
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
  const send = (plugin: RecordingPlugin, path: string, body: string, key = secret): Promise<Response> =>
    fetch(plugin.baseUrl + path, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: {
        'service-signature': signCall(key, body, Math.floor(Date.now() / 1000)),
        'service-installation-id': 'ins_1',
      },
    });

  it('writes down calls, remembers credentials and tells true signatures from false ones', async () => {
    await usingPlugin({ path: '/base' }, async (plugin) => {
      await send(plugin, '/service/events', '{"id":"evt_0"}');
      await send(plugin, '/service/lifecycle', JSON.stringify(credentials));
      await send(plugin, '/service/events', '{"id":"evt_1"}');
      await send(plugin, '/service/events', '{"id":"evt_2"}', newCredential('ks'));
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

  it('answers as told: one after the other, the last one for good', async () => {
    await usingPlugin({}, async (plugin) => {
      plugin.answer(
        '/service/events',
        answers.status(500),
        answers.after(5, answers.redirect('http://127.0.0.1:1/')),
        answers.decide((call) => answers.status(call.body.length)),
      );
      const statuses = [];
      for (let index = 0; index < 4; index += 1)
        statuses.push((await send(plugin, '/service/events', 'x'.repeat(200 + index))).status);
      expect(statuses).toEqual([500, 302, 202, 203]);
      plugin.answerTool('find', [1, 2]);
      expect(await (await send(plugin, '/service/tools/find', '{}')).json()).toEqual({ content: [1, 2] });
    });
  });

  it('misbehaves: garbage, reset, cut short, no JSON, huge, drip, hang', async () => {
    await usingPlugin({}, async (plugin) => {
      const path = '/service/events';
      for (const broken of [answers.garbage(), answers.reset()]) {
        plugin.answer(path, broken);
        await expect(send(plugin, path, '{}')).rejects.toThrow('fetch failed');
      }
      plugin.answer(path, answers.cutShort());
      await expect(send(plugin, path, '{}').then((response) => response.text())).rejects.toThrow('terminated');
      plugin.answer(path, answers.notJson());
      await expect(send(plugin, path, '{}').then((response) => response.json())).rejects.toThrow('not valid JSON');
      plugin.answer(path, answers.huge(3 * 1024 * 1024));
      expect((await (await send(plugin, path, '{}')).arrayBuffer()).byteLength).toBe(3 * 1024 * 1024);
      plugin.answer(path, answers.drip(3, 2));
      expect(await (await send(plugin, path, '{}')).text()).toBe('   ');
      plugin.answer(path, answers.hang());
      await expect(
        fetch(plugin.baseUrl + path, { method: 'POST', body: '{}', signal: AbortSignal.timeout(50) }),
      ).rejects.toThrow(/timeout/);
    });
  });

  it('survives a caller that goes away in mid-body, and frees its port when stopped', async () => {
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
    expect((await send(plugin, '/service/events', '{}')).status).toBe(200);
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
