import { strict as assert } from 'node:assert';
import { checkSource } from '@kushk/manifest';
import { calibratedRow } from './calibrated-row.js';
import { quantile } from './callers.js';
import { manifestText } from './example-manifest.js';
import type { Row } from './row.js';

const LIMIT_MS = 5;
const LINES = 200;
const warmUp = 100;
const checks = 600;

/**
 * Measures the complete check of a manifest of 200 lines with its schemas. All manifests differ, so no compiled
 * schema is reused.
 */
export function run(): Promise<Row> {
  const durationsMs: number[] = [];
  for (let number = 0; number < warmUp + checks; number += 1) {
    const text = manifestText({ id: 'com.example.bench', version: `1.0.${number}`, publisher: 'bench' }, number);
    assert.equal(text.split('\n').length - 1, LINES);
    const startedAt = performance.now();
    const { problems } = checkSource(text, { production: true });
    const endedAt = performance.now();
    assert.deepEqual(problems, []);
    if (number >= warmUp) durationsMs.push(endedAt - startedAt);
  }
  durationsMs.sort((a, b) => a - b);
  return calibratedRow({
    name: 'manifest check, 200 lines, p50',
    measured: quantile(durationsMs, 0.5),
    limit: LIMIT_MS,
    unit: 'ms',
    note: `p99 ${quantile(durationsMs, 0.99).toFixed(1)} ms`,
  });
}
