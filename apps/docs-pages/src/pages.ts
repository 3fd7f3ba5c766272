/** Puts all pages of one language together. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { inlineParts } from '@kushk/edge';
import { manifestSchema } from '@kushk/manifest';
import { parse } from 'yaml';
import { apiPages, codesOf, webhookHtml, type ApiReference, type OpenApiDocument } from './api-reference.js';
import { addressOfDownload, VECTORS, verifiers } from './downloads.js';
import { errorDocuments, errorPages, type ErrorDocument, type Remedies } from './error-pages.js';
import { withCode } from './html.js';
import { markdownOf } from './html-to-markdown.js';
import { keywordsOf, type KeywordEntry, type Keywords } from './keywords.js';
import { mistakesPage, type Mistakes } from './mistakes-page.js';
import { manifestPage } from './manifest-page.js';
import { codeBlock, markdownWithLinks, renderMarkdown, toMarkdownPages } from './markdown.js';
import { addressOf, type Page } from './page.js';
import { apiDocuments, texts, type Language } from './texts.js';

/** The guide's pages in the order of the navigation: the slug, and its file by language below docs/. */
const guide: readonly { readonly slug: string; readonly en: string; readonly fa: string | null }[] = [
  { slug: '', en: 'guide/en/index.md', fa: 'guide/fa/index.md' },
  { slug: 'first-plugin', en: 'guide/en/first-plugin.md', fa: 'guide/fa/first-plugin.md' },
  { slug: 'plugin', en: 'plugin-authors.md', fa: 'guide/fa/plugin.md' },
  { slug: 'polling', en: 'guide/en/polling.md', fa: 'guide/fa/polling.md' },
  { slug: 'verify', en: 'verify/README.md', fa: 'guide/fa/verify.md' },
  { slug: 'publishing', en: 'publishing.md', fa: 'guide/fa/publishing.md' },
  { slug: 'terms', en: 'guide/en/terms.md', fa: 'guide/fa/terms.md' },
];
/** The pages that are drawn from a file, or that replace a document in the links of the guide. */
const drawn: readonly (readonly [file: string, slug: string])[] = [
  ['guide/mistakes.yaml', 'mistakes'],
  ['guide/errors.yaml', 'errors'],
  ['../libs/manifest/src/manifest-schema.ts', 'manifest'],
  ['openapi/plugin.json#webhooks', 'webhooks'],
  ['openapi/plugin.json#events', 'events'],
];
/** Reference documents of this repository that are not for authors of plugins, or are drawn as pages of their own. */
const OMITTED = ['README.md', 'pages.md'];

interface Sources {
  /** The folder docs/. */
  readonly docs: string;
  readonly errors: ReadonlyMap<string, ErrorDocument>;
  readonly mistakes: Mistakes;
}

/** All documents of the folder docs/. */
export interface Documents {
  readonly errors: ReadonlyMap<string, ErrorDocument>;
  readonly pages: Readonly<Record<Language, readonly Page[]>>;
  readonly keywords: Keywords;
}

export function readDocuments(docs: string): Documents {
  const read = <Value>(name: string): Value => parse(readFileSync(join(docs, name), 'utf8')) as Value;
  const errors = errorDocuments(read<Remedies>('guide/errors.yaml'));
  const sources: Sources = { docs, errors, mistakes: read<Mistakes>('guide/mistakes.yaml') };
  const pages = { en: pagesIn('en', sources), fa: pagesIn('fa', sources) };
  const keywords = keywordsOf(read<readonly KeywordEntry[]>('guide/keywords.yaml'), [...pages.en, ...pages.fa]);
  return { errors, pages, keywords };
}

function pagesIn(language: Language, { docs, errors, mistakes }: Sources): readonly Page[] {
  const slugs = slugsByFile(docs);
  const markdown = (file: string): Pick<Page, 'title' | 'html' | 'markdown'> => {
    const text = readFileSync(join(docs, file), 'utf8');
    const linkTo = (target: string): string | null => addressIn(target, { file, slugs, language });
    return { ...renderMarkdown(text, linkTo), markdown: markdownWithLinks(text, linkTo) };
  };
  const page = (slug: string, file: string, section: Page['section']): Page => ({
    slug,
    language,
    section,
    contentLanguage: file.startsWith('guide/fa/') ? 'fa' : 'en',
    hasSections: true,
    ...markdown(file),
  });
  const openApi = (name: string): OpenApiDocument =>
    inlineParts(JSON.parse(readFileSync(join(docs, 'openapi', `${name}.json`), 'utf8')) as OpenApiDocument);
  const reference = (name: string): ApiReference => ({ document: openApi(name), language, errors });
  const codes = [...new Set(apiDocuments.flatMap(({ name }) => codesOf(openApi(name))))].sort();
  const pages = [
    ...guide
      .map(({ slug, ...files }) => page(slug, files[language] ?? files.en, 'guide'))
      .map((one) => (one.slug === 'verify' ? withVerifiers(one, docs) : one)),
    mistakesPage(mistakes, { language, errors }),
    manifestPage(manifestSchema, language),
    ...webhookPages(reference('plugin')),
    ...errorPages(errors, { language, codes }),
    ...apiDocuments.flatMap((api) => apiPages(api, reference(api.name))),
    ...referenceFiles(docs).map((name) => page(`reference/${name.replace('.md', '')}`, `reference/${name}`, 'details')),
  ];
  return pages.map((one) => ({ ...one, markdown: toMarkdownPages(one.markdown ?? markdownOf(one)) }));
}

function withVerifiers(page: Page, docs: string): Page {
  const files = verifiers.map(([language, file]) => {
    const [name, source] = [posix.basename(file), readFileSync(join(docs, file), 'utf8').trimEnd()];
    const [address, label] = [addressOfDownload(file), texts.download[page.language]];
    const download = `<a href="${address}" download>${label}</a>`;
    return {
      html: `<h2 id="${language}"><bdi>${name}</bdi></h2><p>${download}</p>${codeBlock(source, language)}`,
      markdown: `\n## ${name}\n\n[${label}](${address})\n\n\`\`\`${language}\n${source}\n\`\`\`\n`,
    };
  });
  const html = page.html + files.map((one) => one.html).join('\n');
  return { ...page, html, markdown: (page.markdown ?? '') + files.map((one) => one.markdown).join('') };
}

function referenceFiles(docs: string): readonly string[] {
  return readdirSync(join(docs, 'reference'))
    .filter((name) => name.endsWith('.md') && !OMITTED.includes(name))
    .sort();
}

function webhookPages(reference: ApiReference): readonly Page[] {
  const { language } = reference;
  const base = { language, contentLanguage: language, section: 'reference', hasSections: true } as const;
  const isEvent = (name: string): boolean => name.startsWith('plugin.');
  const intro = (key: 'webhooksIntro' | 'eventsIntro'): string => `<p>${withCode(texts[key][language])}</p>`;
  return [
    {
      ...base,
      slug: 'webhooks',
      title: texts.webhooks[language],
      html: intro('webhooksIntro') + webhookHtml(reference, (name) => !isEvent(name)),
    },
    {
      ...base,
      slug: 'events',
      title: texts.events[language],
      html: intro('eventsIntro') + webhookHtml(reference, isEvent),
    },
  ];
}

function slugsByFile(docs: string): ReadonlyMap<string, string> {
  return new Map([
    ...guide.flatMap(({ slug, en, fa }) => [en, ...(fa === null ? [] : [fa])].map((file) => [file, slug] as const)),
    ...referenceFiles(docs).map((name) => [`reference/${name}`, `reference/${name.replace('.md', '')}`] as const),
    ...drawn,
    ...verifiers.map(([name, file]) => [file, `verify#${name}`] as const),
    ...apiDocuments.map(({ name }) => [`openapi/${name}.json`, `api/${name}`] as const),
  ]);
}

interface Place {
  readonly file: string;
  readonly slugs: ReadonlyMap<string, string>;
  readonly language: Language;
}

/** The address of a link: of a page here, of another site, or null for a file that only the repository has. */
function addressIn(target: string, { file, slugs, language }: Place): string | null {
  if (/^(?:https?:|mailto:)/.test(target) || target.startsWith('#') || target.startsWith('/')) return target;
  const [path = '', anchor] = target.split('#');
  const found = posix.normalize(posix.join(posix.dirname(file), path));
  if (found === VECTORS) return addressOfDownload(VECTORS);
  const part = anchor === undefined ? undefined : slugs.get(`${found}#${anchor}`);
  if (part !== undefined) return addressOf({ language, slug: part });
  const slug = slugs.get(found);
  if (slug === undefined) return null;
  // A Persian page links to the English original where that says more. An English page links to English headings.
  const isTranslated = guide.some(({ en, fa }) => en === found && fa !== null);
  const isOriginal = isTranslated && (file.startsWith('guide/fa/') || anchor !== undefined);
  return addressOf({ language: isOriginal ? 'en' : language, slug }) + (anchor === undefined ? '' : `#${anchor}`);
}
