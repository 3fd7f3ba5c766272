import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlainEvaluator } from './evaluator.js';
import { ThreadEvaluator } from './thread-evaluator.js';

const started: ThreadEvaluator[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((evaluator) => evaluator.onApplicationShutdown()));
});
function start(...options: ConstructorParameters<typeof ThreadEvaluator>): ThreadEvaluator {
  const evaluator = new ThreadEvaluator(...options);
  started.push(evaluator);
  return evaluator;
}

const text = { properties: { a: { type: 'string' } } };
/** Takes some tenths of a second until its budget is spent. */
const costly = { properties: { a: { allOf: Array.from({ length: 900 }, () => ({ pattern: '^(a|b)*c$' })) } } };
const costlyValue = { a: 'ab'.repeat(2_000) };

describe('an evaluator with threads', () => {
  it('has the verdicts of a plain one', async () => {
    const values = [{ a: 'x' }, { a: 1 }, JSON.parse('{"__proto__":1}'), costlyValue];
    const threads = start();
    const plain = new PlainEvaluator();
    for (const value of values)
      expect(await threads.run('t', 'validateAgainst', text, value)).toEqual(
        await plain.run('t', 'validateAgainst', text, value),
      );
    expect(await threads.run('t', 'validateAgainst', costly, costlyValue)).toMatchObject([{ code: 'too_expensive' }]);
  });

  it('rejects with the error of an evaluation, and evaluates the next one in the same thread', async () => {
    const evaluator = start({ threads: 1 });
    await expect(evaluator.run('t', 'validateAgainst', { $ref: '#missing' }, 1)).rejects.toThrow(/reference/);
    expect(await evaluator.run('t', 'validateAgainst', text, { a: 1 })).toMatchObject([{ code: 'type' }]);
  });

  it('answers the event loop while an evaluation is under way', async () => {
    const order: string[] = [];
    const evaluation = start()
      .run('t', 'validateAgainst', costly, costlyValue)
      .then(() => order.push('evaluation'));
    await new Promise((resolve) => setImmediate(resolve));
    order.push('event loop');
    await evaluation;
    expect(order).toEqual(['event loop', 'evaluation']);
  });

  it('evaluates for other tenants while one sends without pause', async () => {
    const evaluator = start();
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    const hostile = Array.from({ length: 5 }, (_unused, index) =>
      evaluator.run('hostile', 'validateAgainst', costly, costlyValue).then(note(`hostile ${index}`)),
    );
    const other = evaluator.run('other', 'validateAgainst', text, { a: 1 }).then(note('other'));
    await Promise.all([...hostile, other]);
    expect(order.indexOf('other')).toBeLessThan(2);
  });

  it('rejects as busy when its queue is full', async () => {
    const evaluator = start({ countOfTenant: 2 });
    const runs = Array.from({ length: 3 }, () => evaluator.run('t', 'validateAgainst', text, {}));
    const results = await Promise.allSettled(runs);
    expect(results.map((result) => (result.status === 'rejected' ? (result.reason as Error).name : 'valid'))).toEqual([
      'valid',
      'valid',
      'EvaluatorBusy',
    ]);
  });

  it.each([
    ['hangs', "parentPort.on('message', () => { for (;;); });"],
    ['fails', "parentPort.on('message', () => { throw new Error('broken'); });"],
  ])('replaces a thread that %s, without a verdict', async (_what, onMessage) => {
    const folder = await mkdtemp(join(tmpdir(), 'evaluator-'));
    try {
      const program = join(folder, 'program.mjs');
      await writeFile(
        program,
        `import { parentPort } from 'node:worker_threads';\n${onMessage}\nparentPort.postMessage(null);\n`,
      );
      const evaluator = start({ program, wallMs: 200, threads: 1 });
      for (const tenant of ['first', 'second'])
        await expect(evaluator.run(tenant, 'validateAgainst', text, {})).rejects.toMatchObject({
          name: 'EvaluatorUnavailable',
        });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
