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
    ['a panel that it does not declare', refusalOfPage({ ui }, panel('other'), null)],
    ['a panel beside a record of another type', refusalOfPage({ ui }, panel('invoice'), 'document')],
    ['a panel without its record', refusalOfPage({ ui }, panel('invoice'), null)],
    ['an app of a plugin that has only panels', refusalOfPage({ ui: { panels: ui.panels } }, app, null)],
    ['a page of a plugin without pages', refusalOfPage({}, app, null)],
  ])('refuses %s', (_title, refusal) => {
    expect(refusal).toMatchObject({
      refusal: { code: 'installation.page_not_found' },
    });
  });
});
