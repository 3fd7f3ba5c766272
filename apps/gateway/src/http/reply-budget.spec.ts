import { describe, expect, it } from '@jest/globals';
import { Refused } from '@kushk/edge';
import { ReplyBudget } from './reply-budget.js';

const codeOf = (accept: () => void): string => {
  try {
    accept();
    return 'accepted';
  } catch (error) {
    if (error instanceof Refused) return error.code;
    throw error;
  }
};

describe('ReplyBudget', () => {
  it('refuses the replies of a tenant beyond its share, and never those of others', () => {
    const budget = new ReplyBudget({ totalBytes: 100, perTenantBytes: 40 });
    const slow = [1, 2, 3].map(() => budget.ofRequest('slow'));
    expect(slow.map(({ accept }) => codeOf(() => accept(20)))).toEqual(['accepted', 'accepted', 'gateway.busy']);
    expect(codeOf(() => budget.ofRequest('other').accept(40))).toBe('accepted');
    slow[0]?.release();
    expect(codeOf(() => slow[2]?.accept(20))).toBe('accepted');
  });

  it('accepts a single reply above the share, but nothing above the total', () => {
    const budget = new ReplyBudget({ totalBytes: 100, perTenantBytes: 40 });
    expect(codeOf(() => budget.ofRequest('a').accept(90))).toBe('accepted');
    expect(codeOf(() => budget.ofRequest('b').accept(11))).toBe('gateway.busy');
    expect(codeOf(() => budget.ofRequest('b').accept(10))).toBe('accepted');
  });

  it('counts the largest reply of a request, and returns exactly that', () => {
    const budget = new ReplyBudget({ totalBytes: 100, perTenantBytes: 40 });
    const pages = budget.ofRequest('a');
    for (const bytes of [30, 20, 40, 10]) pages.accept(bytes);
    expect(budget.heldBytes).toBe(40);
    pages.release();
    pages.release();
    pages.accept(40);
    expect(budget.heldBytes).toBe(0);
  });
});
