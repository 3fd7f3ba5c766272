import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { errorDocuments, type Remedies } from './error-pages.js';
import { code, table } from './html.js';
import { listForModels } from './list-for-models.js';
import { markdownOf } from './html-to-markdown.js';
import { codeBlock } from './markdown.js';
import type { Mistakes } from './mistakes-page.js';
import { pagesIn } from './pages.js';

const docs = resolve(import.meta.dirname, '../../../docs');
const yaml = (name: string): unknown => parse(readFileSync(join(docs, 'guide', name), 'utf8'));

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
  const errors = errorDocuments(yaml('errors.yaml') as Remedies);
  const pages = pagesIn(language, { docs, errors, mistakes: yaml('mistakes.yaml') as Mistakes });
  expect(pages.filter(({ markdown }) => !/^#/.test(markdown?.trim() ?? '')).map(({ slug }) => slug)).toEqual([]);
  // A reader copies code, and a direction mark in it is invisible.
  const marked = pages.filter(({ html }) => /<code dir="ltr">[^<]*[\u200e\u200f]/.test(html));
  expect(marked.map(({ slug }) => slug)).toEqual([]);
  const list = listForModels({ [language]: pages });
  for (const slug of ['mistakes', 'manifest', 'events', 'webhooks', 'api/plugin'])
    expect(list).toContain(`/docs/${language}/${slug}.md)`);
});
