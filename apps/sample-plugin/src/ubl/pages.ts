/** Counts pages. The plugin charges per page. */

/** The number of invoice lines on one printed page. */
const LINES_PER_PAGE = 25;
/**
 * Used to estimate the pages of an embedded document before it is decoded: one page per this number of encoded
 * characters.
 */
const ENCODED_PAGE_LENGTH = 1_024;

/** One page per 25 lines, rounded up; at least one page. */
export function pagesOfLines(lines: number): number {
  return Math.max(1, Math.ceil(lines / LINES_PER_PAGE));
}

/** Counts the page objects of a PDF. Returns 1 when the page objects are in compressed object streams. */
export function pagesOfPdf(bytes: Buffer): number {
  const count = bytes.toString('latin1').match(/\/Type\s*\/Page(?![A-Za-z])/g)?.length ?? 0;
  return Math.max(1, count);
}

/**
 * Estimates the pages of a file before it is read. The plugin reserves this number of pages and never charges for
 * more.
 */
export function maxPages(source: string): number {
  const lines = source.match(/<\/[^<>]*(?:InvoiceLine|CreditNoteLine)\s*>/g)?.length ?? 0;
  const embedded = source.match(/EmbeddedDocumentBinaryObject[^>]*>[^<]*/g) ?? [];
  return (
    pagesOfLines(lines) +
    embedded.reduce((pages, document) => pages + Math.ceil(document.length / ENCODED_PAGE_LENGTH), 0)
  );
}
