/** Examples for the specs. */
import type { InstanceUsageItem } from '@kushk/contracts';
import { sumOfUsage } from '@kushk/manifest';
import { itemWith } from './example-usage.js';
import { lineTextOf } from '../src/usage-statement/statement-line.js';
import type { LinePlace, StatedLine, UsageStatementFact } from '../src/usage-statement/usage-statement.js';

const at = '2026-12-01T00:00:00.000Z';
type FactOf<Type extends UsageStatementFact['type']> = Extract<UsageStatementFact, { readonly type: Type }>;

export function started(month: string): FactOf<'UsageStatementStarted'> {
  return { type: 'UsageStatementStarted', data: { publisherId: 'acme', month, partial: false, at } };
}

export function line(month: string, alias: string, more: Partial<InstanceUsageItem> = {}): StatedLine {
  return { instanceId: 'i1', text: lineTextOf(month, itemWith(1, { alias, ...more }), []) ?? '' };
}

export function placeOf(month: string, alias: string): LinePlace {
  return [month, 'ir.acme.invoices', alias, 'i1'];
}

/** Lines of one month, after `first` others. */
export function linesAdded(
  month: string,
  first: number,
  lines: readonly StatedLine[],
): FactOf<'UsageStatementLinesAdded'> {
  const { alias } = JSON.parse(lines.at(-1)!.text) as { alias: string };
  const upTo = placeOf((JSON.parse(lines.at(-1)!.text) as { month: string }).month, alias);
  return { type: 'UsageStatementLinesAdded', data: { publisherId: 'acme', month, first, lines, upTo } };
}

export function closed(month: string): FactOf<'UsageStatementClosed'> {
  const data = { publisherId: 'acme', month, partial: false, digest: `sha256:${month}`, lines: 0, adjustmentLines: 0 };
  const envelope = { payloadType: 'test', payload: '', signatures: [] };
  return { type: 'UsageStatementClosed', data: { ...data, totals: sumOfUsage([]), envelope, at } };
}
