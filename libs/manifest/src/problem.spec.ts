import { describe, expect, it } from '@jest/globals';
import { inDocumentOrder, MAX_PROBLEMS, type Finding } from './problem.js';

describe('the problems of a document', () => {
  it('are sorted by position, with a missing member first in its object, and without duplicates', () => {
    const document = { b: [0, 0], a: { x: 1 } };
    const paths = ['/a/x', '/b/1', '/a/missing', '/b', '/a/x'];
    const problems = inDocumentOrder(
      'submission',
      document,
      paths.map((path) => ({ path, code: 'required' })),
    );
    expect(problems.map(({ path }) => path)).toEqual(['/b', '/b/1', '/a/missing', '/a/x']);
  });

  it('are limited in number, and the last one reports that there are more', () => {
    const findings = Array.from({ length: MAX_PROBLEMS + 1 }, (_unused, index): Finding => ({
      path: `/${index}`,
      code: 'required',
    }));
    const problems = inDocumentOrder('submission', [], findings);
    expect(problems).toHaveLength(MAX_PROBLEMS + 1);
    expect(problems.at(-1)?.code).toBe('too_many_problems');
  });

  it('are cut off when their paths together exceed four million characters', () => {
    let paths = 0;
    const findings = Array.from({ length: 10_000 }, (_unused, index) => ({
      code: 'required' as const,
      get path() {
        paths += 1;
        return `/${'k'.repeat(39_990)}${String(index).padStart(9, '0')}`;
      },
    }));
    const problems = inDocumentOrder('submission', {}, findings);
    // 100 paths have four million characters. Each of these paths is read a few times, and the next one once.
    expect(paths).toBeLessThan(1_000);
    expect(problems.at(-1)?.code).toBe('too_many_problems');
  });
});
