/**
 * Tests with plugins that are down, slow or return garbage. Callers get a response in time, and no other plugin is
 * delayed.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@kushk/embedded';
import { responses, eventually, RecordingPlugin, type PluginResponse } from '@kushk/testing';
import { granted, verdict, type Body } from '../parties/client.js';
import { installed, manifestOf, type Installed } from '../parties/invoices.js';
import { requestMistakes } from '../parties/mistakes.js';
import { admin, member, newPublisher, unique, type Publisher } from '../parties/parties.js';

const TOOL = '/service/tools/find_invoice';
/**
 * A plugin has 10 s to respond, and the whole request 12 s (docs/reference/limits.md). The rest is a margin for a
 * busy machine.
 */
const NOTICED_WITHIN_MS = 25_000;
/** Less than the 10 s that a plugin has to respond to an event. */
const DURING_A_HANGING_CALL_MS = 9_000;

describe('a misbehaving plugin', () => {
  let publisher: Publisher;
  let plugin: RecordingPlugin;
  let sound: RecordingPlugin;
  let here: Installed;
  let other: Installed;

  const started = async (name: string, on: RecordingPlugin): Promise<Installed> =>
    installed(
      publisher,
      on,
      manifestOf({ id: `ir.${unique(name)}.invoices`, publisher: publisher.id, baseUrl: on.baseUrl }),
    );
  const callTool = (of: Installed = here) =>
    member.post(`/installations/${of.id}/tools/find_invoice`, { arguments: { number: '1' } });
  const settle = async (of: Installed, external_id: string): Promise<void> => {
    const proposal = granted(
      await of.api.post('/proposals', {
        external_id,
        record_type: 'case',
        action: 'create',
        changes: { title: external_id },
        summary: external_id,
      }),
    );
    granted(await member.post(`/proposals/${proposal.id}/apply`));
  };
  const pushed = (on: RecordingPlugin, external_id: string) =>
    on.callsTo('/service/events').filter(({ json }) => (json['data'] as Body).external_id === external_id);

  beforeAll(async () => {
    [publisher, plugin, sound] = await Promise.all([
      newPublisher('bad'),
      // It is started again on its port.
      RecordingPlugin.start({ port: await freePort() }),
      RecordingPlugin.start(),
    ]);
    [here, other] = await Promise.all([started('bad', plugin), started('sound', sound)]);
    sound.respondToTool('find_invoice', 'well');
  });
  afterAll(() => Promise.all([plugin.stop(), sound.stop()]));

  it.each<[string, PluginResponse, string, object]>([
    [
      'answers with an error',
      responses.status(500, { content: 'secret of the plugin' }),
      '502 tool.failed',
      { status: 500 },
    ],
    ['redirects', responses.redirect('http://127.0.0.1:1/elsewhere'), '502 tool.failed', { status: 302 }],
    ['answers something that is no JSON', responses.notJson(), '502 tool.answer_invalid', {}],
    ['answers JSON without content', responses.status(200, { answer: 1 }), '502 tool.answer_invalid', {}],
    ['answers nothing', responses.status(204), '502 tool.answer_invalid', {}],
    ['answers more than 1 MiB', responses.huge(3 * 1024 * 1024), '502 tool.answer_too_large', {}],
    ['stops in the middle of its answer', responses.cutShort(), '502 tool.unreachable', {}],
    ['resets the connection', responses.reset(), '502 tool.unreachable', {}],
    ['speaks no HTTP', responses.garbage(), '502 tool.answer_invalid', {}],
  ])('that %s during a tool call gives the caller a specific error', async (...[, answer, expected, params]) => {
    plugin.respond(TOOL, answer);
    const answered = await callTool();
    expect([verdict(answered), answered.body.params]).toEqual([expected, expect.objectContaining(params)]);
    expect(answered.text).not.toContain('secret of the plugin');
    plugin.respondToTool('find_invoice', 'well again');
    expect((await callTool()).body).toEqual({ content: 'well again' });
  });

  it('that responds slowly, or not at all, is cut off at the deadline without delaying another plugin', async () => {
    const dripping = await started('drip', sound);
    const before = plugin.callsTo(TOOL).length;
    plugin.respond(TOOL, responses.hang());
    sound.respond(
      TOOL,
      responses.choose(({ headers }) =>
        headers['service-installation-id'] === dripping.id ? responses.drip(60, 500) : responses.content('well'),
      ),
    );
    const since = performance.now();
    const timed = async (of: Installed) => [await callTool(of), performance.now() - since] as const;
    const listed = requestMistakes.find(({ code }) => code === 'tool.timeout');
    let slowCallsEnded = false;
    const waiting = Promise.all([timed(here), timed(dripping)]).finally(() => (slowCallsEnded = true));
    await eventually(() => plugin.callsTo(TOOL).length > before);
    expect((await callTool(other)).body).toEqual({ content: 'well' });
    expect(slowCallsEnded).toBe(false);
    for (const [answered, ms] of await waiting) {
      expect(verdict(answered)).toBe('504 tool.timeout');
      expect(answered.body.detail ?? answered.body.title).toBe(listed?.sees.en);
      expect(ms).toBeLessThan(NOTICED_WITHIN_MS);
    }
    plugin.respondToTool('find_invoice', 'well again');
    sound.respondToTool('find_invoice', 'well');
  });

  it('that fails to accept events delays no other plugin, and loses none of its own events', async () => {
    plugin.respond(
      '/service/events',
      responses.hang(),
      responses.redirect('http://127.0.0.1:1/elsewhere'),
      responses.status(200),
    );
    await settle(here, 'stuck');
    await eventually(() => pushed(plugin, 'stuck').length === 1);
    const since = performance.now();
    await settle(other, 'quick');
    await eventually(() => pushed(sound, 'quick').length === 1);
    expect(performance.now() - since).toBeLessThan(DURING_A_HANGING_CALL_MS);
    expect(granted(await here.api.get('/events')).events.map(({ data }: Body) => data.external_id)).toContain('stuck');
    granted(
      await admin.post(
        `/installations/${here.id}/deliveries/${String(pushed(plugin, 'stuck')[0]!.headers['service-event-id'])}/redeliver`,
      ),
    );
  });

  it('that responds to an event with 410 gets no more pushed events until the admin resumes it, but can poll', async () => {
    const gone = await RecordingPlugin.start();
    try {
      const there = await started('gone', gone);
      gone.respond('/service/events', responses.status(410));
      await settle(there, 'first');
      await eventually(() => pushed(gone, 'first').length === 1);
      const stopped = { state: 'stopped', last_error: { status: 410 }, next_attempt_at: null, ended_by: 'resume' };
      await eventually(async () => {
        expect(granted(await admin.get(`/installations/${there.id}/health`))).toMatchObject({ events: stopped });
        return true;
      });
      await settle(there, 'second');
      await settle(other, 'marker');
      await eventually(() => pushed(sound, 'marker').length === 1);
      expect(gone.events).toHaveLength(1);
      const { events } = granted(await there.api.get('/events'));
      expect(events.map(({ data }: Body) => data.external_id)).toEqual(['first', 'second']);
      gone.respond('/service/events', responses.status(200));
      granted(await admin.post(`/installations/${there.id}/deliveries/resume`));
      await eventually(() => pushed(gone, 'first').length === 2 && pushed(gone, 'second').length === 1);
      expect(new Set(gone.events.map((event) => event['id']))).toEqual(new Set(events.map(({ id }: Body) => id)));
    } finally {
      await gone.stop();
    }
  });

  it('that accepts an event with an oversized response body does not get the event again', async () => {
    sound.respond('/service/events', responses.huge(1024 * 1024));
    await settle(other, 'long');
    const [call] = await eventually(() => {
      const calls = pushed(sound, 'long');
      return calls.length > 0 && calls;
    });
    const delivered = async () =>
      granted(await admin.get(`/installations/${other.id}/deliveries`)).items.find(
        (one: Body) => one.event_id === call!.headers['service-event-id'],
      );
    await eventually(async () => (await delivered()).status === 'delivered');
    expect((await delivered()).attempts).toHaveLength(1);
  });

  it('that is down gives tool.unreachable, and works again after its restart', async () => {
    const { port } = new URL(plugin.baseUrl);
    await plugin.stop();
    expect(verdict(await callTool())).toBe('502 tool.unreachable');
    plugin = await RecordingPlugin.start({ port: Number(port) });
    plugin.respondToTool('find_invoice', 'back');
    expect((await callTool()).body).toEqual({ content: 'back' });
  });
});
