import { describe, expect, it } from '@jest/globals';
import { listForModels } from './list-for-models.js';
import { markdownWithLinks } from './markdown.js';
import type { Page } from './page.js';

const linkTo = (target: string): string | null => (target === 'publishing.md' ? '/docs/en/publishing' : null);
const page = { language: 'en', contentLanguage: 'en', hasSections: false, html: '', markdown: '# A' } as const;
const pages: readonly Page[] = [
  { ...page, slug: '', title: 'Start', section: 'guide' },
  { ...page, slug: 'publishing', title: 'Publishing', section: 'guide' },
  { ...page, slug: 'errors/tool.failed', title: 'tool.failed', section: null },
];

describe('the markdown of a document', () => {
  it('has links to the pages, no links to files without a page, and code as it is written', () => {
    const text =
      'See [publishing](publishing.md) and [the code](main.ts).\n\n```md\n[publishing](publishing.md)\n```\n';
    expect(markdownWithLinks(text, linkTo)).toBe(
      'See [publishing](/docs/en/publishing) and the code.\n\n```md\n[publishing](publishing.md)\n```\n',
    );
  });
});

describe('the list of the documents for models', () => {
  it('has the address of the markdown of each page of a section', () => {
    const list = listForModels({ en: pages, fa: [] });
    expect(list).toContain('- [Start]({origin}/docs/en/index.md)\n- [Publishing]({origin}/docs/en/publishing.md)\n');
    expect(list).not.toContain('tool.failed');
  });
});
