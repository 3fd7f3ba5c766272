/** The document around the content of a page: navigation, search, language. No inline code or style (strict policy). */
import { code, escapeHtml, plainText } from './html.js';
import { addressOf, type Page } from './page.js';
import { texts, type Language } from './texts.js';

export interface Assets {
  readonly style: string;
  readonly script: string;
  readonly fonts: readonly string[];
  readonly mark: string;
  readonly search: Readonly<Record<Language, string>>;
}

const sections = ['guide', 'reference', 'apis', 'details'] as const;

/** Returns the whole document. The gateway writes the person's theme in place of `data-theme="auto"`. */
export function documentOf(page: Page, pages: readonly Page[], assets: Assets): string {
  const { language } = page;
  const other: Language = language === 'fa' ? 'en' : 'fa';
  const text = (key: keyof typeof texts): string => escapeHtml(texts[key][language]);
  const description = plainText(page.html).slice(0, 200);
  const isTranslated = page.contentLanguage === language;
  return `<!doctype html>
<html lang="${language}" dir="${language === 'fa' ? 'rtl' : 'ltr'}" data-theme="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)} · ${text('site')}</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="${assets.mark}" type="image/svg+xml">
${assets.fonts.map((font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`).join('\n')}
<link rel="stylesheet" href="${assets.style}">
<link rel="alternate" hreflang="${other}" href="${addressOf({ language: other, slug: page.slug })}">
<script type="module" src="${assets.script}"></script>
</head>
<body>
<a class="skip" href="#content">${text('skip')}</a>
<header class="top">
<a class="home" href="/docs/${language}" aria-label="${text('site')}"><img src="${assets.mark}" alt="" width="26" height="26"><span>${text('site')}</span></a>
<div class="search" role="search" data-index="${assets.search[language]}" data-none="${text('noResults')}" data-failed="${text('searchFailed')}" data-copy="${text('copy')}" data-copied="${text('copied')}">
<input type="search" role="combobox" aria-expanded="false" aria-autocomplete="list" aria-controls="results" aria-label="${text('search')}" placeholder="${text('search')}" autocomplete="off" spellcheck="false" maxlength="100">
<div id="results" role="listbox" aria-label="${text('results')}" hidden></div>
</div>
<a class="language" href="${addressOf({ language: other, slug: page.slug })}" lang="${other}" hreflang="${other}">${text('otherLanguage')}</a>
</header>
<div class="frame">
<nav class="sections" aria-label="${text('contents')}">
<details><summary>${text('contents')}</summary>
${sections.map((section) => navigation(section, page, pages)).join('\n')}
</details>
</nav>
<main id="content" tabindex="-1">
<h1>${page.slug.startsWith('errors/') ? code(page.title) : escapeHtml(page.title)}</h1>
${isTranslated ? '' : `<p class="note">${text('onlyEnglish')}</p>`}
<article${isTranslated ? '' : ` lang="${page.contentLanguage}" dir="ltr"`}>
${page.html}
</article>
</main>
${onThisPage(page)}
</div>
</body>
</html>
`;
}

function navigation(section: (typeof sections)[number], page: Page, pages: readonly Page[]): string {
  const listed = pages.filter((one) => one.section === section && one.language === page.language);
  if (listed.length === 0) return '';
  const item = (one: Page): string => {
    const isCurrent = one.slug === page.slug || (one.slug !== '' && page.slug.startsWith(`${one.slug}/`));
    const current = one.slug === page.slug ? ' aria-current="page"' : isCurrent ? ' class="inside"' : '';
    const foreign = one.contentLanguage === page.language ? '' : ` lang="${one.contentLanguage}"`;
    return `<li><a href="${addressOf(one)}"${current}${foreign}>${escapeHtml(one.title)}</a></li>`;
  };
  return `<h2>${escapeHtml(texts[section][page.language])}</h2><ul>${listed.map(item).join('')}</ul>`;
}

/** The headings of a long page. */
function onThisPage({ html, language, contentLanguage }: Page): string {
  const headings = [...html.matchAll(/<h2 id="([^"]*)">(.*?)<\/h2>/g)];
  if (headings.length < 2) return '';
  const list = headings.map(([, id, inner]) => {
    const name = escapeHtml(plainText((inner ?? '').replace(/<(a|small) class=.*?<\/\1>/g, '')));
    return `<li><a href="#${id}">${name}</a></li>`;
  });
  const foreign = contentLanguage === language ? '' : ` lang="${contentLanguage}" dir="ltr"`;
  const label = escapeHtml(texts.onThisPage[language]);
  return `<nav class="headings" aria-label="${label}"><h2>${label}</h2><ul${foreign}>${list.join('')}</ul></nav>`;
}
