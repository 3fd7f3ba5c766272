/** Runs the rows of the benchmark one after the other and prints their table. A row that fails does not end the run. */
import type { Row } from './row.js';

/** What a row produced: its figures, or the reason why it has none. */
export type RowResult =
  | { readonly name: string; readonly seconds: number; readonly rows: readonly Row[] }
  | { readonly name: string; readonly seconds: number; readonly failure: string };

export interface RowRun {
  /** Measures one row. A rejection makes the row `FAILED`. */
  readonly measure: (name: string) => Promise<readonly Row[]>;
  /** Called with one line when a row starts or ends. */
  readonly report: (line: string) => void;
}

export async function runRows(names: readonly string[], { measure, report }: RowRun): Promise<readonly RowResult[]> {
  const results: RowResult[] = [];
  for (const name of names) {
    report(`${name} …`);
    const startedAt = performance.now();
    const result = await measure(name).then(
      (rows) => ({ rows }),
      (error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) }),
    );
    results.push({ name, seconds: (performance.now() - startedAt) / 1_000, ...result });
    report(`${name}: ${statusOf(result)}`);
  }
  return results;
}

/** The exit code of the run: 1 when a row failed or missed its goal. */
export function exitCodeOf(results: readonly RowResult[]): 0 | 1 {
  return results.every((result) => 'rows' in result && result.rows.every(({ ok }) => ok)) ? 0 : 1;
}

function statusOf(result: { readonly rows: readonly Row[] } | { readonly failure: string }): string {
  if ('failure' in result) return `FAILED, ${firstLine(result.failure)}`;
  return result.rows.every(({ ok }) => ok) ? 'ok' : 'MISSED';
}

export function tableOf(results: readonly RowResult[]): string {
  const head = ['row', 'ours', 'rival or limit', 'unit', 'ratio', 'goal', '', 'µs ours, rival', 's', 'note'];
  const body = results.flatMap((result) => {
    const seconds = result.seconds.toFixed(0);
    if ('failure' in result)
      return [[result.name, '', '', '', '', '', 'FAILED', '', seconds, firstLine(result.failure)]];
    return result.rows.map((row) => [
      row.name,
      number(row.measured),
      number(row.rival),
      row.unit,
      row.ratio.toFixed(2),
      row.goal === 0 ? '' : `≥ ${Math.round(row.goal * 100) / 100}`,
      row.ok ? 'ok' : 'MISSED',
      row.cpuUs === undefined ? '' : `${row.cpuUs.ours.toFixed(0)}, ${row.cpuUs.rival.toFixed(0)}`,
      seconds,
      row.note ?? '',
    ]);
  });
  const widths = head.map((_, column) => Math.max(...[head, ...body].map((line) => (line[column] ?? '').length)));
  return [head, ...body]
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/** At least three digits, with separators from 100 on. */
export function number(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2);
}
