import { describe, expect, it } from '@jest/globals';
import { amountOf, increase, unitsFor } from './mu.js';

describe('amounts of MU', () => {
  it('are above zero, with at most six decimal places', () => {
    expect(['12.5', '1000', '0.000001'].map(amountOf)).toEqual(['12.5', '1000', '0.000001']);
    expect([null, '0', '-1', '1.1234567', '12345678901234'].map(amountOf)).toEqual(Array(5).fill(null));
  });

  it('pay for whole units at a rate', () => {
    expect([unitsFor('100', '0.25'), unitsFor('0.3', '0.1'), unitsFor('1', '0')]).toEqual([400, 3, null]);
    expect([increase('0.25', '0.3')?.toFixed(3), increase('0', '1')]).toEqual(['0.200', null]);
  });
});
