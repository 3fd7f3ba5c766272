/** What plugins of the demo propose and bring in, so that the inbox has something of every kind. */
import { nullOn, whenAvailable, type Api } from '../api.js';
import { nameOf } from '../../sign-in/accounts.js';
import { tehranTime, workingDay } from '../working-days.js';
import { pdfFile, pngFile } from './files.js';

interface DemoProposal {
  readonly plugin: string;
  readonly key: string;
  readonly case: string;
  readonly changes: Readonly<Record<string, string>>;
  readonly edited?: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly assignee?: string;
  readonly settle?: { readonly apply?: true; readonly reason?: string | null };
}
interface DemoSource {
  readonly key: string;
  readonly kind: string;
  readonly title: string;
  readonly content_type: string;
  readonly text?: string;
  readonly dismiss?: string;
}
interface DemoDocument {
  readonly key: string;
  readonly title: string;
  readonly text: string;
  readonly summary: string;
}
export interface DemoInbox {
  readonly proposals: readonly DemoProposal[];
  readonly events: readonly (readonly [title: string, day: number])[];
  readonly documents: readonly DemoDocument[];
  readonly sources: readonly DemoSource[];
}
interface Listed {
  readonly id: string;
  readonly name?: string;
  readonly title?: string;
}

export interface InboxOptions {
  readonly inbox: DemoInbox;
  readonly today: string;
  readonly orgAdmin: Api;
  /** The title of a case of the demo by its key. */
  readonly titleOf: (caseKey: string) => string;
  readonly plugins: { readonly crm: Api; readonly meetings: Api; readonly sms: Api };
}

/** Fills the inbox. A repeated request has the same body and idempotency key, so it has no second effect. */
export async function fillInbox(options: InboxOptions): Promise<void> {
  const { inbox, today, orgAdmin, plugins } = options;
  const { items: people } = await orgAdmin.get<{ items: readonly Listed[] }>('/people?limit=200');
  const { items: cases } = await orgAdmin.get<{ items: readonly Listed[] }>('/cases?limit=200');
  const personOf = (username: string): string => idOf(people, (one) => one.name === nameOf(username), username);
  const valueOf = (value: string): string =>
    value
      .replace(/\{\{due (\d+)\}\}/, (_all, days: string) => workingDay(today, Number(days)))
      .replace(/\{\{person (\w+)\}\}/, (_all, username: string) => personOf(username));
  const filled = (values: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([field, value]) => [field, valueOf(value)]));
  for (const one of inbox.proposals) {
    const title = options.titleOf(one.case);
    const caseId = idOf(cases, (item) => item.title?.startsWith(title) === true, one.case);
    const proposal = {
      external_id: one.key,
      record_type: 'case',
      action: 'update',
      record_id: caseId,
      changes: filled(one.changes),
      summary: one.summary,
      ...(one.assignee !== undefined && { assignee_id: personOf(one.assignee) }),
    };
    const { id } = await send(plugins.crm, '/proposals', proposal);
    if (one.edited !== undefined) await orgAdmin.patch(`/cases/${caseId}`, filled(one.edited));
    if (one.settle !== undefined) await settle(orgAdmin, id, one.settle);
  }
  for (const [index, [title, days]] of inbox.events.entries()) {
    const day = workingDay(today, days);
    const changes = { title, starts_at: tehranTime(day, '09:00'), ends_at: tehranTime(day, '09:30') };
    await send(plugins.meetings, '/proposals', {
      external_id: `deadline-${index}`,
      record_type: 'calendar_event',
      action: 'create',
      record_id: null,
      changes,
      summary: `برای «${title}» رویدادی در تقویم ساخته شود.`,
    });
  }
  for (const { key, title, text, summary } of inbox.documents)
    await send(plugins.meetings, '/proposals', {
      external_id: key,
      record_type: 'document',
      action: 'create',
      record_id: null,
      changes: { title, text, content_type: 'text/markdown' },
      summary,
    });
  for (const one of inbox.sources) await bringIn(options, one);
}

async function bringIn({ plugins, orgAdmin, today }: InboxOptions, one: DemoSource): Promise<void> {
  const { key, kind, title, content_type, text, dismiss } = one;
  const file = content_type === 'image/png' ? pngFile() : pdfFile(['Delivery note 1131', '24 cartons, 3 missing']);
  const content =
    text === undefined
      ? { content: file.toString('base64'), content_encoding: 'base64' }
      : { content: text, content_encoding: 'utf-8' };
  const occurred_at = tehranTime(workingDay(today, -1), '16:20');
  const { id } = await send(plugins.sms, '/sources', {
    external_id: key,
    kind,
    title,
    content_type,
    occurred_at,
    ...content,
  });
  if (dismiss !== undefined) await nullOn(orgAdmin.post(`/sources/${id}/dismiss`, { reason: dismiss }), 409);
}

function send<Body extends { readonly external_id: string }>(plugin: Api, path: string, body: Body): Promise<Listed> {
  return whenAvailable(() => plugin.post<Listed>(path, body, `demo.${body.external_id}`));
}

async function settle(
  orgAdmin: Api,
  id: string,
  { apply, reason }: NonNullable<DemoProposal['settle']>,
): Promise<void> {
  const sent = apply
    ? orgAdmin.post(`/proposals/${id}/apply`)
    : orgAdmin.post(`/proposals/${id}/reject`, reason === null ? {} : { reason });
  await nullOn(sent, 409);
}

function idOf(items: readonly Listed[], isMeant: (item: Listed) => boolean, what: string): string {
  const found = items.find(isMeant);
  if (found === undefined) throw new Error(`the demo names "${what}", which does not exist`);
  return found.id;
}
