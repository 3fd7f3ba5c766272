/** The built documents (apps/docs-pages): which pages there are, and each page in a theme and an encoding. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { familyOf } from '@kushk/edge';
import { LRUCache } from 'lru-cache';
import type { Encoding } from '../pages/page-documents.js';
import type { Language, Theme } from '../session/session-cookies.js';

/** How every document begins, so that the theme can be written into it. */
const THEME = 'data-theme="auto"';
/** A page is read and compressed when it is requested; the most requested ones stay in memory. */
const CACHE_BYTES = 8 * 1024 * 1024;
/** A page is compressed during a request, so not with the highest quality, which takes ten times as long. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export interface DocsPage {
  readonly body: Buffer;
  readonly tag: string;
}
/** Why a code is returned and what to do, by language. */
export interface ErrorTexts {
  readonly causes: Readonly<Record<Language, string>>;
  readonly remedies: Readonly<Record<Language, string>>;
}

/** What of a page is requested: `html` for browsers, `md` for programs and models. */
export type PageFormat = 'html' | 'md';

export interface PageChoice {
  readonly language: Language;
  /** The address below `/docs/{language}/`, without a slash at its end; empty for the first page. */
  readonly slug: string;
  readonly format: PageFormat;
  readonly theme: Theme;
  readonly encoding: Encoding;
}

/** `apps/docs-pages/dist` beside `apps/gateway/dist` and `apps/gateway/src`. */
const BUILT = resolve(fileURLToPath(new URL('.', import.meta.url)), '../../..', 'docs-pages', 'dist');

export class DocsSite {
  private readonly cache = new LRUCache<string, DocsPage>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ body }) => body.length + 200,
  });

  /** The folder of the assets. */
  readonly assets: string;
  /** `/llms.txt`, the list of the documents, with `{origin}` in place of the address of the hub. */
  readonly listForModels: string;
  private readonly folders: Readonly<Record<PageFormat, string>>;

  private constructor(
    folder: string,
    /** `en/first-plugin.html`, `en/first-plugin.md` and so on: a request can name nothing else. */
    private readonly names: ReadonlySet<string>,
    private readonly errors: Readonly<Record<string, ErrorTexts>>,
  ) {
    this.assets = join(folder, 'assets');
    this.folders = { html: join(folder, 'pages'), md: join(folder, 'markdown') };
    this.listForModels = readFileSync(join(folder, 'llms.txt'), 'utf8');
  }

  /** Returns the documents; null when they are not built, as in most tests. */
  static open(folder: string = BUILT): DocsSite | null {
    if (!existsSync(join(folder, 'errors.json'))) return null;
    const found = ['pages', 'markdown'].flatMap((name) =>
      readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }),
    );
    const names = found.map((name) => name.replaceAll('\\', '/'));
    const errors = JSON.parse(readFileSync(join(folder, 'errors.json'), 'utf8')) as Record<string, ErrorTexts>;
    return new DocsSite(folder, new Set(names), errors);
  }

  has(language: Language, slug: string, format: PageFormat = 'html'): boolean {
    return this.names.has(nameOf({ language, slug, format }));
  }

  /** The page of a code: its own, or that of its family, such as `not_found`. Null for a code without either. */
  slugOfCode(code: string): string | null {
    const name = this.nameOfCode(code);
    return name === null ? null : `errors/${name}`;
  }

  textsOfCode(code: string): ErrorTexts | null {
    const name = this.nameOfCode(code);
    return name === null ? null : this.errors[name]!;
  }

  /** Returns an existing page (`has`) in the theme and the encoding. */
  page(choice: PageChoice): DocsPage {
    const { format, theme, encoding } = choice;
    const name = nameOf(choice);
    const key = `${name} ${theme} ${encoding}`;
    const cached = this.cache.get(key);
    if (cached !== undefined) return cached;
    const source = readFileSync(join(this.folders[format], name), 'utf8');
    const text = format === 'md' ? source : source.replace(THEME, `data-theme="${theme}"`);
    const page = {
      body: encoded(Buffer.from(text), encoding),
      tag: `"${createHash('sha256').update(`${encoding} ${text}`).digest('base64url').slice(0, 27)}"`,
    };
    this.cache.set(key, page);
    return page;
  }

  private nameOfCode(code: string): string | null {
    if (Object.hasOwn(this.errors, code)) return code;
    const family = familyOf(code);
    return family !== null && Object.hasOwn(this.errors, family) ? family : null;
  }
}

function nameOf({ language, slug, format }: Pick<PageChoice, 'language' | 'slug' | 'format'>): string {
  return `${language}/${slug === '' ? 'index' : slug}.${format}`;
}

function encoded(text: Buffer, encoding: Encoding): Buffer {
  switch (encoding) {
    case 'br':
      return brotliCompressSync(text, BROTLI);
    case 'gzip':
      return gzipSync(text);
    case 'identity':
      return text;
  }
}

let built: DocsSite | null | undefined;

/** The documents that are built beside this gateway; null when there are none. They are opened once. */
export function builtDocs(): DocsSite | null {
  return (built ??= DocsSite.open());
}
