/** Which statements read more when the tables are ten times as large. */
import type { StatementReads } from './recorded-plans.js';

export interface GrowingStatement extends StatementReads {
  readonly before: StatementReads;
}

const MAX_RATIO = 2;
/**
 * What a statement may read beside that, at any size. A search reads 1,000 rows in the order of the list, twice, before
 * it uses an index. Long values take several blocks each.
 */
const SLACK = { rows: 2_100, blocks: 5_000 };

/** Statements that may read more, by the beginning of a part of their text, with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  'with w as ( select stream_id, state from log_streams': 'reads at most 5,000 holds',
  'select s.state from open_holds h': 'a wallet has at most 10,000 open holds',
  'select (select count(*)::int from ( select from (select * from cases': 'counts at most 5,000 records of each type',
  'with parameters as (select': 'reads at most 1,000 rows of each type, twice',
  'and (select m.terms @@ $::tsquery from release_manifests': 'searches the next 1,000 listings and their manifests',
  'order by x.stream_id desc offset': 'searches the newest 10,000 proposals or sources of a status',
  'order by n.sequence desc offset': 'searches the newest 10,000 events of an installation',
  'order by n.called_at desc offset': 'searches the newest 10,000 tool calls of an installation',
  'with examined as materialized': 'examines at most 5,000 entries of an audit',
  'from installation_usage where publisher_id = any($)':
    'sums up the usage of a month exactly, for a document of all of it',
  'from installation_usage where publisher_id = $': 'sums up the usage of a publisher exactly',
  'cross join instances i where not exists (select from usage_reports': 'compares the reports with the whole fleet',
  'as revision from plugins p': 'the whole list of a publisher, which has at most 2,000 releases',
  'newest.summary as submission': 'searches the plugins of a publisher, which has at most 2,000 releases',
  'left join lateral (select answered_sequence from evaluations':
    'looks up the answers of the instances on a page to the newest 200 statements',
  'from wallet_entries where installation_id = $': 'reads at most 5,000 entries',
  'l.version desc) last) placed': 'orders all plugins of the store, of which there are some thousands',
  'join release_events e on e.release_key = s.stream_id': 'reads the releases that changed in the last 30 days',
  'as last_report_at, exists': 'reads the last report of each instance of the fleet',
};

/** Statements of both sizes that read more than twice as many rows or blocks, and more than a page or a search may. */
export function growingStatements(
  small: readonly StatementReads[],
  large: readonly StatementReads[],
): readonly GrowingStatement[] {
  const keyOf = ({ service, text }: StatementReads): string => `${service} ${text}`;
  const before = new Map(small.map((reads) => [keyOf(reads), reads]));
  return large.flatMap((reads) => {
    const smaller = before.get(keyOf(reads));
    if (smaller === undefined || Object.keys(ALLOWED).some((part) => reads.text.includes(part))) return [];
    const grows = (['rows', 'blocks'] as const).some(
      (what) => reads[what] > smaller[what] * MAX_RATIO && reads[what] > SLACK[what],
    );
    return grows ? [{ ...reads, before: smaller }] : [];
  });
}
