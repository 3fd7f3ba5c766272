/** Tests of `{api_base}/platform`: the records of the platform by plain HTTP. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { READING_SCOPES } from '@kushk/manifest';
import { RecordingPlugin } from '@kushk/testing';
import { granted, verdict, type Body, type Client } from '../parties/client.js';
import { holdsWithin } from '../parties/holds.js';
import { manifestOf, published } from '../parties/invoices.js';
import { admin, member, newPublisher, operator, pluginApi, unique } from '../parties/parties.js';

const word = unique('platform');
const LONG_TEXT = `${word} ${'متن بلند سند. '.repeat(8_000)}`;

describe('the records of the platform by plain HTTP', () => {
  let plugin: RecordingPlugin;
  let manifest: Body;
  let id: string;
  let api: Client;
  let person: Client;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    const [started, publisher] = await Promise.all([RecordingPlugin.start(), newPublisher('platform')]);
    plugin = started;
    const scopes = Object.fromEntries(READING_SCOPES.map((scope) => [scope, 'Reads']));
    const whole = manifestOf({ id: `ir.${word}.reader`, publisher: publisher.id, baseUrl: plugin.baseUrl });
    const { records: _r, proposals: _p, services: _s, plans: _l, settings: _c, ...rest } = whole;
    manifest = { ...rest, scopes, ui: { app: { path: '/app', names: { en: 'Reader' } } } };
    await published(publisher, manifest);
    const consent = { scopes: READING_SCOPES, base_url: plugin.baseUrl };
    id = granted(await admin.post('/installations', { plugin_id: manifest.id, consent })).installation_id;
    const credentials = await plugin.credentials(id);
    await holdsWithin(30_000, async () =>
      expect(granted(await admin.get(`/installations/${id}`)).status).toBe('installed'),
    );
    api = pluginApi(credentials);
    const { handle } = granted(await member.post(`/installations/${id}/handle`, { surface: 'app' }));
    person = pluginApi(credentials, { 'service-handle': handle });
    const title = `${word} title`;
    const made = {
      cases: await admin.post('/cases', { title }),
      long: await admin.post('/documents', { title: 'A long text', text: LONG_TEXT }),
      documents: await admin.post('/documents', { title, text: 'The rent is due on the first day of the month.' }),
      calendar: await admin.post('/calendar', {
        title,
        starts_at: '2026-12-01T10:00:00+03:30',
        ends_at: '2026-12-01T11:00:00+03:30',
      }),
      sessions: await admin.post('/sessions', { title }),
      memory: await member.post('/memory', { text: title }),
    };
    for (const [kind, answer] of Object.entries(made)) ids[kind] = granted(answer).id;
    ids['people'] = granted(await member.get('/me')).person.id;
    granted(await admin.post(`/sessions/${ids['sessions']}/messages`, { text: word }));
  });
  afterAll(() => plugin.stop());

  const lists = ['cases', 'people', 'sessions', 'documents', 'calendar', 'memory'];
  const allPaths = (): readonly string[] => [
    ...lists.flatMap((kind) => [`/platform/${kind}`, `/platform/${kind}/${ids[kind]}`]),
    `/platform/search?q=${word}`,
  ];

  it('are listed and read by their ids, as the person of a handle sees them', async () => {
    for (const kind of lists) {
      const { items } = granted(await person.get(`/platform/${kind}?limit=50`));
      const listed = items.find((one: Body) => one.id === ids[kind]);
      expect([kind, listed?.id]).toEqual([kind, ids[kind]]);
      const {
        next_cursor: _cursor,
        messages: _messages,
        text,
        ...one
      } = granted(await person.get(`/platform/${kind}/${ids[kind]}`));
      const { excerpt: _excerpt, text: listedText, ...summary } = listed;
      expect(one).toMatchObject(summary);
      if (listedText !== undefined) expect(text).toBe(listedText);
    }
    expect(verdict(await person.get('/platform/cases/cas_absent'))).toBe('404 case.not_found');
  });

  it('are found by words in all types, or in one of them', async () => {
    const types = async (as: Client, more = ''): Promise<string[]> =>
      granted(await as.get(`/platform/search?q=${word}${more}`))
        .items.map(({ type }: Body) => type)
        .sort();
    expect(await types(person)).toEqual(['calendar_event', 'case', 'document', 'document', 'memory', 'session']);
    expect(await types(api)).toEqual(['calendar_event', 'case', 'document', 'document', 'session']);
    expect(await types(person, '&type=document')).toEqual(['document', 'document']);
    expect(verdict(await person.get('/platform/search'))).toBe('422 request.invalid');
    expect(granted(await person.get(`/platform/documents?q=${word}`)).items).toMatchObject([
      { id: ids['documents'], excerpt: expect.stringContaining('The rent') },
      { id: ids['long'], excerpt: expect.stringContaining(word) },
    ]);
  });

  it('return a long document in parts, and pages of at most 50 records', async () => {
    const path = `/platform/documents/${ids['long']}`;
    const texts: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const part = granted(await api.get(`${path}?cursor=${encodeURIComponent(cursor)}`));
      texts.push(part.text);
      cursor = part.next_cursor;
    }
    expect([texts.length > 1, texts.join('') === LONG_TEXT]).toEqual([true, true]);
    expect(verdict(await api.get(`${path}?cursor=x`))).toBe('422 cursor.invalid');
    expect(verdict(await api.get('/platform/cases?limit=51'))).toBe('422 request.invalid');
  });

  it('need a handle where they belong to one person', async () => {
    for (const path of ['/platform/memory', `/platform/memory/${ids['memory']}`])
      expect(verdict(await api.get(path))).toBe('403 auth.handle_required');
  });

  it('are closed while the installation is paused or its release suspended, and after it is removed', async () => {
    const verdicts = async (): Promise<string[]> => [
      ...new Set(await Promise.all(allPaths().map(async (path) => verdict(await person.get(path))))),
    ];
    expect(await verdicts()).toEqual(['200']);
    granted(await admin.post(`/installations/${id}/pause`));
    expect(await verdicts()).toEqual(['403 installation.paused']);
    granted(await admin.post(`/installations/${id}/resume`));
    const release = `/releases/${manifest.id}/${manifest.version}`;
    granted(await operator.post(`${release}/suspend`, { reason: 'It leaks' }));
    await holdsWithin(30_000, async () => expect(await verdicts()).toEqual(['403 installation.suspended']));
    granted(await operator.post(`${release}/resume`));
    await holdsWithin(30_000, async () => expect(await verdicts()).toEqual(['200']));
    granted(await admin.delete(`/installations/${id}`));
    expect(await verdicts()).toEqual(['401 auth.token_invalid']);
  });
});
