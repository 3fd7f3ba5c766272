import { getDocumentProxy } from 'unpdf';
import { pdfStart } from './pdf-start.js';
import type { TextSink } from './text-sink.js';

const PAGES_MAX = 2_000;
/** PDF.js places a combining mark as a glyph of its own, with a space before it. */
const SPACE_BEFORE_MARK = / (?=\p{Mn})/gu;

/** Form fields with a text or a choice. */
const FIELDS_WITH_TEXT = new Set(['Tx', 'Ch']);

/** What PDF.js returns for an annotation, as far as it is used here; the library does not type it. */
interface Annotation {
  readonly subtype?: string;
  readonly fieldType?: string;
  readonly fieldValue?: string | readonly string[] | null;
  readonly password?: boolean;
  readonly hidden?: boolean;
  readonly contentsObj?: { readonly str: string };
}

/**
 * Extracts the text of a PDF file in reading order, also of right-to-left text, and after each page what was filled
 * into its form and written onto it. Scanned pages have none.
 */
export async function pdfText(content: Buffer, sink: TextSink): Promise<void> {
  const pdf = await getDocumentProxy(new Uint8Array(content.subarray(Math.max(0, pdfStart(content)))), {
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
  });
  for (let number = 1; number <= Math.min(pdf.numPages, PAGES_MAX) && !sink.isFull; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    for (const item of items) {
      if (!('str' in item)) continue;
      sink.append(item.str.replaceAll(SPACE_BEFORE_MARK, ''));
      if (item.hasEOL) sink.append('\n');
    }
    for (const annotation of (await page.getAnnotations()) as readonly Annotation[]) {
      const text = annotationText(annotation);
      if (text !== '') sink.append(`\n${text}`);
    }
    sink.append('\n\n');
    page.cleanup();
  }
}

function annotationText(annotation: Annotation): string {
  const { subtype, fieldType = '', fieldValue } = annotation;
  if (annotation.hidden === true || annotation.password === true) return '';
  if (subtype === 'FreeText') return annotation.contentsObj?.str ?? '';
  if (!FIELDS_WITH_TEXT.has(fieldType)) return '';
  return [fieldValue ?? ''].flat().join(', ');
}
