/** Counts pages, the unit that the plugin charges for. */

/** Invoice lines on one printed page. */
const LINES_PER_PAGE = 25;
/** Characters of an embedded document that are estimated as one page before it is decoded. */
const ENCODED_PAGE_LENGTH = 1_024;

/** One page per 25 lines or part of them, at least one. */
export function pagesOfLines(lines: number): number {
  return Math.max(1, Math.ceil(lines / LINES_PER_PAGE));
}

/** Counts the page objects of a PDF; returns 1 when they are in compressed object streams. */
export function pagesOfPdf(bytes: Buffer): number {
  const count = bytes.toString('latin1').match(/\/Type\s*\/Page(?![A-Za-z])/g)?.length ?? 0;
  return Math.max(1, count);
}

/** Estimates the pages of an unread file. So many are reserved, and never more than that are charged. */
export function maxPages(source: string): number {
  const lines = source.match(/<\/[^<>]*(?:InvoiceLine|CreditNoteLine)\s*>/g)?.length ?? 0;
  const embedded = source.match(/EmbeddedDocumentBinaryObject[^>]*>[^<]*/g) ?? [];
  return (
    pagesOfLines(lines) +
    embedded.reduce((pages, document) => pages + Math.ceil(document.length / ENCODED_PAGE_LENGTH), 0)
  );
}
