import { describe, expect, it } from '@jest/globals';
import { lineOf, ok, runParts, timeLeftMs, wrong } from './finding.js';

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

  it('have less time when the process has started slowly', () => {
    expect([0, 1_500, 4_000, 60_000].map(timeLeftMs)).toEqual([8_000, 8_000, 5_500, 1_000]);
  });
});
