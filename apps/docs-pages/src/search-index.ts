import MiniSearch from 'minisearch';
import { plainText } from './html.js';
import type { Keywords } from './keywords.js';
import { addressOf, type Page } from './page.js';
import { searchOptions, type Found } from './search.js';

/** Characters of a section that are searched: the index of a language stays below 100 kB as it is sent. */
const MAX_TEXT = 1_200;

const SECTION_START = /(?=<h[23] id=")/;

/** Returns the index of the pages of one language as JSON. */
export function searchIndex(pages: readonly Page[], keywords: Keywords = new Map()): string {
  const index = new MiniSearch<Found>(searchOptions);
  const sections = pages.flatMap((page) => sectionsOf(page).map((section) => ({ slug: page.slug, ...section })));
  index.addAll(
    sections.map(({ slug, ...section }, id) => {
      const [, anchor] = section.address.split('#');
      return { id, ...section, keywords: keywords.get(anchor === undefined ? slug : `${slug}#${anchor}`) ?? '' };
    }),
  );
  return JSON.stringify(index);
}

function sectionsOf(page: Page): Omit<Found, 'id' | 'keywords'>[] {
  const { title, html, hasSections } = page;
  const address = addressOf(page);
  if (!hasSections) return [{ title, heading: '', text: plainText(html).slice(0, MAX_TEXT), address }];
  // Some pages begin with a heading: their beginning is empty, and the first section is one like the others.
  const end = html.search(SECTION_START);
  const [beginning, rest] = end === -1 ? [html, ''] : [html.slice(0, end), html.slice(end)];
  return [
    { title, heading: '', text: plainText(beginning).slice(0, MAX_TEXT), address },
    ...(rest === '' ? [] : rest.split(SECTION_START)).map((section) => {
      const [, id = '', inner = ''] = /^<h[23] id="([^"]*)">(.*?)<\/h[23]>/s.exec(section) ?? [];
      const heading = plainText(inner.replace(/<(a|small) class=.*?<\/\1>/g, ''));
      const text = plainText(section.slice(section.indexOf('</h') + 5)).slice(0, MAX_TEXT);
      return { title, heading, text, address: `${address}#${id}` };
    }),
  ];
}
