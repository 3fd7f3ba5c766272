import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { isListed } from '@kushk/edge';
import type { Language, Theme } from '../session/session-cookies.js';

/** How the document of every application begins, so that the gateway can write language and theme into it. */
const TEMPLATE = '<html lang="fa" dir="rtl" data-theme="auto">';
const LANGUAGES: readonly Language[] = ['fa', 'en'];
const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];

export type Encoding = 'br' | 'gzip' | 'identity';
export interface PageDocument {
  readonly tag: string;
  readonly bodies: Readonly<Record<Encoding, Buffer>>;
}

/**
 * The document of an application in every language and theme. They are written into it, so that a page is never shown
 * in another language or theme first. There are six, so they are compressed once.
 */
export class PageDocuments {
  private readonly documents: ReadonlyMap<string, PageDocument>;

  /** Throws when the document does not begin as expected: the pages would have a wrong direction. */
  constructor(html: string) {
    if (html.split(TEMPLATE).length !== 2) throw new Error(`a document of the pages must contain ${TEMPLATE} once`);
    const choices = LANGUAGES.flatMap((language) => THEMES.map((theme) => ({ language, theme })));
    this.documents = new Map(
      choices.map(({ language, theme }) => [
        `${language} ${theme}`,
        documentOf(html.replace(TEMPLATE, () => opening(language, theme))),
      ]),
    );
  }

  in(language: Language, theme: Theme): PageDocument {
    return this.documents.get(`${language} ${theme}`)!;
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
