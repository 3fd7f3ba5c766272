import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { isListed } from '@kushk/edge';
import type { Language, Theme } from '../session/session-cookies.js';

/** How the document of every application begins, so that the gateway can write language and theme into it. */
const TEMPLATE = '<html lang="fa" dir="rtl" data-theme="auto">';

export type Encoding = 'br' | 'gzip' | 'identity';
export interface PageDocument {
  readonly tag: string;
  readonly bodies: Readonly<Record<Encoding, Buffer>>;
}

/** What a page loads, as `tools/generate/pages/early-loads.ts` writes it into the document. */
interface EarlyLoads {
  readonly texts: Readonly<Record<Language, readonly string[]>>;
  /** The pattern of the addresses of each page, with its files. */
  readonly pages: readonly (readonly [pattern: string, files: readonly string[]])[];
}
const EARLY = /<!--early (\{.*\})-->/;
const SESSION = '<link rel="preload" as="fetch" crossorigin href="/session" />';

/**
 * The document of an application in every language and theme. They are written into it, so that a page is never shown
 * in another language or theme first. So is what the page at an address loads, so that a slow network is asked for it
 * once. Each document is compressed once, when it is first asked for; there are six for each page of the application.
 */
export class PageDocuments {
  private readonly documents = new Map<string, PageDocument>();
  private readonly early: EarlyLoads | null;
  private readonly patterns: readonly RegExp[];

  /** Throws when the document does not begin as expected: the pages would have a wrong direction. */
  constructor(private readonly html: string) {
    if (html.split(TEMPLATE).length !== 2) throw new Error(`a document of the pages must contain ${TEMPLATE} once`);
    const [, early] = EARLY.exec(html) ?? [];
    this.early = early === undefined ? null : (JSON.parse(early) as EarlyLoads);
    this.patterns = this.early?.pages.map(([pattern]) => new RegExp(pattern)) ?? [];
  }

  /** `path` is the path of the address, which may lead to no page. */
  in(language: Language, theme: Theme, path: string): PageDocument {
    const page = this.patterns.findIndex((pattern) => pattern.test(path));
    const key = `${language} ${theme} ${page}`;
    let document = this.documents.get(key);
    if (document === undefined) {
      const links = this.early === null ? '' : [SESSION, ...this.filesOf(this.early, language, page)].join('');
      const html = this.html.replace(TEMPLATE, () => opening(language, theme)).replace(EARLY, () => links);
      this.documents.set(key, (document = documentOf(html)));
    }
    return document;
  }

  private filesOf({ texts, pages }: EarlyLoads, language: Language, page: number): readonly string[] {
    return [...texts[language], ...(pages[page]?.[1] ?? [])].map((file) =>
      file.endsWith('.css')
        ? `<link rel="preload" as="style" crossorigin href="${file}" />`
        : `<link rel="modulepreload" crossorigin href="${file}" />`,
    );
  }
}

function opening(language: Language, theme: Theme): string {
  return `<html lang="${language}" dir="${language === 'fa' ? 'rtl' : 'ltr'}" data-theme="${theme}">`;
}

function documentOf(html: string): PageDocument {
  const identity = Buffer.from(html);
  return {
    tag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`,
    bodies: { identity, br: brotliCompressSync(identity), gzip: gzipSync(identity) },
  };
}

/** The best encoding that the browser accepts. */
export function encodingFor(acceptEncoding: string | undefined): Encoding {
  if (isListed(acceptEncoding, 'br')) return 'br';
  return isListed(acceptEncoding, 'gzip') ? 'gzip' : 'identity';
}
