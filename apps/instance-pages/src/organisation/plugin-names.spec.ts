import { describe, expect, it } from '@jest/globals';
import { distinctNames } from './plugin-names.js';

describe('the names of plugins in a list', () => {
  const plugin = (plugin_id: string, publisher: string, fa: string) => ({ plugin_id, publisher, names: { fa } });

  it('have the publisher, or the id, beside them only where they are equal', () => {
    const plugins = [
      plugin('ir.a.invoices', 'a', 'فاکتورها'),
      plugin('ir.b.invoices', 'b', 'فاکتورها'),
      plugin('ir.b.bills', 'b', 'فاکتورها'),
      plugin('ir.c.notes', 'c', 'یادداشت‌ها'),
    ];
    const names = [...distinctNames(plugins, 'fa').values()].map((name) => name.replaceAll(/[\u2068\u2069]/g, ''));
    expect(names).toEqual(['فاکتورها · a', 'فاکتورها · ir.b.invoices', 'فاکتورها · ir.b.bills', 'یادداشت‌ها']);
  });
});
