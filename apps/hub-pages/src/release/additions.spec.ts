import { describe, expect, it } from '@jest/globals';
import { additionsOf } from './additions.js';

describe('what a first release adds', () => {
  it('is what it reads and proposes, where data goes and each rate, at the paths of a difference', () => {
    const manifest = {
      base_url: 'https://plugin.acme.ir',
      scopes: { 'records.case.read': 'why' },
      proposals: [{ record_type: 'case', actions: ['update'] }],
      plans: [{ key: 'basic', rates: { 'ocr/page': '2' } }],
      settings: { type: 'object', properties: { limit: {} } },
      ui: { panels: [{ key: 'summary' }] },
    };
    expect(additionsOf(manifest).map(({ path, after }) => [path, after])).toEqual([
      ['/scopes/records.case.read', 'records.case.read'],
      ['/base_url', 'https://plugin.acme.ir'],
      ['/proposals/case', 'case'],
      ['/plans/basic/rates/ocr~1page', '2 MU'],
      ['/settings/limit', 'limit'],
      ['/ui/panels/summary', 'panels / summary'],
    ]);
  });

  it('is nothing in a manifest whose parts have other forms', () => {
    expect(additionsOf({ scopes: null, plans: 'basic', tools: [null], ui: 3 })).toEqual([]);
    expect(additionsOf({ egress: [{ toString: 0 }] })).toMatchObject([{ after: '{"toString":0}' }]);
  });
});
