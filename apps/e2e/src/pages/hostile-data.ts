/** Puts hostile texts into the fields that strangers write, through the APIs, and returns where they are shown. */
import type { RecordingPlugin } from '@kushk/testing';
import { granted, type Client } from '../parties/client.js';
import { installed, manifestOf, type Manifest } from '../parties/invoices.js';
import { admin, newPublisher, operator, reviewer, takeForReview, unique } from '../parties/parties.js';
import { hostileNote, hostileTexts } from './hostile-texts.js';

/** A page that shows hostile texts. */
export interface HostilePage {
  readonly role: 'hub' | 'instance';
  readonly path: string;
  /** Who opens it, when it is not the operator or the admin. */
  readonly as?: string;
}

/** What all APIs refuse in names: control characters, line separators, and marks that change the direction. */
const REFUSED = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069\uFFFE]/gu;
/** What manifests refuse besides: characters of zero width that no language needs. */
const REFUSED_IN_MANIFEST = /[\u00AD\u180E\u200B\u2060-\u2064\uFEFF]/gu;
const TITLE_CHARACTERS = 200;
const MANIFEST_NAME_CHARACTERS = 80;
const NOTES_CHARACTERS = 4_000;
const SUMMARY_CHARACTERS = 1_000;
const RECORD_CHARACTERS = 20_000;

const cut = (text: string, characters: number): string => [...text].slice(0, characters).join('');
/** The texts that the APIs accept as names, each at most `characters` long. */
const namesOf = (characters: number): readonly string[] =>
  hostileTexts.map((text) => cut(text.replace(REFUSED, ''), characters).trim()).filter((text) => text !== '');
const note = (characters: number): string => cut(hostileNote(characters * 2).replace(REFUSED, ' '), characters);

/** Takes the texts that manifests accept in order, and starts again after the last. */
function textsInTurn(characters: number): () => string {
  const texts = namesOf(characters).map((text) => text.replace(REFUSED_IN_MANIFEST, ''));
  let next = 0;
  return () => texts[next++ % texts.length]!;
}

const idOf = (body: unknown): string => granted(body as never).id as string;

/** Creates as many records as there are texts, each text once as a title. */
export async function hostileRecords(): Promise<readonly HostilePage[]> {
  const texts = namesOf(TITLE_CHARACTERS);
  const long = note(RECORD_CHARACTERS);
  const day = new Date().toISOString().slice(0, 10);
  const times = { starts_at: `${day}T08:00:00Z`, ends_at: `${day}T09:00:00Z` };
  const kinds: readonly ((title: string) => Promise<string>)[] = [
    async (title) => `/cases/${idOf(await admin.post('/cases', { title, description: long }))}`,
    async (title) => `/documents/${idOf(await admin.post('/documents', { title, text: long }))}`,
    async (title) => `/calendar#${idOf(await admin.post('/calendar', { title, ...times }))}`,
    async (title) => `/sessions/${idOf(await admin.post('/sessions', { title }))}`,
    async (text) => `/memory#${idOf(await admin.post('/memory', { text }))}`,
  ];
  const created: string[] = [];
  for (const [at, text] of texts.entries()) created.push(await kinds[at % kinds.length]!(text));
  const session = created.find((path) => path.startsWith('/sessions/'))!;
  granted(await admin.post(`${session}/messages`, { text: long }));
  const details = ['/cases/', '/documents/', '/sessions/'].map((prefix) =>
    created.find((one) => one.startsWith(prefix))!,
  );
  return ['/cases', '/documents', '/calendar', '/sessions', '/memory', ...details].map((path) => ({
    role: 'instance',
    path,
  }));
}

/** Settings whose names, descriptions, choices and examples are hostile, and fields for any text as a value. */
function hostileSettings(): Record<string, unknown> {
  const name = textsInTurn(MANIFEST_NAME_CHARACTERS);
  const text = (more: object = {}) => ({ type: 'string', title: name(), description: name(), ...more });
  const choices = [name(), name(), name()];
  return {
    type: 'object',
    additionalProperties: false,
    properties: {
      region: text(),
      api_key: text({ format: 'password' }),
      one: { ...text(), 'x-names': { fa: name() }, 'x-descriptions': { fa: name() }, examples: [name()] },
      long: text({ maxLength: NOTES_CHARACTERS }),
      choice: text({ enum: choices, 'x-enum-names': Object.fromEntries(choices.map((one) => [one, { fa: name() }])) }),
      every: { type: 'array', title: name(), items: { type: 'string' } },
      pairs: { type: 'object', title: name(), additionalProperties: { type: 'string' } },
      free: { title: name() },
      group: { type: 'object', title: name(), properties: { inner: text() } },
    },
  };
}

/** Every text as the value of a setting. */
function hostileValues(): Record<string, unknown> {
  const texts = namesOf(TITLE_CHARACTERS);
  return {
    one: texts[0],
    long: note(NOTES_CHARACTERS),
    every: texts,
    pairs: Object.fromEntries(texts.slice(0, 20).map((text, at) => [`${at} ${text}`, text])),
    free: { text: texts },
    group: { inner: texts[1] },
  };
}

/** A manifest whose names, reasons and descriptions are hostile. */
function hostileManifest(id: string, publisher: string, baseUrl: string): Manifest {
  const name = textsInTurn(MANIFEST_NAME_CHARACTERS);
  const names = () => ({ en: name(), fa: name() });
  const manifest = manifestOf({ id, publisher, baseUrl });
  const scopes = Object.keys(manifest.scopes).map((scope) => [scope, name()]);
  return {
    ...manifest,
    names: names(),
    summaries: names(),
    scopes: { ...Object.fromEntries(scopes), 'sources.intake.document': name() },
    sources: ['document'],
    records: manifest.records.map((record) => ({ ...record, names: names() })),
    services: manifest.services.map((service) => ({ ...service, names: names() })),
    plans: manifest.plans.map((plan) => ({ ...plan, names: names() })),
    tools: manifest.tools.map((tool) => ({ ...tool, description: name() })),
    settings: hostileSettings(),
  } as unknown as Manifest;
}

interface HostilePlugin {
  readonly pages: readonly HostilePage[];
}

/** Publishes and installs a hostile plugin, which then proposes and sends hostile texts. */
export async function hostilePlugin(plugin: RecordingPlugin): Promise<HostilePlugin> {
  const publisher = await newPublisher('hostile');
  const id = `ir.${unique('hostile')}.plugin`;
  const manifest = hostileManifest(id, publisher.id, plugin.baseUrl);
  const { id: installation, api } = await installed(publisher, plugin, manifest);
  granted(await admin.put(`/installations/${installation}/settings`, { settings: hostileValues() }));
  const proposal = await propose(api);
  const source = await sendSources(api);
  const next = { ...manifest, version: '1.1.0' };
  granted(await publisher.api.post('/releases', { manifest: next, notes: note(NOTES_CHARACTERS) }));
  await takeForReview(`/releases/${id}/1.1.0`);
  granted(await reviewer.post(`/releases/${id}/1.1.0/reject`, { notes: note(NOTES_CHARACTERS) }));
  const label = textsInTurn(TITLE_CHARACTERS);
  granted(await operator.post(`/publishers/${publisher.id}/keys`, { label: label() }));
  granted(await operator.post(`/publishers/${publisher.id}/members`, { subject: unique('sub|'), name: label() }));
  granted(await operator.post(`/publishers/${publisher.id}/members`, { subject: 'dev|publisher', name: label() }));
  const hub = [
    '/',
    '/publishers',
    `/publishers/${publisher.id}`,
    '/releases',
    `/releases/${id}/1.1.0`,
    `/review/${id}/1.1.0`,
  ];
  const instance = [
    '/',
    '/inbox',
    `/inbox/${proposal}`,
    `/inbox/${source}`,
    '/store',
    `/store/${id}`,
    '/installations',
    ...['', '/deliveries', '/wallet', '/tools', '/settings'].map((part) => `/installations/${installation}${part}`),
  ];
  return {
    pages: [
      ...[...hub, '/audit'].map((path) => ({ role: 'hub' as const, path })),
      ...['', 'plugins', `plugins/${id}`, `plugins/${id}/1.1.0`, 'usage', 'keys', 'people'].map((part) => ({
        role: 'hub' as const,
        path: `/portal/${publisher.id}/${part}`,
        as: 'publisher',
      })),
      ...instance.map((path) => ({ role: 'instance' as const, path })),
    ],
  };
}

async function propose(api: Client): Promise<string> {
  const summary = note(SUMMARY_CHARACTERS);
  const changes = { title: note(TITLE_CHARACTERS), description: note(NOTES_CHARACTERS) };
  const body = { external_id: unique('p'), record_type: 'case', action: 'create', changes, summary };
  return idOf(await api.post('/proposals', body));
}

/** Documents whose content is a page that would run scripts, and one with a hostile title. */
async function sendSources(api: Client): Promise<string> {
  const title = textsInTurn(TITLE_CHARACTERS);
  const content = note(NOTES_CHARACTERS);
  const ids: string[] = [];
  // The names of files: a source has its file's name as its title. The last types are refused.
  const types = [...namesOf(TITLE_CHARACTERS).map(() => 'text/plain'), 'text/html', 'image/svg+xml'];
  for (const content_type of types) {
    const body = { external_id: unique('s'), kind: 'document', title: title(), content_type, content };
    const answer = await api.post('/sources', {
      ...body,
      content_encoding: 'utf-8',
      occurred_at: '2026-11-20T11:30:00+03:30',
    });
    if (answer.status < 300) ids.push(idOf(answer));
  }
  return ids[0]!;
}
