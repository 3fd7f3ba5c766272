import { describe, expect, it } from '@jest/globals';
import { amountOf, increase, unitsFor } from './mu.js';

describe('amounts of MU', () => {
  it('are typed with any digits and separators, and sent in canonical form', () => {
    expect(['۱۲٫۵۰', '٠٠٧', '1,000', ' 0.25 '].map(amountOf)).toEqual(['12.5', '7', '1000', '0.25']);
    expect(['', '0', 'x', '-1', '1.1234567', '1e3', '12345678901234'].map(amountOf)).toEqual(Array(7).fill(null));
  });

  it('pay for whole units at a rate', () => {
    expect([unitsFor('100', '0.25'), unitsFor('0.3', '0.1'), unitsFor('1', '0')]).toEqual([400, 3, null]);
    expect([increase('0.25', '0.3')?.toFixed(3), increase('0', '1')]).toEqual(['0.200', null]);
  });
});
