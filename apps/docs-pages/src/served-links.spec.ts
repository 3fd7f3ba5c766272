/** Every link of the served documents leads to a page, a place in a page or a file that the hub serves. */
import { describe, expect, it } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { addressOfDownload, downloads } from './downloads.js';
import { documentOf, type Assets } from './layout.js';
import { addressOf, type Page } from './page.js';
import { readDocuments } from './pages.js';
import { LANGUAGES } from './texts.js';

const { pages } = readDocuments(fileURLToPath(new URL('../../../docs', import.meta.url)));
const asset = (name: string): string => `/docs/assets/${name}`;
const assets: Assets = {
  style: asset('docs.css'),
  script: asset('docs.js'),
  mark: asset('mark.svg'),
  fonts: [],
  search: { en: asset('search-en.json'), fa: asset('search-fa.json') },
};
const files = new Set([
  ...[assets.style, assets.mark],
  ...downloads.map(addressOfDownload),
  '/schemas/plugin-manifest/1.json',
]);

interface Served {
  readonly html: string;
  readonly ids: ReadonlySet<string>;
  readonly markdown: string;
}
const served: ReadonlyMap<string, Served> = new Map(
  LANGUAGES.flatMap((language) => pages[language]).map((page) => [addressOf(page), servedAs(page)]),
);

function servedAs(page: Page): Served {
  const html = documentOf(page, pages[page.language], assets);
  return {
    html,
    ids: new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id)),
    markdown: page.markdown!,
  };
}

/** The links of a page that lead nowhere. */
function deadLinks(targets: readonly string[], address: string): readonly string[] {
  return targets.filter((target) => {
    if (/^(?:https?:|mailto:)/.test(target)) return false;
    const [path = '', id] = target.split('#');
    const page = served.get(path === '' ? address : path);
    return page === undefined ? !files.has(path) : id !== undefined && !page.ids.has(decodeURIComponent(id));
  });
}

/** The page to which a link of a markdown page leads. One that leads to HTML counts as dead. */
function pageOf(target: string): string {
  const [path = '', id] = target.split('#');
  if (!/^\/docs\/(en|fa)\b/.test(path)) return target;
  const page = path.endsWith('.md') ? path.replace(/(\/index)?\.md$/, '') : `${path} is not markdown`;
  return id === undefined ? page : `${page}#${id}`;
}

describe('the links of the documents', () => {
  it.each(LANGUAGES)('lead to a page, a place in a page or a served file, as HTML and as markdown: %s', (language) => {
    const dead = pages[language].flatMap((page) => {
      const address = addressOf(page);
      const { html, markdown } = served.get(address)!;
      const inHtml = [...html.matchAll(/ href="([^"]*)"/g)].map(([, target = '']) => target.replaceAll('&#38;', '&'));
      const prose = markdown.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
      const inMarkdown = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => pageOf(target));
      return deadLinks([...new Set([...inHtml, ...inMarkdown])], address).map((target) => `${address}: ${target}`);
    });
    expect(dead).toEqual([]);
  });
});

/** Files and commands that only somebody has who works on this repository. */
const INTERNAL = /\bnpm run \S+|(?<![\w/.-])(?:(?:apps|libs|tools)\/[\w*-]+[/.]|docs\/(?!en\b|fa\b|assets\b)\w)\S*/g;
/** Pages for operators, who install the system from the repository. */
const forOperators = ['reference/configuration', 'reference/kubernetes', 'reference/registry'];

describe('the text of the documents', () => {
  it.each(LANGUAGES)('names no file and no command of this repository: %s', (language) => {
    const found = pages[language]
      .filter(({ slug }) => !forOperators.includes(slug))
      .flatMap((page) => (page.markdown!.match(INTERNAL) ?? []).map((one) => `${addressOf(page)}: ${one}`));
    expect(found).toEqual([]);
  });
});
