/** A plugin that is down, slow or talks nonsense: its callers get an answer in time, and nobody else waits (contract §7). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answers, eventually, RecordingPlugin, type Answer } from '@kushk/testing';
import { granted, verdict, type Body } from '../parties/client.js';
import { installed, manifestOf, type Installed } from '../parties/invoices.js';
import { admin, member, newPublisher, unique, type Publisher } from '../parties/parties.js';

const TOOL = '/service/tools/find_invoice';
/** A plugin has ten seconds, the whole request twelve (contract §3, §7); what this process takes to notice comes on top. */
const NOTICED_WITHIN_MS = 14_000;

describe('a bad plugin', () => {
  let publisher: Publisher;
  let plugin: RecordingPlugin;
  let sound: RecordingPlugin;
  let here: Installed;
  let beside: Installed;

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
      RecordingPlugin.start(),
      RecordingPlugin.start(),
    ]);
    [here, beside] = await Promise.all([started('bad', plugin), started('sound', sound)]);
    sound.answerTool('find_invoice', 'well');
  });
  afterAll(() => Promise.all([plugin.stop(), sound.stop()]));

  it.each<[string, Answer, string, object]>([
    [
      'answers with an error',
      answers.status(500, { content: 'secret of the plugin' }),
      '502 tool.failed',
      { status: 500 },
    ],
    ['redirects', answers.redirect('http://127.0.0.1:1/elsewhere'), '502 tool.failed', { status: 302 }],
    ['answers something that is no JSON', answers.notJson(), '502 tool.answer_invalid', {}],
    ['answers JSON without content', answers.status(200, { answer: 1 }), '502 tool.answer_invalid', {}],
    ['answers nothing', answers.status(204), '502 tool.answer_invalid', {}],
    ['answers more than 1 MiB', answers.huge(3 * 1024 * 1024), '502 tool.answer_too_large', {}],
    ['stops in the middle of its answer', answers.cutShort(), '502 tool.unreachable', {}],
    ['resets the connection', answers.reset(), '502 tool.unreachable', {}],
    ['speaks no HTTP', answers.garbage(), '502 tool.answer_invalid', {}],
  ])('that %s to a tool call gives an error of its own', async (_, answer, expected, params) => {
    plugin.answer(TOOL, answer);
    const answered = await callTool();
    expect([verdict(answered), answered.body.params]).toEqual([expected, expect.objectContaining(params)]);
    expect(answered.text).not.toContain('secret of the plugin');
    plugin.answerTool('find_invoice', 'well again');
    expect((await callTool()).body).toEqual({ content: 'well again' });
  });

  it('that is silent, or drips its answer, is given up within the deadline, while another one answers at once', async () => {
    const dripping = await started('drip', sound);
    const before = plugin.callsTo(TOOL).length;
    plugin.answer(TOOL, answers.hang());
    sound.answer(
      TOOL,
      answers.decide(({ headers }) =>
        headers['service-installation-id'] === dripping.id ? answers.drip(60, 500) : answers.content('well'),
      ),
    );
    const since = performance.now();
    const timed = async (of: Installed) => [verdict(await callTool(of)), performance.now() - since] as const;
    const waiting = Promise.all([timed(here), timed(dripping)]);
    await eventually(() => plugin.callsTo(TOOL).length > before);
    const askedAt = performance.now();
    expect((await callTool(beside)).body).toEqual({ content: 'well' });
    expect(performance.now() - askedAt).toBeLessThan(3_000);
    for (const [answered, ms] of await waiting) {
      expect(answered).toBe('504 tool.timeout');
      expect(ms).toBeLessThan(NOTICED_WITHIN_MS);
    }
    plugin.answerTool('find_invoice', 'well again');
    sound.answerTool('find_invoice', 'well');
  }, 30_000);

  it('whose events fail delays no event of another, and loses none itself', async () => {
    plugin.answer(
      '/service/events',
      answers.hang(),
      answers.redirect('http://127.0.0.1:1/elsewhere'),
      answers.status(200),
    );
    await settle(here, 'stuck');
    await eventually(() => pushed(plugin, 'stuck').length === 1);
    const since = performance.now();
    await settle(beside, 'quick');
    await eventually(() => pushed(sound, 'quick').length === 1);
    expect(performance.now() - since).toBeLessThan(5_000);
    expect(granted(await here.api.get('/events')).events.map(({ data }: Body) => data.external_id)).toContain('stuck');
    granted(
      await admin.post(
        `/installations/${here.id}/deliveries/${String(pushed(plugin, 'stuck')[0]!.headers['service-event-id'])}/redeliver`,
      ),
    );
  });

  it('that says 410 is pushed nothing more, until the admin resumes it; polling goes on', async () => {
    const gone = await RecordingPlugin.start();
    try {
      const there = await started('gone', gone);
      gone.answer('/service/events', answers.status(410));
      await settle(there, 'first');
      await eventually(() => pushed(gone, 'first').length === 1);
      await settle(there, 'second');
      await settle(beside, 'marker');
      await eventually(() => pushed(sound, 'marker').length === 1);
      expect(gone.events).toHaveLength(1);
      const { events } = granted(await there.api.get('/events'));
      expect(events.map(({ data }: Body) => data.external_id)).toEqual(['first', 'second']);
      gone.answer('/service/events', answers.status(200));
      granted(await admin.post(`/installations/${there.id}/resume`));
      await eventually(() => pushed(gone, 'first').length === 2 && pushed(gone, 'second').length === 1);
      expect(new Set(gone.events.map((event) => event['id']))).toEqual(new Set(events.map(({ id }: Body) => id)));
    } finally {
      await gone.stop();
    }
  });

  it('that answers an event with more than is read has taken it', async () => {
    sound.answer('/service/events', answers.huge(1024 * 1024));
    await settle(beside, 'long');
    const [call] = await eventually(() => {
      const calls = pushed(sound, 'long');
      return calls.length > 0 && calls;
    });
    const delivered = async () =>
      granted(await admin.get(`/installations/${beside.id}/deliveries`)).items.find(
        (one: Body) => one.event_id === call!.headers['service-event-id'],
      );
    await eventually(async () => (await delivered()).status === 'delivered');
    expect((await delivered()).attempts).toHaveLength(1);
  });

  it('that is down is told from one that fails, and is found again when it is back', async () => {
    const { port } = new URL(plugin.baseUrl);
    await plugin.stop();
    expect(verdict(await callTool())).toBe('502 tool.unreachable');
    plugin = await RecordingPlugin.start({ port: Number(port) });
    plugin.answerTool('find_invoice', 'back');
    expect((await callTool()).body).toEqual({ content: 'back' });
  });
});
