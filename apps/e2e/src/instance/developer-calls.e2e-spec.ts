/** Tests of the routes for developers, which exist only outside production. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, RecordingPlugin, responses } from '@kushk/testing';
import { granted, verdict, type Body } from '../parties/client.js';
import { installed, manifestOf, type Installed } from '../parties/invoices.js';
import { admin, member, newPublisher, unique } from '../parties/parties.js';

describe('the calls of an installation, for its developer', () => {
  let plugin: RecordingPlugin;
  let here: Installed;
  const path = () => `/installations/${here.id}`;
  const dev = () => `/dev${path()}`;
  const find = async () => verdict(await admin.post(`${path()}/tools/find_invoice`, { arguments: { number: '1' } }));
  const toolCalls = async (): Promise<readonly Body[]> => {
    const { sent } = granted(await admin.get(`${dev()}/calls`));
    return (sent as Body[]).filter((one) => String(one.path).endsWith('/service/tools/find_invoice'));
  };

  beforeAll(async () => {
    const [recording, publisher] = await Promise.all([RecordingPlugin.start(), newPublisher('developer')]);
    plugin = recording;
    const id = `ir.${unique('developer')}.invoices`;
    here = await installed(publisher, plugin, manifestOf({ id, publisher: publisher.id, baseUrl: plugin.baseUrl }));
  });
  afterAll(() => plugin.stop());

  it('have both bodies without secrets, and name the call that caused a request', async () => {
    plugin.respond('/service/tools/find_invoice', responses.notJson());
    expect(await find()).toBe('502 tool.answer_invalid');
    const [call] = await toolCalls();
    expect(call).toMatchObject({
      status: 200,
      request_body: expect.stringMatching(/"arguments":\{"number":"1"\},"handle":"kh_\[redacted\]"/),
      response_body: expect.any(String),
    });
    const { sent, calls } = granted(await admin.get(`${dev()}/calls`));
    expect(JSON.stringify([sent, calls])).not.toContain(here.credentials.token.slice(3));
    expect(JSON.stringify([sent, calls])).not.toContain(here.credentials.signing_secret.slice(3));
    plugin.respond('/service/tools/find_invoice', responses.status(200, { content: 'found' }));
  });

  it('fail as if the plugin could not be reached while a developer simulates that', async () => {
    // Also while the installation is paused, when nothing is sent.
    granted(await admin.post(`${path()}/pause`));
    expect(granted(await admin.post(`${dev()}/outage`, { seconds: 600 })).until).toEqual(expect.any(String));
    granted(await admin.post(`${path()}/resume`));
    await eventually(async () => (await find()) === '502 tool.unreachable');
    expect((await toolCalls()).at(-1)).toMatchObject({ status: null, simulated_outage: true });
    expect(granted(await admin.post(`${dev()}/outage`, { seconds: 0 }))).toEqual({ until: null });
    await eventually(async () => (await find()) === '200');
    expect((await toolCalls()).at(-1)).toMatchObject({ status: 200, response_body: '{"content":"found"}' });
  });

  it('fail in this way only for an admin, a known installation and at most a day', async () => {
    expect(verdict(await member.post(`${dev()}/outage`, { seconds: 1 }))).toBe('403 auth.role_missing');
    expect(verdict(await admin.post(`${dev()}/outage`, { seconds: 86_401 }))).toBe('422 request.invalid');
    const unknown = await admin.post('/dev/installations/ins_0/outage', { seconds: 1 });
    expect(verdict(unknown)).toBe('404 installation.not_found');
  });

  it('carry no event with data of another type', async () => {
    const event = { type: 'plugin.proposal.settled', data: { revision: '1' } };
    const refused = await admin.post(`${dev()}/events`, event);
    expect(verdict(refused)).toBe('422 request.invalid');
    expect(refused.body.params.problems).toContainEqual(expect.objectContaining({ path: '/data/revision' }));
  });

  it('end with the removal of the installation', async () => {
    granted(await admin.delete(path()));
    expect(verdict(await admin.post(`${dev()}/outage`, { seconds: 1 }))).toBe('404 installation.not_found');
  });
});
