/** The dashboards of deploy/observability: what each panel shows, as queries of Prometheus. */

/** A query, and the legend of its lines. */
type Query = readonly [expression: string, legend: string];

export interface Panel {
  readonly title: string;
  /** A unit of Grafana. */
  readonly unit: 's' | 'reqps' | 'percentunit' | 'short' | 'bytes';
  readonly queries: readonly Query[];
  /** The newest values instead of their course. */
  readonly kind?: 'stat';
}
export interface Dashboard {
  /** The name of the file, and the end of the uid. */
  readonly name: string;
  readonly title: string;
  readonly panels: readonly Panel[];
}

const panel = (title: string, unit: Panel['unit'], ...queries: readonly Query[]): Panel => ({ title, unit, queries });
const stat = (title: string, unit: Panel['unit'], ...queries: readonly Query[]): Panel => ({
  ...panel(title, unit, ...queries),
  kind: 'stat',
});

const scope = 'scope=~"$scope"';

/** The rate of a counter, or of the count of a histogram, summed by labels. */
const rate = (counter: string, by: string, filter = ''): string =>
  `sum by (${by}) (rate(${counter}{${scope}${filter}}[$__rate_interval]))`;

/** A quantile of a histogram, by labels. */
const quantile = (of: number, histogram: string, { by, filter = '' }: { by: string; filter?: string }): string =>
  `histogram_quantile(${of}, ${rate(`${histogram}_bucket`, `${by}, le`, filter)})`;

const gauge = (name: string, by: string, filter = ''): string => `max by (${by}) (${name}{${scope}${filter}})`;

const http = 'kushk_http_requests_seconds';
const handled = 'kushk_requests_handled_seconds';
const calls = 'kushk_plugin_calls_seconds';

const overview: Dashboard = {
  name: 'overview',
  title: 'Kushk: overview',
  panels: [
    stat('Firing alerts', 'short', ['sum(ALERTS{alertstate="firing"}) or vector(0)', '']),
    stat('Processes that answer', 'short', [`sum by (scope) (up{job="kushk", ${scope}})`, '{{scope}}']),
    stat('Versions', 'short', [`count by (scope, version) (kushk_build_info{${scope}})`, '{{scope}} {{version}}']),
    panel('Checks that fail', 'short', [
      `count by (scope, service, check) (kushk_ready{${scope}} == 0)`,
      '{{scope}} {{service}}: {{check}}',
    ]),
    panel('Requests', 'reqps', [rate(`${http}_count`, 'scope'), '{{scope}}']),
    panel('Requests that get a 5xx', 'percentunit', [
      `${rate(`${http}_count`, 'scope', ', status=~"5.."')} / ${rate(`${http}_count`, 'scope')}`,
      '{{scope}}',
    ]),
    panel(
      'Duration of requests',
      's',
      ...[0.5, 0.99].map((of): Query => [quantile(of, http, { by: 'scope' }), `{{scope}} p${of * 100}`]),
    ),
    panel('Requests by status', 'reqps', [rate(`${http}_count`, 'scope, status'), '{{scope}} {{status}}']),
    panel('Slowest routes, p95', 's', [
      `topk(10, ${quantile(0.95, http, { by: 'scope, method, route' })})`,
      '{{scope}} {{method}} {{route}}',
    ]),
    panel('Work of services', 'reqps', [
      rate(`${handled}_count`, 'scope, service, outcome'),
      '{{scope}} {{service}} {{outcome}}',
    ]),
    panel('Requests without a reply', 'reqps', [
      rate('kushk_requests_sent_seconds_count', 'scope, name', ', outcome="unavailable"'),
      '{{scope}} {{name}}',
    ]),
    panel('Delay of the event loop, p99', 's', [
      gauge('nodejs_eventloop_lag_p99_seconds', 'scope, service'),
      '{{scope}} {{service}}',
    ]),
    panel('Memory', 'bytes', [gauge('process_resident_memory_bytes', 'scope, service'), '{{scope}} {{service}}']),
    panel('Processors used', 'short', [rate('process_cpu_seconds_total', 'scope, service'), '{{scope}} {{service}}']),
    panel('Clock ahead of PostgreSQL', 's', [
      gauge('kushk_clock_offset_seconds', 'scope, service'),
      '{{scope}} {{service}}',
    ]),
  ],
};

const data: Dashboard = {
  name: 'data',
  title: 'Kushk: facts, streams and PostgreSQL',
  panels: [
    panel('Commands decided', 'reqps', [
      rate('kushk_commands_decided_total', 'scope, service, outcome'),
      '{{scope}} {{service}} {{outcome}}',
    ]),
    panel('Duration of commands, p99', 's', [
      quantile(0.99, handled, { by: 'scope, service', filter: ', name=~"cmd[.].*"' }),
      '{{scope}} {{service}}',
    ]),
    panel('Requests refused as busy', 'reqps', [
      rate(`${handled}_count`, 'scope, service', ', outcome="busy"'),
      '{{scope}} {{service}}',
    ]),
    panel('Age of the oldest fact that is not published', 's', [
      gauge('kushk_relay_lag_seconds', 'scope, service'),
      '{{scope}} {{service}}',
    ]),
    panel('Facts published', 'reqps', [rate('kushk_facts_relayed_total', 'scope, service'), '{{scope}} {{service}}']),
    panel(
      'Logs behind their streams, facts that cannot be published',
      'short',
      [gauge('kushk_log_behind_stream', 'scope, service'), '{{scope}} {{service}} behind'],
      [gauge('kushk_relay_parked_facts', 'scope, service'), '{{scope}} {{service}} parked'],
    ),
    panel('Facts processed', 'reqps', [
      rate('kushk_facts_processed_seconds_count', 'scope, service, reaction, outcome'),
      '{{scope}} {{service}} {{reaction}} {{outcome}}',
    ]),
    panel(
      'Facts that reactions parked, or that retention removed unread',
      'short',
      [
        `sum by (scope, service, reaction) (kushk_facts_parked_total{${scope}})`,
        '{{scope}} {{service}} {{reaction}} parked',
      ],
      [
        `sum by (scope, service, consumer) (kushk_facts_removed_unread_total{${scope}})`,
        '{{scope}} {{service}} {{consumer}} removed',
      ],
    ),
    panel('Age of the oldest fact that waits for another', 's', [
      gauge('kushk_fact_waiting_seconds', 'scope, service, reaction'),
      '{{scope}} {{service}} {{reaction}}',
    ]),
    panel('Replicas of streams that are missing', 'short', [
      `${gauge('kushk_stream_replicas', 'scope, stream', ', state="configured"')} - min by (scope, stream) (kushk_stream_replicas{${scope}, state="current"})`,
      '{{scope}} {{stream}}',
    ]),
    panel(
      'Connections for reads',
      'short',
      [
        `sum by (scope, service, state) (kushk_db_connections{${scope}, state=~"used|max"})`,
        '{{scope}} {{service}} {{state}}',
      ],
      [`sum by (scope, service) (kushk_db_reads_pending{${scope}})`, '{{scope}} {{service}} waiting'],
    ),
    panel('Stored', 'bytes', [gauge('kushk_stored_bytes', 'scope, service, of'), '{{scope}} {{service}} {{of}}']),
    panel('Background work', 'reqps', [
      rate('kushk_maintenance_rows_total', 'scope, service, work'),
      '{{scope}} {{service}} {{work}}',
    ]),
    panel('Age of the last backup', 's', [
      `time() - ${gauge('kushk_backup_last_success_timestamp_seconds', 'scope')}`,
      '{{scope}}',
    ]),
    panel('Size of the last backup', 'bytes', [gauge('kushk_backup_last_size_bytes', 'scope'), '{{scope}}']),
  ],
};

const plugins: Dashboard = {
  name: 'plugins',
  title: 'Kushk: plugins and wallets',
  panels: [
    panel('Calls to plugins', 'reqps', [
      rate(`${calls}_count`, 'scope, channel, outcome'),
      '{{scope}} {{channel}} {{outcome}}',
    ]),
    panel('Calls that fail', 'percentunit', [
      `${rate(`${calls}_count`, 'scope, channel', ', outcome!~"2xx|4xx"')} / ${rate(`${calls}_count`, 'scope, channel')}`,
      '{{scope}} {{channel}}',
    ]),
    panel('Duration of calls, p95', 's', [quantile(0.95, calls, { by: 'scope, channel' }), '{{scope}} {{channel}}']),
    panel('Time from due to sent, p95', 's', [
      quantile(0.95, 'kushk_delivery_wait_seconds', { by: 'scope, channel' }),
      '{{scope}} {{channel}}',
    ]),
    panel('Endpoints that do not answer', 'short', [gauge('kushk_circuits_open', 'scope'), '{{scope}}']),
    panel('Requests of plugins', 'reqps', [
      rate(`${http}_count`, 'scope, route', ', route=~"/plugin/.*"'),
      '{{scope}} {{route}}',
    ]),
    panel('Charges and holds', 'reqps', [
      rate('kushk_commands_decided_total', 'scope, name, outcome', ', service="wallet"'),
      '{{scope}} {{name}} {{outcome}}',
    ]),
    panel('Entries of wallets audited', 'reqps', [rate('kushk_wallet_entries_audited_total', 'scope'), '{{scope}}']),
    panel('Wallets that do not fit', 'short', [
      `sum by (scope, reason) (kushk_wallet_audit_mismatches_total{${scope}})`,
      '{{scope}} {{reason}}',
    ]),
  ],
};

const fleet: Dashboard = {
  name: 'fleet',
  title: 'Kushk: hub and instances',
  panels: [
    panel('Time since the hub answered', 's', [
      gauge('kushk_replication_silence_seconds', 'scope, consumer'),
      '{{scope}} {{consumer}}',
    ]),
    panel('Facts of the hub that wait', 'short', [
      gauge('kushk_replication_lag_facts', 'scope, consumer'),
      '{{scope}} {{consumer}}',
    ]),
    panel(
      'Replications that stand still',
      'short',
      [gauge('kushk_replication_stalled', 'scope, consumer'), '{{scope}} {{consumer}}'],
      [gauge('kushk_releases_stream_stalled', 'scope'), 'RELEASES'],
    ),
    panel('RELEASES behind the catalogue', 's', [gauge('kushk_releases_stream_lag_seconds', 'scope'), '{{scope}}']),
    panel(
      'Accounts of instances',
      'short',
      [gauge('kushk_nats_accounts_missing', 'scope'), 'missing'],
      [
        `sum by (outcome) (increase(kushk_nats_account_changes_total{${scope}}[$__rate_interval]))`,
        'changed: {{outcome}}',
      ],
    ),
    panel('Months of publishers that are open', 'short', [
      gauge('kushk_usage_months_open', 'scope, reason'),
      '{{reason}}',
    ]),
  ],
};

export const dashboards: readonly Dashboard[] = [overview, data, plugins, fleet];
