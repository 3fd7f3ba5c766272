import { describe, expect, it } from '@jest/globals';
import { addressOf, panelOfHash } from './page-address.js';

const here = { installationId: 'ins_1', record: { type: 'case', id: 'c/1' } };
const to = (record: { type: string; id: string } | null, panel: string | null) =>
  addressOf({ method: 'ui.navigate', record, panel }, here);

describe('where a plugin leads the person', () => {
  it('is a case, a panel beside a case, or its app', () => {
    expect(to({ type: 'case', id: '../../store' }, null)).toBe('/cases/..%2F..%2Fstore');
    expect(to({ type: 'case', id: 'c2' }, 'invoice')).toBe('/cases/c2#panel=ins_1/invoice');
    expect(to(null, 'a/b')).toBe('/cases/c%2F1#panel=ins_1/a%2Fb');
    expect(to(null, null)).toBe('/apps/ins_1');
    expect(to({ type: 'memory', id: 'm1' }, null)).toBeNull();
  });

  it('opens the panel that the address names', () => {
    expect(panelOfHash('#panel=ins_1/a%2Fb')).toBe('ins_1/a/b');
    expect(['', '#top', '#panel=ins_1', '#panel=%E0%A4%A/x'].map(panelOfHash)).toEqual([null, null, null, null]);
  });
});
