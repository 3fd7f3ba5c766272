/** A tenant with at least two things of every kind: an organisation, its installations, and the plugin's publisher. */
import { eventually, RecordingPlugin, type HttpResponse } from '@kushk/testing';
import { operationOf, operations } from '../parties/api-documents.js';
import { callOperation, type Headers, type OperationCall } from '../parties/call-operation.js';
import { granted } from '../parties/client.js';
import { manifestOf, published } from '../parties/invoices.js';
import { newPublisher, operator, unique } from '../parties/parties.js';
import { bodiesOfOperator } from './bodies-of-operator.js';
import { KINDS, type Kind } from './kinds.js';

export interface TenantOptions {
  /** The name of the plugin's record type, which no other tenant declares. */
  readonly recordType: string;
  /** The version of its plugin, which no other tenant's plugin has. */
  readonly version: string;
  readonly organisationId: string;
  /** The headers that authenticate an admin of the organisation. */
  readonly admin: Headers;
  /** A person who becomes a member of the plugin's publisher. */
  readonly publisherPerson: { readonly subject: string; readonly headers: Headers };
}
export interface Tenant {
  readonly ids: Readonly<Record<Kind, readonly string[]>>;
  readonly admin: Headers;
  readonly installation: Headers;
  readonly publisher: Headers;
  readonly publisherPerson: Headers;
  readonly plugin: RecordingPlugin;
  /** A valid body of each operation that created something, by the operation's key. */
  readonly bodies: ReadonlyMap<string, unknown>;
}

/** A text in everything that a tenant writes, by which its data is recognised. */
export const markerOf = ({ recordType }: Pick<TenantOptions, 'recordType'>): string => `private-${recordType}`;
const API = '/i/{installation_id}/plugin/v1';
const KEY_LASTS_MS = 20 * 86_400_000;

const RUN = unique('run');

/** The idempotency key of the nth request to an operation: the same for every tenant of this test run. */
export const idempotencyKeyOf = (operationKey: string, n = 0): string =>
  `${RUN}:${operationKey.replaceAll(/[^a-z0-9]+/g, '.')}:${n}`;

/** Creates everything through the APIs, with idempotency keys that are the same for every tenant. */
export async function createTenant(options: TenantOptions): Promise<Tenant> {
  const plugin = await RecordingPlugin.start();
  return new TenantBuilder(options, plugin).build();
}

type Json = Readonly<Record<string, unknown>>;

class TenantBuilder {
  private readonly ids = Object.fromEntries(
    [...KINDS, 'staff', 'instance', 'trust'].map((kind) => [kind, []]),
  ) as unknown as Record<Kind, string[]>;
  private readonly bodies = new Map<string, unknown>(bodiesOfOperator);
  private readonly marker: string;
  private installation: Headers = {};

  constructor(
    private readonly options: TenantOptions,
    private readonly plugin: RecordingPlugin,
  ) {
    this.marker = markerOf(options);
  }

  async build(): Promise<Tenant> {
    const { organisationId, recordType, version, admin } = this.options;
    this.ids.organisation.push(organisationId);
    this.ids.record_type.push(recordType);
    this.ids.version.push(version);
    const publisher = await this.publish();
    await this.createPlatformRecords();
    await this.writeAsPlugin();
    await this.createEvent();
    await this.listSessionsOfAdmin();
    return {
      ids: this.ids,
      admin,
      installation: this.installation,
      publisher: { authorization: `Bearer ${publisher}` },
      publisherPerson: this.options.publisherPerson.headers,
      plugin: this.plugin,
      bodies: this.bodies,
    };
  }

  /** Publishes two plugins and installs them. Returns the publisher's key. */
  private async publish(): Promise<string> {
    const { recordType, version } = this.options;
    const publisher = await newPublisher(recordType);
    // It ends soon, so that its publisher has a notification of it.
    const expires_at = new Date(Date.now() + KEY_LASTS_MS).toISOString();
    granted(await operator.post(`/publishers/${publisher.id}/keys`, { label: this.marker, expires_at }));
    const keys = granted(await operator.get(`/publishers/${publisher.id}/keys`)).items as { id: string }[];
    this.ids.publisher.push(publisher.id);
    await this.addMembers(publisher.id);
    this.ids.key.push(...keys.map(({ id }) => id));
    const manifest = {
      ...manifestOf({
        id: `ir.${unique(recordType)}.one`,
        publisher: publisher.id,
        baseUrl: this.plugin.baseUrl,
        version,
      }),
      scopes: Object.fromEntries(SCOPES.map((scope) => [scope, 'Is used by the tests'])),
      records: [{ type: recordType, names: { en: 'Record' }, schema: { type: 'object' } }],
      sources: ['document'],
      ui: { app: { path: '/app' } },
      proposals: ['case', 'calendar_event'].map((type) => ({ record_type: type, actions: ['create', 'update'] })),
    };
    const [tool] = manifest.tools;
    const named = { ...manifest, tools: [{ ...tool!, name: `find_${recordType}` }] };
    await published(publisher, named as never);
    // Each list of the publisher has more than one entry, so that it has a cursor.
    for (const next of [{ id: `${named.id}.second` }, { version: '91.0.0' }])
      granted(await publisher.api.post('/releases', { manifest: { ...named, ...next } }));
    for (const n of [1, 2]) {
      const code = granted(
        await publisher.api.post(`/plugins/${named.id}/access-codes`, { label: `${this.marker} ${n}` }),
      );
      this.ids.access_code.push((code as { id: string }).id);
      await this.as('post /instance/v1/store/access', { body: { code: (code as { code: string }).code }, n: n - 1 });
    }
    const accesses = granted(await publisher.api.get(`/plugins/${named.id}/access`));
    this.ids.access.push(...(accesses as { items: { id: string }[] }).items.map(({ id }) => id));
    await this.as('post /instance/v1/dev/releases', { body: { manifest: { ...named, id: `${named.id}.second` } } });
    this.ids.plugin.push(named.id, `${named.id}.second`);
    this.ids.tool.push(`find_${recordType}`);
    for (const [n, id] of this.ids.plugin.entries()) await this.install(n, id, manifest.base_url);
    await this.offerUpdate(named);
    return publisher.key;
  }

  private async addMembers(publisherId: string): Promise<void> {
    for (const subject of [this.options.publisherPerson.subject, unique('dev|nobody-')]) {
      const member = await operator.post(`/publishers/${publisherId}/members`, { subject, name: this.marker });
      this.ids.member.push((granted(member) as { id: string }).id);
    }
  }

  /** Publishes a version that waits for the admin's consent, because it raises a rate. */
  private async offerUpdate(manifest: { readonly plans: readonly object[] }): Promise<void> {
    const [basic] = manifest.plans;
    const plans = [{ ...basic, rates: { 'ocr.page': '9', 'ocr.table': '9' } }];
    await this.as('post /instance/v1/dev/releases', {
      body: { manifest: { ...manifest, plans, version: '90.0.0' } },
      n: 1,
    });
    const update = operationOf('get /instance/v1/installations/{installation_id}/update');
    const params = { installation_id: this.ids.installation[0]! };
    await eventually(async () => (await callOperation(update, { params, headers: this.options.admin })).status === 200);
  }

  private async install(n: number, pluginId: string, baseUrl: string): Promise<void> {
    const made = await this.as('post /instance/v1/installations', {
      body: {
        plugin_id: pluginId,
        plan: 'basic',
        settings: { region: this.marker },
        consent: { scopes: SCOPES, base_url: baseUrl },
      },
      n,
    });
    const id = String(made['installation_id']);
    this.ids.installation.push(id);
    const { token } = await this.plugin.credentials(id);
    if (n === 0) this.installation = { authorization: `Bearer ${token}` };
    const status = async () =>
      (await this.as('get /instance/v1/installations/{installation_id}', { params: { installation_id: id } }))[
        'status'
      ];
    await eventually(async () => (await status()) === 'installed');
  }

  private async createPlatformRecords(): Promise<void> {
    const title = this.marker;
    const person = await this.as('post /instance/v1/people', {
      body: { subject: unique('dev|'), name: title, role: 'member' },
    });
    const me = await this.as('get /instance/v1/me');
    this.ids.person.push(String((me['person'] as Json)['id']), String(person['id']));
    const [admin] = this.ids.person;
    for (const n of [0, 1]) {
      const create = async (kind: Kind, path: string, body: Json): Promise<string> => {
        const { id } = await this.as(`post /instance/v1/${path}`, { body, n });
        this.ids[kind].push(String(id));
        return String(id);
      };
      const case_id = await create('case', 'cases', { title, assignee_id: admin, member_ids: [admin] });
      await create('document', 'documents', { title, text: title, case_id, member_ids: [admin] });
      await create('calendar_event', 'calendar', {
        title,
        starts_at: '2026-06-01T08:00:00Z',
        ends_at: '2026-06-01T09:00:00Z',
        attendee_ids: [admin],
        case_id,
      });
      const id = await create('session', 'sessions', { title, participant_ids: [admin] });
      for (const message of [0, 1]) {
        const written = await this.as('post /instance/v1/sessions/{id}/messages', {
          params: { id },
          body: { text: title },
          n: 2 * n + message,
        });
        this.ids.message.push(String(written['id']));
      }
      await create('memory', 'memory', { text: title });
      if (exists('post /instance/v1/rules'))
        await create('rule', 'rules', {
          ...{ plugin_id: this.ids.plugin[n]!, record_type: 'calendar_event', actions: ['create'] },
        });
    }
  }

  private async writeAsPlugin(): Promise<void> {
    const installation_id = this.ids.installation[0]!;
    const gift = 'post /instance/v1/installations/{installation_id}/wallet/gifts';
    await this.as(gift, { params: { installation_id }, body: { mu: '100', note: this.marker } });
    for (const n of [0, 1]) {
      const external_id = `${this.marker}-${n}`;
      const params = { type: this.options.recordType, external_id };
      await this.as(`put ${API}/records/{type}/{external_id}`, { params, body: { data: { title: this.marker } }, n });
      this.ids.external_id.push(external_id);
      const held = await this.as(`post ${API}/wallet/holds`, {
        body: { service: 'ocr.page', count: 1, reference: this.marker },
        n,
      });
      this.ids.hold.push(String(held['id']));
      await this.propose(`${external_id}-pending`, n);
      if (!exists(`post ${API}/sources`)) continue;
      const source = {
        external_id,
        kind: 'document',
        title: this.marker,
        content_type: 'text/plain',
        content: this.marker,
        content_encoding: 'utf-8',
        occurred_at: '2026-06-01T08:00:00Z',
      };
      const { id } = await this.as(`post ${API}/sources`, { body: source, n });
      this.ids.source.push(String(id));
    }
    const { items } = await this.as(`get ${API}/wallet/entries`, {});
    this.ids.entry.push(...(items as { id: string }[]).map(({ id }) => id));
  }

  private async propose(external_id: string, n: number): Promise<string> {
    const body = {
      external_id,
      record_type: 'case',
      action: 'update',
      record_id: this.ids.case[0]!,
      assignee_id: this.ids.person[0]!,
      changes: { title: `${this.marker} ${n}` },
      summary: this.marker,
    };
    const { id } = await this.as(`post ${API}/proposals`, { body, n });
    this.ids.proposal.push(String(id));
    return String(id);
  }

  /** Applies two proposals, and waits until the plugin has accepted their events and the delivery log shows it. */
  private async createEvent(): Promise<void> {
    const installation_id = this.ids.installation[0]!;
    const record = { record_id: null, reason: this.marker };
    const data = { source_id: this.marker, external_id: this.marker, kind: 'message', outcome: 'dismissed', ...record };
    await this.as('post /instance/v1/dev/installations/{installation_id}/events', {
      body: { type: 'plugin.source.reviewed', data },
    });
    for (const n of [2, 3]) {
      const id = await this.propose(`${this.marker}-applied-${n}`, n);
      await this.as('post /instance/v1/proposals/{id}/apply', { params: { id }, body: { overwrite: true }, n });
    }
    const list = async () => {
      const { items } = await this.as('get /instance/v1/installations/{installation_id}/deliveries', {
        params: { installation_id },
      });
      return items as { id: string; event_id?: string; type: string; status: string }[];
    };
    const isSettled = ({ type }: { readonly type: string }) => type === 'plugin.proposal.settled';
    const deliveries = await eventually(async () => {
      const events = (await list()).filter(isSettled);
      return events.length === 2 && events.every(({ status }) => status === 'delivered') && events;
    });
    this.ids.event.push(...deliveries.map(({ id, event_id }) => event_id ?? id));
  }

  private async listSessionsOfAdmin(): Promise<void> {
    // The hub has this route as well, for its own people.
    const list = operations.find(({ api, key }) => api === 'instance' && key === 'get /session/list')!;
    const { items } = successOf(list.key, await callOperation(list, { headers: this.options.admin }));
    this.ids.person_session.push(...(items as { id: string }[]).map(({ id }) => id));
  }

  /** Sends a request that must succeed, as the admin or as the plugin. */
  private async as(
    key: string,
    {
      params = {},
      body,
      n = 0,
    }: { readonly params?: Readonly<Record<string, string>>; readonly body?: unknown; readonly n?: number } = {},
  ): Promise<Json> {
    const operation = operationOf(key);
    if (body !== undefined && n === 0) this.bodies.set(key, body);
    const call: OperationCall = {
      params: { installation_id: this.ids.installation[0] ?? '', ...params },
      ...(body !== undefined && { body }),
      headers: {
        ...(operation.api === 'plugin' ? this.installation : this.options.admin),
        ...(operation.method !== 'get' && { 'idempotency-key': idempotencyKeyOf(key, n) }),
      },
    };
    return successOf(key, await callOperation(operation, call));
  }
}

const exists = (key: string): boolean => operations.some((operation) => operation.key === key);

function successOf(key: string, { status, text, json }: HttpResponse): Json {
  if (status >= 300) throw new Error(`${key} answered ${status} ${text}`);
  return json;
}

const SCOPES = [
  'records.own',
  'proposals.case',
  'proposals.calendar_event',
  'sources.intake.document',
  'wallet.consume',
  'cases.read',
  'people.read',
  'sessions.read',
  'documents.read',
  'calendar.read',
  'memory.read',
];
