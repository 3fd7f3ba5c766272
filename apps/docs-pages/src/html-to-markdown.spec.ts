import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { code, table } from './html.js';
import { listForModels } from './list-for-models.js';
import { markdownOf } from './html-to-markdown.js';
import { codeBlock } from './markdown.js';
import { readDocuments } from './pages.js';

const documents = readDocuments(resolve(import.meta.dirname, '../../../docs'));

describe('the markdown of a drawn page', () => {
  it('has headings, paragraphs, tables, links and code of the page', () => {
    const html = [
      `<h2 id="a">${code('a<b')} <small class="required">required</small></h2><p>One<br>two</p>`,
      table(
        'T',
        ['Name', 'Type'],
        [
          [`<a href="/docs/en/x">${code('x|y')}</a><br><small>query</small>`, '<span lang="en">text &#38;lt;</span>'],
          [code('z'), ''],
        ],
      ),
      codeBlock('a:\n  - "<1>" # &lt;', 'yaml'),
    ].join('\n');
    expect(markdownOf({ title: 'T', html })).toBe(
      '# T\n\n## `a<b` (required)\n\nOne  \ntwo\n\n| Name | Type |\n| --- | --- |\n' +
        '| [`x\\|y`](/docs/en/x)<br>(query) | text &lt; |\n| `z` |  |\n\n```\na:\n  - "<1>" # &lt;\n```\n',
    );
  });
});

it.each(['en', 'fa'] as const)('every page in %s is markdown too, and the list for models names it', (language) => {
  const pages = documents.pages[language];
  expect(pages.filter(({ markdown }) => !/^#/.test(markdown?.trim() ?? '')).map(({ slug }) => slug)).toEqual([]);
  // A reader copies code, and a direction mark in it is invisible.
  const marked = pages.filter(({ html }) => /<code dir="ltr">[^<]*[\u200e\u200f]/.test(html));
  expect(marked.map(({ slug }) => slug)).toEqual([]);
  const list = listForModels({ [language]: pages });
  for (const slug of ['mistakes', 'manifest', 'events', 'webhooks', 'api/plugin'])
    expect(list).toContain(`/docs/${language}/${slug}.md)`);
});
