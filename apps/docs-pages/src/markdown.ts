/** Turns the markdown of this repository into HTML: anchors, code with colours, and links between documents. */
import highlight from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import { Marked, type Tokens } from 'marked';
import { code, escapeHtml } from './html.js';

highlight.registerLanguage('js', javascript);
highlight.registerLanguage('json', json);
highlight.registerLanguage('python', python);
highlight.registerLanguage('sh', bash);
highlight.registerLanguage('console', bash);
highlight.registerLanguage('ts', typescript);
highlight.registerLanguage('yaml', yaml);

export interface Rendered {
  readonly title: string;
  readonly html: string;
}

/** `linkTo` returns the address of a link of the markdown file; null for one that has no page. */
export function renderMarkdown(text: string, linkTo: (target: string) => string | null): Rendered {
  const anchors = new Anchors();
  let title = '';
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: raw }: Tokens.Heading): string {
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) {
          title ||= raw.replaceAll('`', '');
          return '';
        }
        const id = anchors.of(raw);
        return `<h${depth} id="${id}">${inner}<a class="anchor" href="#${id}" aria-hidden="true" tabindex="-1">#</a></h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const inner = this.parser.parseInline(tokens);
        const address = linkTo(href);
        return address === null ? inner : `<a href="${escapeHtml(address)}">${inner}</a>`;
      },
      code({ text: source, lang }: Tokens.Code): string {
        return codeBlock(source, lang?.split(/\s/)[0]);
      },
      codespan({ text: source }: Tokens.Codespan): string {
        return code(source);
      },
      table({ header, rows }: Tokens.Table): string {
        const cell = (tag: string, { tokens }: Tokens.TableCell): string =>
          `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
        const label = header.map(({ text: name }) => name).join(', ') || 'table';
        return `<div class="table" role="region" tabindex="0" aria-label="${escapeHtml(label)}"><table><thead><tr>${header
          .map((one) => cell('th', one))
          .join('')}</tr></thead><tbody>${rows
          .map((row) => `<tr>${row.map((one) => cell('td', one)).join('')}</tr>`)
          .join('\n')}</tbody></table></div>\n`;
      },
      // The documents are our own; HTML in them would be a mistake.
      html: ({ text: source }: Tokens.HTML | Tokens.Tag) => escapeHtml(source),
    },
  });
  const html = marked.parse(text, { async: false });
  return { title, html };
}

/** The markdown with links that work where it is served; a link to a file without a page becomes text. */
export function markdownWithLinks(text: string, linkTo: (target: string) => string | null): string {
  return text
    .split(/^(```[\s\S]*?^```$)/m)
    .map((part) => (part.startsWith('```') ? part : linked(part, linkTo)))
    .join('');
}

/** Whoever reads markdown gets markdown behind its links, too. Other files have an extension already. */
export function toMarkdownPages(text: string): string {
  return markdownWithLinks(text, (target) =>
    target.replace(/^(\/docs\/\w\w(?:\/[\w/.-]+)?)(?=#|$)/, (address) =>
      /^\/docs\/\w\w$/.test(address) ? `${address}/index.md` : `${address}.md`,
    ),
  );
}

function linked(text: string, linkTo: (target: string) => string | null): string {
  return text.replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_link, label: string, target: string) => {
    const address = linkTo(target);
    return address === null ? label : `[${label}](${address})`;
  });
}

/** A block of code: left to right in both languages, and the keyboard can scroll it. */
export function codeBlock(source: string, language: string | undefined): string {
  const known = language !== undefined && highlight.getLanguage(language) !== undefined;
  const html = known ? highlight.highlight(source, { language }).value : escapeHtml(source);
  return `<div class="code" dir="ltr"><pre tabindex="0"><code>${html}</code></pre></div>\n`;
}

/** What a command prints, in the direction of its language. Long lines wrap, as in a terminal. */
export function outputBlock(text: string, direction: 'ltr' | 'rtl'): string {
  return `<div class="code output" dir="${direction}"><pre><code>${escapeHtml(text)}</code></pre></div>\n`;
}

/** Anchors as GitHub makes them, so that links between the markdown files work in both places. */
class Anchors {
  private readonly used = new Map<string, number>();

  of(heading: string): string {
    const base = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\u200c _-]/gu, '')
      .replaceAll(' ', '-');
    const count = this.used.get(base) ?? 0;
    this.used.set(base, count + 1);
    return escapeHtml(count === 0 ? base : `${base}-${count}`);
  }
}
