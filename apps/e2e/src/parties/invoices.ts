/** The sample plugin that the tests submit, publish and install. It reads invoices. */
import type { RecordingPlugin, PluginCredentials } from '@kushk/testing';
import { eventually } from '@kushk/testing';
import { admin, pluginApi, reviewer, takeForReview, type Publisher } from './parties.js';
import { granted, type Client } from './client.js';

export interface ManifestOf {
  readonly id: string;
  readonly publisher: string;
  readonly baseUrl: string;
  readonly version?: string;
}

export const scopes = {
  'records.own': 'Keeps the invoices it has read',
  'proposals.case': 'Proposes the amount found on an invoice',
  'wallet.consume': 'Sells the plan "basic"',
  'cases.read': 'Finds the case an invoice belongs to',
  'people.read': 'Shows who looks after a case',
};

/** A manifest that passes every check without a warning. */
export function manifestOf({ id, publisher, baseUrl, version = '1.0.0' }: ManifestOf) {
  return {
    schema: '1',
    id,
    version,
    publisher,
    kind: 'external',
    plugin_api: '1.0',
    base_url: baseUrl,
    scopes,
    names: { en: 'Invoices', fa: 'فاکتورها' },
    summaries: { en: 'Reads invoices and proposes the amounts', fa: 'فاکتورها را می‌خواند' },
    records: [
      {
        type: 'invoice',
        names: { en: 'Invoice', fa: 'فاکتور' },
        schema: {
          type: 'object',
          required: ['number'],
          additionalProperties: false,
          properties: { number: { type: 'string', minLength: 1 }, amount: { type: 'string' } },
        },
      },
    ],
    proposals: [{ record_type: 'case', actions: ['create', 'update'] }],
    services: [
      { key: 'ocr.page', names: { en: 'Page' }, unit: 'page' },
      { key: 'ocr.table', names: { en: 'Table' }, unit: 'table' },
    ],
    plans: [
      { key: 'basic', names: { en: 'Basic' }, rates: { 'ocr.page': '0.25', 'ocr.table': '0.000001' } },
      { key: 'pages', names: { en: 'Pages only' }, rates: { 'ocr.page': '0.1' } },
    ],
    tools: [
      {
        name: 'find_invoice',
        description: 'Finds an invoice by its number',
        input_schema: {
          type: 'object',
          required: ['number'],
          additionalProperties: false,
          properties: { number: { type: 'string', minLength: 1 } },
        },
      },
    ],
    settings: {
      type: 'object',
      required: ['region'],
      additionalProperties: false,
      properties: { region: { type: 'string' }, api_key: { type: 'string', format: 'password' } },
    },
  };
}

export type Manifest = ReturnType<typeof manifestOf>;

/** Submits, reviews and publishes the release, and waits until the instance lists it. */
export async function published(publisher: Publisher, manifest: Manifest): Promise<void> {
  const path = `/releases/${manifest.id}/${manifest.version}`;
  granted(await publisher.api.post('/releases', { manifest }));
  await takeForReview(path);
  granted(await reviewer.post(`${path}/approve`, { tier: 'verified', notes: 'Read.', publish: true }));
  await eventually(async () => granted(await admin.get(`/store/${manifest.id}`)).version === manifest.version);
}

/** The body of an installation request: the admin's consent, plan and settings. */
export function installBody(manifest: Manifest) {
  return {
    plugin_id: manifest.id,
    plan: 'basic',
    settings: { region: 'tehran', api_key: 's3cret of the shop' },
    consent: { scopes: Object.keys(manifest.scopes), base_url: manifest.base_url },
  };
}

export interface Installed {
  readonly id: string;
  readonly manifest: Manifest;
  readonly credentials: PluginCredentials;
  readonly api: Client;
}

/** Publishes the plugin and installs it with plan `basic`. Waits until the plugin has accepted the `installed` call. */
export async function installed(publisher: Publisher, plugin: RecordingPlugin, manifest: Manifest): Promise<Installed> {
  await published(publisher, manifest);
  const { installation_id: id } = granted(await admin.post('/installations', installBody(manifest)));
  const credentials = await plugin.credentials(id);
  await eventually(async () => granted(await admin.get(`/installations/${id}`)).status === 'installed');
  return { id, manifest, credentials, api: pluginApi(credentials) };
}
