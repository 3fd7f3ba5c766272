import { describe, expect, it } from '@jest/globals';
import type { Row } from './row.js';
import { pageOf } from './report.js';
import { exitCodeOf, runRows, tableOf } from './run-rows.js';

const row = (name: string, ok = true): Row => ({
  name,
  measured: 1_234,
  rival: 1_000,
  ratio: 1.234,
  goal: 1,
  unit: 'facts/s',
  ok,
});
const run = (measured: Readonly<Record<string, () => Promise<readonly Row[]>>>, report = (): void => undefined) =>
  runRows(Object.keys(measured), { measure: (name) => measured[name]!(), report });

describe('a run of the benchmark', () => {
  it('reports a row that fails with its reason, measures the others and ends with exit code 1', async () => {
    const results = await run({
      first: () => Promise.resolve([row('first')]),
      broken: () => Promise.reject(new Error('GET /store failed with 503\nresponse body')),
      last: () => Promise.resolve([row('last')]),
    });
    const lines = tableOf(results).split('\n');
    expect(lines.map((line) => line.split(/\s+/)[0])).toEqual(['row', 'first', 'broken', 'last']);
    expect(lines[2]).toMatch(/FAILED .*GET \/store failed with 503$/);
    expect(lines[3]).toContain('1,234');
    expect(exitCodeOf(results)).toBe(1);
  });

  it('writes each row to the page of figures, with the processor time of both sides', async () => {
    const results = await run({
      loop: () => Promise.resolve([{ ...row('loop', false), cpuUs: { ours: 120, rival: 600 } }]),
      broken: () => Promise.reject(new Error('no answer\nstack')),
    });
    const page = pageOf({ at: '2026-11-27T10:00:00.000Z', node: 'v24', machine: '2 × Xeon, 23 GiB', results });
    expect(page).toContain('on 2026-11-27: 2 × Xeon, 23 GiB, Node v24');
    expect(page).toContain('| loop | 1,234 facts/s | 1,000 | 1.23 | ≥ 1, **missed** | 120 | 600 | 5.00 |  |');
    expect(page).toMatch(/\| broken \| \*\*failed\*\* .* no answer \|/);
  });

  it('ends with exit code 1 when a row misses its goal, and with 0 when all rows reach theirs', async () => {
    const missed = await run({ a: () => Promise.resolve([row('a'), row('b', false)]) });
    expect(exitCodeOf(missed)).toBe(1);
    expect(exitCodeOf(await run({ a: () => Promise.resolve([row('a')]) }))).toBe(0);
  });
});
