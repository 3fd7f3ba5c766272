import { describe, expect, it } from '@jest/globals';
import { lineOf, ok, runParts, wrong } from './finding.js';

describe('the parts of a check', () => {
  it('end in time with what is known: a part without an answer is not wrong, one that throws is', async () => {
    const findings = await runParts(
      [
        { about: 'quick', find: () => Promise.resolve([ok('quick')]) },
        { about: 'broken', find: () => Promise.reject(new Error('no file')) },
        { about: 'slow', find: () => new Promise(() => undefined) },
      ],
      20,
    );
    expect(findings.map(lineOf)).toEqual([
      'ok     quick',
      'wrong  broken: no file',
      expect.stringMatching(/^late {3}slow: no answer within 8 s: /),
    ]);
    expect(findings[1]).toEqual(wrong('broken', 'no file'));
  });
});
