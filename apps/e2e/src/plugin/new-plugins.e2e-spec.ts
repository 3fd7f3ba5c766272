/** The plugins that `kushk plugin new` writes, installed on the running system. */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kushk/testing';
import { granted, verdict, type Body } from '../parties/client.js';
import { holdsWithin } from '../parties/holds.js';
import { NewPlugin, type Template } from '../parties/new-plugin.js';
import { admin, member } from '../parties/parties.js';

const scopes = ['records.own', 'proposals.calendar_event', 'wallet.consume'];

/** The command that shows whether the language of a template is installed. */
const probes: Readonly<Record<Template, readonly [string, string]>> = {
  node: [process.execPath, '--version'],
  python: ['python3', '--version'],
  go: ['go', 'version'],
  php: ['php', '--version'],
};
const templates = (Object.keys(probes) as Template[]).filter((template) => {
  const [command, argument] = probes[template];
  const isInstalled = spawnSync(command, [argument]).status === 0;
  if (!isInstalled) process.stderr.write(`the template ${template} was not run: this machine has no ${command}\n`);
  return isInstalled;
});

describe.each(templates)('the plugin of the template %s', (template) => {
  let plugin: NewPlugin;
  let id: string;
  beforeAll(async () => {
    plugin = await NewPlugin.start(template);
  });
  afterAll(() => plugin.stop());

  const reminders = async (text: string): Promise<Body[]> =>
    granted(await member.post(`/installations/${id}/tools/find_reminders`, { arguments: { text } })).content;
  const pending = async (title: string): Promise<Body[]> =>
    granted(await member.get('/proposals?status=pending&limit=200')).items.filter(
      (one: Body) => one.installation_id === id && one.summary === title,
    );

  it('accepts its credentials and answers its tool for a person', async () => {
    const consent = { scopes, base_url: plugin.url };
    const made = granted(await admin.post('/installations', { plugin_id: plugin.id, plan: 'basic', consent }));
    id = made.installation_id;
    await holdsWithin(30_000, async () =>
      expect(granted(await admin.get(`/installations/${id}`)).status).toBe('installed'),
    );
    expect(await reminders('Try')).toMatchObject([{ title: 'Try the reminders', outcome: 'pending' }]);
    expect(await reminders('something else')).toEqual([]);
  });

  it('proposes a reminder when it is installed, and stores that it was applied', async () => {
    const [proposal] = await pending('Try the reminders');
    const { record_id } = granted(await member.post(`/proposals/${proposal.id}/apply`));
    expect(granted(await member.get(`/calendar/${record_id}`)).title).toBe('Try the reminders');
    await holdsWithin(30_000, async () => expect(await reminders('Try')).toMatchObject([{ outcome: 'applied' }]));
  });

  it('charges what a person adds on its page, and nothing without MU or with a wrong handle', async () => {
    const { handle } = granted(await member.post(`/installations/${id}/handle`, { surface: 'app' }));
    const add = async (title: string, more: object = {}): Promise<string> => {
      const body = { installation_id: id, handle, id: title, title, days: 7, ...more };
      const response = await fetch(`${plugin.url}/reminders`, { method: 'POST', body: JSON.stringify(body) });
      const { status, code } = (await response.json()) as { status?: string; code?: string };
      return `${response.status} ${code ?? status}`;
    };
    expect(await add('too-early')).toBe('402 wallet.insufficient_balance');
    granted(await admin.post(`/installations/${id}/wallet/gifts`, { mu: '2' }));
    expect(await add('call-sara')).toBe('201 proposed');
    expect(await add('forged', { handle: 'kh_forged' })).toBe('401 auth.handle_invalid');
    expect(granted(await admin.get(`/installations/${id}/wallet`))).toMatchObject({ available: '1.5', held: '0' });
    expect(await pending('call-sara')).toHaveLength(1);
    expect(await reminders('')).toHaveLength(2);
  });

  it('serves a page that the service may embed, and forgets everything when it is removed', async () => {
    expect(granted(await admin.get(`/installations/${id}/page?surface=app`)).problem).toBeNull();
    const page = `${plugin.url}/pages/app?installation_id=${id}`;
    expect((await fetch(page)).status).toBe(200);
    expect(verdict(await admin.delete(`/installations/${id}`))).toBe('200');
    await holdsWithin(30_000, async () => expect((await fetch(page)).status).toBe(404));
  });
});

describe('the plugin of the template poller', () => {
  let plugin: NewPlugin;
  let id: string;
  beforeAll(async () => {
    plugin = await NewPlugin.startPolling(async (plugin_id) => {
      const consent = { scopes: [...scopes, 'sources.intake.document'] };
      const made = granted(await admin.post('/installations', { plugin_id, plan: 'basic', consent }));
      id = made.installation_id;
      // The wallet is opened after the installation.
      await eventually(async () => granted(await admin.post(`/installations/${id}/wallet/gifts`, { mu: '2' })));
      return id;
    });
  });
  afterAll(() => plugin.stop());

  it('brings in a note with the credentials that an admin has read, proposes from it, and charges for that', async () => {
    const waiting = async (list: string, fields: object): Promise<Body> => {
      let found: Body;
      await holdsWithin(30_000, async () => {
        const { items } = granted(await admin.get(`/${list}?status=pending&limit=200`));
        found = items.find((one: Body) => one.installation_id === id);
        expect(found).toMatchObject(fields);
      });
      return found!;
    };
    const source = await waiting('sources', { title: 'Try the reminders' });
    granted(await admin.post(`/sources/${source.id}/accept`, { member_ids: null }));
    const proposal = await waiting('proposals', { summary: 'Try the reminders' });
    granted(await member.post(`/proposals/${proposal.id}/apply`));
    await holdsWithin(30_000, async () =>
      expect(granted(await admin.get(`/installations/${id}/wallet`))).toMatchObject({ available: '1.5', held: '0' }),
    );
    expect(granted(await admin.get(`/installations/${id}/health`)).events.state).toBe('ok');
  });

  it('ends when it is removed, which it sees by a 401', async () => {
    expect(verdict(await admin.delete(`/installations/${id}`))).toBe('200');
    expect(await plugin.ended()).toBe(1);
  });
});
