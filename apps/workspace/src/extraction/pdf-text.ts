import { getDocumentProxy } from 'unpdf';
import { pdfStart } from './pdf-start.js';
import type { TextSink } from './text-sink.js';

const PAGES_MAX = 2_000;
/** PDF.js places a combining mark as a glyph of its own, with a space before it. */
const SPACE_BEFORE_MARK = / (?=\p{Mn})/gu;

/** Extracts the text of a PDF file in reading order, also of right-to-left text. Scanned pages have none. */
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
    sink.append('\n\n');
    page.cleanup();
  }
}
