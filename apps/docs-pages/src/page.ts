import type { Language } from './texts.js';

/** A page of the documents, before the layout is put around it. */
export interface Page {
  /** The address below `/docs/{language}/`; an empty text is the first page. */
  readonly slug: string;
  readonly title: string;
  readonly language: Language;
  /** The language of the content, where it is not translated. */
  readonly contentLanguage: Language;
  /** The section of the navigation; null for a page that is only linked. */
  readonly section: 'guide' | 'reference' | 'apis' | 'details' | null;
  /** The content below the title. */
  readonly html: string;
  /** The page as markdown, for programs and models; without it, it is made of the HTML. */
  readonly markdown?: string;
  /** Whether search finds single headings of this page; otherwise only its title and beginning. */
  readonly hasSections: boolean;
}

/** The address of a page. */
export function addressOf({ language, slug }: Pick<Page, 'language' | 'slug'>): string {
  return slug === '' ? `/docs/${language}` : `/docs/${language}/${slug}`;
}
