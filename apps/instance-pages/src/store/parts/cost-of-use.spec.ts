import { describe, expect, it } from '@jest/globals';
import type { WalletMonth } from '../queries.js';
import { costOfUse } from './cost-of-use.js';

const month = (...services: WalletMonth['services']): WalletMonth => ({ services }) as unknown as WalletMonth;
const pages = { service: 'page', count: 300, mu: '75' };
const tables = { service: 'table', count: 3, mu: '0.000003' };

describe('costOfUse', () => {
  it("multiplies last month's units by the other rates, exactly, and names the services without a rate", () => {
    const months = [month(), month(pages, tables), month({ ...pages, count: 1 })];
    expect(costOfUse(months, { page: '0.3', table: '0.000002' })).toEqual({
      ...{ month: 'last', before: '75.000003', after: '90.000006', unrated: [] },
    });
    expect(costOfUse(months, { page: '0.1' })).toMatchObject({ after: '30', unrated: ['table'] });
  });

  it('takes the current month when last month had no use, and says nothing without any', () => {
    expect(costOfUse([month(), month(pages)], { page: '1' })).toMatchObject({ month: 'current', after: '300' });
    expect(costOfUse([month(pages), month(), month()], { page: '1' })).toBeNull();
    expect(costOfUse([], {})).toBeNull();
  });
});
