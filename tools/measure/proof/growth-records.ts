/** What the organisation of the demo, its installation and the audits have. */
import type { CopiedRows } from './copied-rows.js';
import { copyOf, demo, FULL, pluginOf, rowOf, streamOf, type DemoIds } from './growth-data.js';

/** Versions of each record in the log. */
const VERSIONS = 100;
/** The installations of the demo's organisation that have proposals, beside that of the demo. */
const PROPOSING = 99;

export function records(ids: DemoIds): readonly CopiedRows[] {
  return [
    ...pluginRecords(ids),
    ...proposals(ids),
    ...platformRecords(ids),
    ...sources(ids),
    ...deliveries(ids),
    ...holds(ids),
    ...audits(ids),
  ];
}

/** Records that were written a hundred times: the large log. */
function pluginRecords({ installation, record }: DemoIds): readonly CopiedRows[] {
  const id = `${installation}/${demo.recordType}/${record}`;
  const nameOf = (number: string): string => `'note:' || ${number}`;
  const copies = { copies: FULL.facts / VERSIONS, replace: { [record]: nameOf('(n - 1)') } };
  return [
    {
      table: 'workspace.log_events',
      where: `stream_id = 'record-${id}' and version = 1`,
      copies: FULL.facts,
      replace: {
        [record]: nameOf(`((n - 1) / ${VERSIONS})`),
        '"revision":1,': `'"revision":' || ((n - 1) % ${VERSIONS} + 1) || ','`,
      },
      set: { version: `(n - 1) % ${VERSIONS} + 1` },
    },
    {
      table: 'workspace.log_streams',
      where: `stream_id = 'record-${id}'`,
      ...copies,
      set: { version: `${VERSIONS}`, prev_version: `${VERSIONS - 1}` },
    },
    { ...rowOf('workspace.records', id, copies), set: { revision: `${VERSIONS}` } },
    rowOf('workspace.record_contents', id, copies),
  ];
}

/** Proposals of the demo's organisation. Every hundredth is of the demo's installation. */
function proposals(ids: DemoIds): readonly CopiedRows[] {
  const { installation } = ids;
  const number = `(n % ${PROPOSING + 1})`;
  const made = (id: string, externalId: string, copies: number): readonly CopiedRows[] => {
    const rows = {
      copies,
      replace: {
        [id]: copyOf(id),
        [externalId]: `'copy:' || n`,
        [installation]: `(case ${number} when 0 then '${installation}' else ${copyOf(installation, `10 * ${number}`)} end)`,
        [demo.plugin]: pluginOf(number),
      },
    };
    return [...streamOf('workspace', `proposal-${id}`, rows), rowOf('workspace.proposals', id, rows)];
  };
  return [
    ...made(ids.proposal, ids.proposalExternalId, FULL.proposals),
    ...made(ids.applied, ids.appliedExternalId, FULL.ownRecords),
  ];
}

function platformRecords(ids: DemoIds): readonly CopiedRows[] {
  const kind = (
    [category, table]: readonly [string, string],
    id: string,
    more: Partial<CopiedRows> = {},
  ): readonly CopiedRows[] => {
    const { set, ...others } = more;
    const copies = { copies: FULL.ownRecords, replace: { [id]: copyOf(id) }, ...others };
    return [
      ...streamOf('workspace', `${category}-${id}`, copies),
      { ...rowOf(`workspace.${table}`, id, copies), ...(set && { set }) },
    ];
  };
  const { message } = ids;
  const starts = `timestamptz '2026-01-01' + n % 500000 * interval '1 minute'`;
  return [
    ...kind(['case', 'cases'], ids.case),
    ...kind(['document', 'documents'], ids.document),
    ...kind(['calendar_event', 'calendar_events'], ids.calendarEvent, { set: { starts_at: starts, ends_at: starts } }),
    ...kind(['session', 'sessions'], ids.session, { copies: FULL.people }),
    {
      table: 'workspace.session_messages',
      where: `message_id = '${message}'`,
      copies: FULL.ownRecords,
      replace: { [message]: copyOf(message) },
    },
    ...kind(['memory', 'memories'], ids.memory, { copies: FULL.people }),
    ...kind(['person', 'people'], ids.person, { copies: FULL.people, set: { subject: `'dev|' || n` } }),
  ];
}

function sources(ids: DemoIds): readonly CopiedRows[] {
  const { source, sourceDigest } = ids;
  const copies = {
    copies: FULL.ownRecords,
    replace: {
      [source]: copyOf(source),
      [ids.sourceExternalId]: `'copy:' || n`,
      [sourceDigest]: `md5('source' || n) || md5(n::text)`,
      [ids.contentName]: `md5('name' || n) || md5(n::text)`,
    },
  };
  return [
    ...streamOf('workspace', `source-${source}`, copies),
    rowOf('workspace.sources', source, copies),
    { table: 'workspace.contents', where: `digest = '${sourceDigest}'`, ...copies },
  ];
}

/** The events of the demo's installation, and the attempts to deliver them. */
function deliveries({ event, attempt, installation }: DemoIds): readonly CopiedRows[] {
  const copies = { copies: FULL.ownRecords, replace: { [event]: copyOf(event), [attempt]: copyOf(attempt) } };
  return [
    {
      table: 'delivery.feed_events',
      where: `event_id = '${event}'`,
      ...copies,
      set: {
        event_id: copyOf(event, `n + ${FULL.installations}`),
        sequence: `n + 100`,
        type: `case n % 100 when 0 then 'plugin.ping' else 'plugin.proposal.settled' end`,
      },
    },
    {
      table: 'delivery.delivery_attempts',
      where: `delivery_id = '${attempt}' and attempt = 1`,
      ...copies,
      set: { installation_id: `case n % 20 when 0 then '${installation}' else ${copyOf(installation, 'n % 20')} end` },
    },
  ].map((rows) => ({ ...rows, where: `${rows.where} and installation_id = '${installation}'` }));
}

/** Open holds that expire after the proof: as many as a wallet may have. */
function holds({ installation, hold }: DemoIds): readonly CopiedRows[] {
  const id = `${installation}/${hold}`;
  const copies = { copies: FULL.people, replace: { [hold]: copyOf(hold) } };
  return [
    ...streamOf('wallet', `hold-${id}`, copies),
    { ...rowOf('wallet.open_holds', id, copies), set: { expires_at: `now() + interval '1 day'` } },
  ];
}

function audits({ organisation }: DemoIds): readonly CopiedRows[] {
  const entries = (service: string, of: string, copies: number): CopiedRows => ({
    table: `${service}.audit_entries`,
    where: `(organisation_id, entry_id) in (select organisation_id, max(entry_id) from ${service}.audit_entries
      where organisation_id = '${of}' group by organisation_id)`,
    copies,
    replace: {},
    set: { entry_id: `'aud_01m8${'0'.repeat(14)}' || lpad(to_hex(n), 8, '0')` },
  });
  return [
    entries('workspace', organisation, FULL.auditEntries),
    entries('installation', organisation, FULL.ownRecords),
    entries('wallet', organisation, FULL.ownRecords),
    entries('catalogue', '', FULL.ownRecords),
    entries('review', '', FULL.ownRecords),
    {
      table: 'workspace.log_idempotency',
      where: `(scope, key) in (select scope, key from workspace.log_idempotency limit 1)`,
      copies: FULL.auditEntries,
      replace: {},
      set: { key: `'copy.' || n` },
    },
  ];
}
