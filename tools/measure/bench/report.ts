/** The page of figures, `docs/performance/results.md`, which `npm run bench -- --report` writes. */
import type { Row } from './row.js';
import { firstLine, number, type RowResult } from './run-rows.js';

/** One run of the benchmark, as `.kushk/bench.json` stores it. */
export interface BenchRun {
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly node: string;
  /** Number and model of the processors, as the system names them. */
  readonly machine: string;
  readonly results: readonly RowResult[];
}

const head = ['row', 'ours', 'rival or limit', 'ratio', 'goal', 'µs, ours', 'µs, rival', 'times', 'note'];

export function pageOf({ at, node, machine, results }: BenchRun): string {
  const rows = results.flatMap((result) => ('rows' in result ? result.rows.map(cellsOf) : [failed(result)]));
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `# Figures

Written by \`npm run bench -- --report\` on ${at.slice(0, 10)}: ${machine}, Node ${node}.

Each row is measured against a rival in the same run, or against a limit that a calibration beside it scales. Ratios of
throughput depend on the machine, because a rival that waits for its disk uses no processor meanwhile. The processor time of one
unit of work, in microseconds over all processes of each side, holds between machines: *times* is the rival's divided by ours.
[performance.md](../performance.md) has what was found behind the figures.

${table}
`;
}

function cellsOf({ name, measured, rival, ratio, goal, unit, ok, cpuUs, note }: Row): readonly string[] {
  const goalText = goal === 0 ? '' : `≥ ${Math.round(goal * 100) / 100}${ok ? '' : ', **missed**'}`;
  const times = cpuUs === undefined ? ['', '', ''] : [cpuUs.ours, cpuUs.rival, cpuUs.rival / cpuUs.ours].map(number);
  return [name, `${number(measured)} ${unit}`, number(rival), ratio.toFixed(2), goalText, ...times, note ?? ''];
}

function failed({ name, failure }: { readonly name: string; readonly failure: string }): readonly string[] {
  return [name, '**failed**', ...Array<string>(head.length - 3).fill(''), firstLine(failure)];
}
