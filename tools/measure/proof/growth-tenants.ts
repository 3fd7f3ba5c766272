/**
 * New tenants: organisations, installations, publishers, releases, and the instances of a hub with their evaluations.
 */
import type { CopiedRows } from './copied-rows.js';
import {
  copyOf,
  demo,
  FULL,
  orDemo,
  pluginOf,
  publisherOf,
  release,
  rowOf,
  streamOf,
  type DemoIds,
} from './growth-data.js';

/** The organisations that have installations. Each has as many as there are releases. */
const ORGANISATIONS = 10;
/** The first of them is the publisher of the demo. */
const PUBLISHERS = 5;
/** Evaluations: every release of a block of 1,000, by every instance of a block of 100. */
const BLOCK = { evaluations: 100_000, instances: 100, releases: 1_000 };

export function tenants(ids: DemoIds): readonly CopiedRows[] {
  return [
    ...organisations(ids),
    ...installations(ids),
    ...publishers(ids),
    ...releases(ids),
    ...fleet(),
    ...usage(ids),
  ];
}

function organisations({ organisation }: DemoIds): readonly CopiedRows[] {
  const copies = { copies: FULL.people, replace: { [organisation]: copyOf(organisation) } };
  return [
    ...streamOf('workspace', `organisation-${organisation}`, copies),
    rowOf('workspace.organisations', organisation, copies),
  ];
}

function installations(ids: DemoIds): readonly CopiedRows[] {
  const { organisation, installation } = ids;
  const ofOrganisation = `(n % ${ORGANISATIONS})`;
  const copies = {
    copies: FULL.installations,
    replace: {
      [installation]: copyOf(installation),
      [organisation]: orDemo(organisation, ofOrganisation, copyOf(organisation, ofOrganisation)),
      [ids.machineUser]: copyOf(ids.machineUser),
      [ids.event]: copyOf(ids.event),
      [ids.lifecycleCall]: copyOf(ids.lifecycleCall),
      [demo.plugin]: pluginOf(`(n / ${ORGANISATIONS})`),
    },
  };
  const ofInstallation = (table: string): CopiedRows => ({
    table,
    where: `installation_id = '${installation}'`,
    ...copies,
  });
  const token = `md5('token' || n) || md5(n::text)`;
  return [
    ...streamOf('installation', `installation-${installation}`, copies),
    ...streamOf('installation', `reservation-${organisation}/${demo.plugin}`, copies),
    {
      ...rowOf('installation.installations', installation, copies),
      set: { token_hash: token, previous_token_hash: 'null' },
    },
    rowOf('installation.installation_settings', installation, copies),
    ...streamOf('workspace', `installation-${installation}`, copies),
    ofInstallation('workspace.monthly_proposals'),
    ...streamOf('wallet', `price_list-${installation}`, copies),
    ...streamOf('wallet', `remainder-${organisation}/${demo.plugin}`, copies),
    ...wallets(ids, copies),
    ofInstallation('wallet.monthly_totals'),
    ofInstallation('wallet.service_usage'),
    ...streamOf('delivery', `endpoint-${installation}`, copies),
    rowOf('delivery.endpoints', installation, copies),
    ...streamOf('delivery', `feed-${installation}`, copies),
    { ...ofInstallation('delivery.feed_events'), where: `event_id = '${ids.event}'` },
    ofInstallation('delivery.lifecycle_calls'),
  ];
}

/** Wallets as they are opened. A copy of the entries would need hashes of its own. */
function wallets(
  { installation, organisation }: DemoIds,
  copies: Pick<CopiedRows, 'copies' | 'replace'>,
): readonly CopiedRows[] {
  const state = JSON.stringify({
    status: 'open',
    installationId: installation,
    organisationId: organisation,
    plan: 'basic',
    prices: { services: ['ocr.page'], rates: { 'ocr.page': '250000' } },
    totals: {
      purchased: '0',
      gifted: '0',
      consumed: '0',
      reversed: '0',
      revoked: '0',
      carriedIn: '0',
      carriedOut: '0',
      held: '0',
    },
    giftedLeft: '0',
    openHolds: 0,
    use: { month: '', consumed: '0', services: {} },
    budget: { monthly: null, services: {} },
    thresholdMicroMu: null,
    lowBalanceReported: false,
    chain: { sequence: 0, previousHash: null, hash: null, gifted: '0' },
  });
  const replaced = Object.entries(copies.replace)
    .filter(([from]) => state.includes(from))
    .reduce((sql, [from, to]) => `replace(${sql}, '${from}', ${to})`, `'${state}'`);
  const where = `stream_id = 'wallet-${installation}'`;
  return [
    { table: 'wallet.log_events', where: `${where} and version = 1`, ...copies },
    {
      table: 'wallet.log_streams',
      where,
      ...copies,
      set: { version: '1', prev_version: '0', state: `(${replaced})::json` },
    },
  ];
}

function publishers({ member, key }: DemoIds): readonly CopiedRows[] {
  const { publisher } = demo;
  const copies = { copies: FULL.instances, replace: { [publisher]: `'kushk-samples-' || n` } };
  const ofMember = { ...copies, replace: { ...copies.replace, [member]: copyOf(member) } };
  // The members and keys of one publisher, and no more than a publisher has.
  const ofKey = { copies: FULL.instances, replace: { [key]: copyOf(key) } };
  return [
    ...streamOf('catalogue', `publisher-${publisher}`, copies),
    rowOf('catalogue.publishers', publisher, copies),
    ...streamOf('catalogue', `publisher_member-${member}`, ofMember),
    { ...rowOf('catalogue.publisher_members', member, ofMember), set: { subject: `'dev|publisher' || n` } },
    ...streamOf('catalogue', `key-${key}`, ofKey),
    { ...rowOf('catalogue.keys', key, ofKey), set: { hash: `md5('key' || n) || md5(n::text)` } },
  ];
}

function releases(ids: DemoIds): readonly CopiedRows[] {
  const { plugin, publisher, version } = demo;
  const copies = {
    copies: FULL.releases,
    replace: {
      [plugin]: pluginOf('n'),
      [publisher]: publisherOf(`(n % ${PUBLISHERS})`),
      [ids.releaseId]: copyOf(ids.releaseId),
    },
  };
  const ofRelease = (table: string): CopiedRows => ({ table, where: `release_key = '${release}'`, ...copies });
  return [
    ...streamOf('catalogue', `plugin-${plugin}`, copies),
    ...streamOf('catalogue', `release-${release}`, copies),
    rowOf('catalogue.plugins', plugin, copies),
    { table: 'catalogue.plugin_changes', where: `plugin_id = '${plugin}'`, ...copies },
    ofRelease('catalogue.submissions'),
    rowOf('catalogue.release_statuses', release, copies),
    ofRelease('catalogue.release_events'),
    ofRelease('catalogue.issued_statements'),
    ...streamOf('review', `review-${release}`, copies),
    rowOf('review.reviews', release, copies),
    ...streamOf('installation', `listing-${release}`, copies),
    ...streamOf('installation', `status_statement-${release}`, copies),
    rowOf('installation.listings', release, copies),
    { table: 'installation.release_manifests', where: `plugin_id = '${plugin}' and version = '${version}'`, ...copies },
  ];
}

function fleet(): readonly CopiedRows[] {
  const named = (number: string): string => `'i' || (${number})`;
  const copies = { copies: FULL.instances, replace: { '"i1"': `'"i' || (n + 1) || '"'` } };
  const instances = ['instance', 'instance_software'].flatMap((category) => [
    ...streamOf('catalogue', `${category}-i1`, copies).map((rows) => ({
      ...rows,
      set: { stream_id: `'${category}-i' || (n + 1)` },
    })),
    {
      ...rowOf(`catalogue.${category === 'instance' ? 'instances' : category}`, 'i1', copies),
      set: { stream_id: named('n + 1') },
    },
  ]);
  const { evaluations, instances: of, releases: per } = BLOCK;
  const instance = named(`n / ${evaluations} * ${of} + n % ${of} + 1`);
  const ofRelease = pluginOf(`(n / ${of} % ${per})`);
  const stream = `${instance} || '/' || ${ofRelease} || '@${demo.version}'`;
  const evaluated = {
    copies: FULL.evaluations,
    replace: { '"i1"': `'"' || ${instance} || '"'`, [demo.plugin]: ofRelease },
  };
  return [
    ...instances,
    ...streamOf('catalogue', `evaluation-i1/${release}`, evaluated).map((rows) => ({
      ...rows,
      set: { stream_id: `'evaluation-' || ${stream}` },
    })),
    {
      ...rowOf('catalogue.evaluations', `i1/${release}`, evaluated),
      set: { stream_id: stream, instance_id: instance },
    },
  ];
}

/** The usage of this month, by publisher, installation and instance. */
function usage({ alias }: DemoIds): readonly CopiedRows[] {
  const copies = {
    copies: FULL.installations,
    replace: {
      [demo.publisher]: publisherOf(`(n % ${PUBLISHERS})`),
      [demo.plugin]: pluginOf(`(n / ${ORGANISATIONS})`),
      [alias]: copyOf(alias),
    },
  };
  const reports = { copies: FULL.instances, replace: { '/i1': `'/i' || (n + 1)` } };
  return [
    { table: 'catalogue.installation_usage', where: `alias = '${alias}'`, ...copies },
    {
      table: 'catalogue.usage_reports',
      where: `publisher_id = '${demo.publisher}' and instance_id = 'i1'`,
      ...reports,
      set: { instance_id: `'i' || (n + 1)` },
    },
  ];
}
