import { describe, expect, it } from '@jest/globals';
import { refusalOfPage } from './page-of.js';

const ui = {
  app: { path: '/app' },
  panels: [
    { key: 'any', path: '/any' },
    { key: 'invoice', path: '/panel', record_type: 'case' },
  ],
};
const app = { surface: 'app' } as const;
const panel = (key: string) => ({ surface: 'panel', panel: key }) as const;

describe('refusalOfPage', () => {
  it('accepts the pages that the manifest declares', () => {
    expect(refusalOfPage({ ui }, app, null)).toBeNull();
    expect(refusalOfPage({ ui }, panel('any'), null)).toBeNull();
    expect(refusalOfPage({ ui }, panel('any'), 'document')).toBeNull();
    expect(refusalOfPage({ ui }, panel('invoice'), 'case')).toBeNull();
  });

  it.each([
    ['a panel that it does not declare', { ui }, panel('other'), null],
    ['a panel beside a record of another type', { ui }, panel('invoice'), 'document'],
    ['a panel without its record', { ui }, panel('invoice'), null],
    ['an app of a plugin that has only panels', { ui: { panels: ui.panels } }, app, null],
    ['a page of a plugin without pages', {}, app, null],
  ])('refuses %s', (_title, manifest, page, recordType) => {
    expect(refusalOfPage(manifest, page, recordType)).toMatchObject({
      refusal: { code: 'installation.page_not_found' },
    });
  });
});
