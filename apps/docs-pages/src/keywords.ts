/** The words of docs/guide/keywords.yaml by section. */
import type { Page } from './page.js';

/** Words by slug and anchor, such as `plugin#rounding`. */
export type Keywords = ReadonlyMap<string, string>;

/** One entry of docs/guide/keywords.yaml. */
export interface KeywordEntry {
  readonly at: readonly string[];
  readonly en: string;
  readonly fa: string;
}

/** Throws for a section that no page has. */
export function keywordsOf(entries: readonly KeywordEntry[], pages: readonly Page[]): Keywords {
  const sections = new Set(pages.flatMap(({ slug, html }) => [slug, ...idsIn(html).map((id) => `${slug}#${id}`)]));
  const keywords = new Map<string, string>();
  for (const { at, en, fa } of entries)
    for (const section of at) {
      if (!sections.has(section)) throw new Error(`docs/guide/keywords.yaml: no page has the section ${section}`);
      keywords.set(section, [keywords.get(section) ?? '', en, fa].join(' ').trim());
    }
  return keywords;
}

function idsIn(html: string): readonly string[] {
  return [...html.matchAll(/<h[23] id="([^"]*)"/g)].map(([, id = '']) => id);
}
