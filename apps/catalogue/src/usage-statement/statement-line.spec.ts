import { describe, expect, it } from '@jest/globals';
import type { StatementLine } from '@kushk/contracts';
import fc from 'fast-check';
import { itemWith } from '../../test/example-usage.js';
import { lineTextOf } from './statement-line.js';

const month = '2026-10';
const parsed = (text: string | null): StatementLine => JSON.parse(text!) as StatementLine;

describe('the line of an installation', () => {
  it('has the whole usage first, and then only what earlier statements lack', () => {
    const first = parsed(lineTextOf(month, itemWith(3), []));
    expect(first).toMatchObject({ month, mu_consumed: '3', services: [{ service: 'ocr.page', count: 3, mu: '3' }] });
    const more = itemWith(5, { services: [...itemWith(5).services, { service: 'ocr.scan', count: 1, mu: '0.5' }] });
    expect(parsed(lineTextOf(month, more, [first]))).toMatchObject({
      mu_consumed: '2',
      mu_gifted: '0',
      proposals_applied: 2,
      services: [
        { service: 'ocr.page', count: 2, mu: '2' },
        { service: 'ocr.scan', count: 1, mu: '0.5' },
      ],
    });
  });

  it('exists for an installation without usage in its month, and for no unchanged one later', () => {
    const unused = itemWith(0, { mu_gifted: '0', services: [] });
    const line = lineTextOf(month, unused, []);
    expect(parsed(line)).toMatchObject({ mu_consumed: '0', services: [] });
    expect(lineTextOf(month, unused, [parsed(line)])).toBeNull();
  });

  it('adds up to the usage, however often it is stated while it grows', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000), { minLength: 1, maxLength: 6 }), (growth) => {
        const stated: StatementLine[] = [];
        let total = 0;
        for (const more of growth) {
          total += more;
          const text = lineTextOf(month, itemWith(total), stated);
          if (text !== null) stated.push(parsed(text));
        }
        const sum = stated.reduce((all, one) => all + Number(one.mu_consumed), 0);
        const units = stated.flatMap((one) => one.services).reduce((all, { count }) => all + count, 0);
        expect([sum, units]).toEqual([total, total]);
      }),
    );
  });
});
