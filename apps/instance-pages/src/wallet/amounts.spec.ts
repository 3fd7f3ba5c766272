import { describe, expect, it } from '@jest/globals';
import { isMore, shareOf, sumOf } from './amounts.js';

const LARGEST = '9223372036854.775807';

describe('amounts of MU', () => {
  it.each(['0', '1', '0.000001', '12.5', LARGEST])('keep %s exact', (mu) => expect(sumOf(mu)).toBe(mu));

  it('are added without rounding', () => {
    expect(sumOf('0.1', '0.2')).toBe('0.3');
    expect(sumOf('9223372036854.775806', '0.000001')).toBe(LARGEST);
  });

  it('are compared as numbers', () => {
    expect(isMore('10', '9.9')).toBe(true);
    expect(isMore('9.9', '9.90')).toBe(false);
  });

  it.each([
    ['0', '10', 0],
    ['5', '10', 0.5],
    ['15', '10', 1],
    ['0', '0', 1],
  ])('%s is of %s the part %d', (part, whole, share) => expect(shareOf(part, whole)).toBe(share));
});
