/** The sizes of the proof of growth, and the ids of the demo: copies replace them, and requests name them. */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { subjectOf } from '../../run/sign-in/accounts.js';
import type { CopiedRows } from './copied-rows.js';

const DEMO_WITHIN_MS = 60_000;
const POLL_MS = 200;

/** What a large system has. What an organisation or a publisher has at most is in `docs/reference/limits.md`. */
export const FULL = {
  facts: 10_000_000,
  proposals: 1_000_000,
  evaluations: 1_000_000,
  auditEntries: 1_000_000,
  installations: 100_000,
  /** Records, cases, documents, messages, entries, attempts and the like of the organisation of the demo. */
  ownRecords: 100_000,
  releases: 10_000,
  /** People, memories and sessions of the organisation of the demo; organisations; publishers. */
  people: 10_000,
  instances: 1_000,
} as const;

export const demo = {
  plugin: 'ir.kushk.invoices',
  version: '1.1.0',
  publisher: 'kushk-samples',
  instance: 'i1',
  recordType: 'invoice',
} as const;
export const release = `${demo.plugin}@${demo.version}`;

/** Messages of a session that everyone sees. */
const MESSAGES = `workspace.session_messages m join workspace.sessions s on s.stream_id = m.session_id
  where s.visible_to is null order by s.stream_id, m.message_id`;
/** Of the admin, who sends the requests: no other person sees them. */
const MEMORIES = `workspace.memories m join workspace.people p on p.stream_id = any(m.visible_to)
  where p.subject = '${subjectOf('admin')}' order by m.stream_id`;
/** Where an id of the demo is found. */
const IDS = {
  organisation: 'organisation_id from installation.installations',
  installation: 'stream_id from installation.installations',
  machineUser: 'machine_user_id from installation.installations',
  person: `stream_id from workspace.people where role = 'member'`,
  proposal: `stream_id from workspace.proposals where status = 'pending' order by stream_id`,
  proposalExternalId: `external_id from workspace.proposals where status = 'pending' order by stream_id`,
  applied: `stream_id from workspace.proposals where status = 'applied' order by stream_id`,
  appliedExternalId: `external_id from workspace.proposals where status = 'applied' order by stream_id`,
  record: `external_id from workspace.records where type = '${demo.recordType}' order by stream_id`,
  case: 'stream_id from workspace.cases order by stream_id',
  document: `stream_id from workspace.documents where case_id is not null order by stream_id`,
  calendarEvent: 'stream_id from workspace.calendar_events order by stream_id',
  session: `session_id from ${MESSAGES}`,
  message: `message_id from ${MESSAGES}`,
  memory: `m.stream_id from ${MEMORIES}`,
  source: 'stream_id from workspace.sources',
  sourceExternalId: 'external_id from workspace.sources',
  sourceDigest: 'digest from workspace.sources',
  contentName: 'name from workspace.contents',
  staff: 'stream_id from workspace.staff',
  member: `stream_id from catalogue.publisher_members where publisher_id = '${demo.publisher}'`,
  key: `stream_id from catalogue.keys where publisher_id = '${demo.publisher}'`,
  releaseId: `summary ->> 'id' from catalogue.submissions`,
  alias: 'alias from catalogue.installation_usage',
  event: 'event_id from delivery.feed_events',
  attempt: `delivery_id from delivery.delivery_attempts where channel = 'event'`,
  lifecycleCall: 'delivery_id from delivery.lifecycle_calls',
  hold: `split_part(stream_id, '/', 2) from wallet.open_holds`,
} as const;
export type DemoIds = Readonly<Record<keyof typeof IDS, string>>;

/** Waits until the demo has everything: its plugin goes on after the start. */
export async function demoIds(client: pg.ClientBase): Promise<DemoIds> {
  const until = performance.now() + DEMO_WITHIN_MS;
  for (;;) {
    const found: [string, string][] = [];
    for (const [name, selected] of Object.entries(IDS)) {
      const [row] = (await client.query<Readonly<Record<string, string>>>(`select ${selected} limit 1`)).rows;
      if (row !== undefined) found.push([name, Object.values(row)[0]!]);
    }
    if (found.length === Object.keys(IDS).length) return Object.fromEntries(found) as DemoIds;
    if (performance.now() > until) throw new Error(`of the demo there are only ${found.map(([name]) => name).join()}`);
    await pause(POLL_MS);
  }
}

/** The id of a copy: its last eight characters are the number. */
export function copyOf(id: string, number = 'n'): string {
  return `('${id.slice(0, -8)}' || lpad(to_hex(${number}), 8, '0'))`;
}

/** The id of the demo for the number 0. */
export function orDemo(id: string, number: string, copy: string): string {
  return `(case ${number} when 0 then '${id}' else ${copy} end)`;
}

export const pluginOf = (number: string): string => orDemo(demo.plugin, number, `'ir.kushk.p' || (${number})`);
export const publisherOf = (number: string): string =>
  orDemo(demo.publisher, number, `'kushk-samples-' || (${number})`);

type Copies = Omit<CopiedRows, 'table' | 'where'>;

/** The rows of a stream in the log, and of its state. */
export function streamOf(service: string, stream: string, copies: Copies): readonly CopiedRows[] {
  const where = `stream_id = '${stream}'`;
  return ['log_events', 'log_streams'].map((table) => ({ table: `${service}.${table}`, where, ...copies }));
}

/** The row of an id in a view. */
export function rowOf(table: string, id: string, copies: Copies): CopiedRows {
  return { table, where: `stream_id = '${id}'`, ...copies };
}
