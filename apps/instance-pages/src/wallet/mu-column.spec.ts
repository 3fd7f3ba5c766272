import { describe, expect, it } from '@jest/globals';
import { muColumn } from './mu-column.js';

describe('a column of MU', () => {
  it('has equal decimals', () => {
    const column = ['97.75', '100', '2.5'];
    expect(column.map(muColumn(column, 'en'))).toEqual(['97.75', '100.00', '2.50']);
  });
});
