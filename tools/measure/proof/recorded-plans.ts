/** Records what the statements of the services read: the plans that `auto_explain` writes to the log of PostgreSQL. */
import { readFileSync, statSync } from 'node:fs';
import type pg from 'pg';

/** What the executions of one statement read at most. */
export interface StatementReads {
  /** The role that executed it: the name of the service. */
  readonly service: string;
  /** The text, with its numbers and lists of parameters replaced. */
  readonly text: string;
  readonly calls: number;
  readonly rows: number;
  readonly blocks: number;
  readonly ms: number;
  /** The tables that were read as a whole, with the rows read. */
  readonly scans: Readonly<Record<string, number>>;
}

/**
 * Starts to record the statements of these roles, in the sessions that they open from now on: their sessions are ended.
 * `planner` are settings of the planner. The client needs a superuser.
 */
export async function recordPlans(
  client: pg.ClientBase,
  roles: readonly string[],
  planner: Readonly<Record<string, string>> = {},
): Promise<void> {
  await client.query(`alter system set log_line_prefix = '%u '`);
  await client.query('select pg_reload_conf()');
  const settings = {
    ...planner,
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
    'auto_explain.log_parameter_max_length': '0',
  };
  for (const role of roles)
    for (const [name, value] of Object.entries(settings))
      await client.query(`alter role ${role} set ${name} = '${value}'`);
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = any($1)', [roles]);
}

/** Ends the recording in the same way. */
export async function stopRecordingPlans(client: pg.ClientBase, roles: readonly string[]): Promise<void> {
  for (const role of roles) await client.query(`alter role ${role} reset all`);
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = any($1)', [roles]);
}

/** The part of the log after `from` bytes, by statement. */
export function readPlans(logFile: string, from: number): readonly StatementReads[] {
  const log = readFileSync(logFile).subarray(from).toString('utf8');
  const statements = new Map<string, StatementReads>();
  for (const { groups } of log.matchAll(
    /^(?<service>\S+) LOG: {2}duration: (?<ms>[\d.]+) ms {2}plan:\n(?<json>(?:\t.*\n)+)/gm,
  )) {
    const { 'Query Text': query, Plan: plan } = JSON.parse(groups!['json']!) as {
      readonly 'Query Text': string;
      readonly Plan: PlanNode;
    };
    const service = groups!['service']!;
    const text = textOf(query);
    const reads = readsOf(plan);
    const key = `${service} ${text}`;
    const before = statements.get(key);
    statements.set(key, {
      service,
      text,
      calls: (before?.calls ?? 0) + 1,
      rows: Math.max(before?.rows ?? 0, reads.rows),
      blocks: Math.max(before?.blocks ?? 0, (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)),
      ms: Math.max(before?.ms ?? 0, Number(groups!['ms'])),
      scans: mostOf(before?.scans ?? {}, reads.scans),
    });
  }
  return [...statements.values()];
}

export function sizeOfLog(logFile: string): number {
  return statSync(logFile).size;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Sums up the rows that the scans of a plan have read, also those that a filter removed. */
function readsOf(node: PlanNode): { readonly rows: number; readonly scans: Readonly<Record<string, number>> } {
  let rows = 0;
  const scans: Record<string, number> = {};
  const visit = (one: PlanNode): void => {
    const table = one['Relation Name'];
    if (table !== undefined && one['Node Type'].endsWith('Scan')) {
      const removed = (one['Rows Removed by Filter'] ?? 0) + (one['Rows Removed by Index Recheck'] ?? 0);
      const read = (one['Actual Rows'] + removed) * one['Actual Loops'];
      rows += read;
      if (one['Node Type'] === 'Seq Scan') scans[table] = (scans[table] ?? 0) + read;
    }
    for (const child of one.Plans ?? []) visit(child);
  };
  visit(node);
  return { rows, scans };
}

function mostOf(
  before: Readonly<Record<string, number>>,
  now: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const tables = new Set([...Object.keys(before), ...Object.keys(now)]);
  return Object.fromEntries([...tables].map((table) => [table, Math.max(before[table] ?? 0, now[table] ?? 0)]));
}

function textOf(query: string): string {
  return query
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\d+(?:, ?\$\d+)*/g, '$')
    .replaceAll(/(?<!\w)\d+/g, '#')
    .trim();
}
