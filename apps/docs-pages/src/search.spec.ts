import { describe, expect, it } from '@jest/globals';
import MiniSearch from 'minisearch';
import type { Page } from './page.js';
import { searchIndex } from './search-index.js';
import { searchOptions, sectionsFor, type Found } from './search.js';

const page = (slug: string, title: string, html: string): Page => ({
  slug,
  title,
  html,
  language: 'fa',
  contentLanguage: 'fa',
  section: 'guide',
  hasSections: true,
});
const index = MiniSearch.loadJSON<Found>(
  searchIndex([
    page('wallet', 'کیف پول', '<p>موجودی</p><h2 id="hold">رزرو</h2><p>پیش از هر خدمت می‌توانید رزرو کنید.</p>'),
    page('errors', 'خطاها', '<p><code>auth.scope_missing</code></p>'),
  ]),
  searchOptions,
);
const addresses = (text: string): unknown[] => sectionsFor(index, text, 2).map(({ address }) => address as unknown);

describe('the search of the documents', () => {
  it.each(['کیف پول', 'كيف پول', 'کیف', 'موجودي'])('finds a Persian page by %s', (text) => {
    expect(addresses(text)).toContain('/docs/fa/wallet');
  });

  it.each(['می‌توانید', 'میتوانید', 'توانید', 'رزرو خدمت'])('finds a section by %s', (text) => {
    expect(addresses(text)[0]).toBe('/docs/fa/wallet#hold');
  });

  it.each(['auth.scope_missing', 'scope_missing', 'scope', 'SCOPE'])('finds a code by %s', (text) => {
    expect(addresses(text)).toEqual(['/docs/fa/errors']);
  });

  it('puts sections with all words before those with some of them', () => {
    expect(addresses('موجودی کیف')).toEqual(['/docs/fa/wallet', '/docs/fa/wallet#hold']);
    expect(addresses('scope چرا')).toEqual(['/docs/fa/errors']);
  });

  it('puts at most three sections of a page before all other pages', () => {
    const sections = [1, 2, 3, 4, 5].map((n) => `<h2 id="e${n}">رویداد</h2><p>رویداد می‌رسد.</p>`).join('');
    const pages = [page('events', 'رویدادها', sections), page('delivery', 'ارسال', '<p>هر رویداد دوباره می‌رسد.</p>')];
    const several = MiniSearch.loadJSON<Found>(searchIndex(pages), searchOptions);
    const found = sectionsFor(several, 'رویداد', 5).map(({ address }) => String(address).replace(/#.*/, ''));
    expect(found).toEqual([...Array(3).fill('/docs/fa/events'), '/docs/fa/delivery', '/docs/fa/events']);
  });

  it('finds the first section of a page that begins with a heading', () => {
    const pages = [page('records', 'رکوردها', '<h2 id="own">رکورد خودتان</h2><p>نگه دارید.</p><h2 id="b">ب</h2>')];
    const keywords = new Map([['records#own', 'مهاجرت']]);
    const one = MiniSearch.loadJSON<Found>(searchIndex(pages, keywords), searchOptions);
    for (const text of ['خودتان', 'مهاجرت'])
      expect(sectionsFor(one, text, 1)).toMatchObject([{ heading: 'رکورد خودتان', address: '/docs/fa/records#own' }]);
  });

  it('finds nothing for words that no page has', () => {
    expect(addresses('xylophone')).toEqual([]);
  });
});
