/** The unit that the plugin sells: a page. */

/** Lines of an invoice on one printed page. */
const LINES_PER_PAGE = 25;
/** How many characters of an embedded document are taken for a page before it has been opened. */
const ENCODED_PAGE_LENGTH = 1_024;

/** One page at least, and one for each 25 lines begun. */
export function pagesOfLines(lines: number): number {
  return Math.max(1, Math.ceil(lines / LINES_PER_PAGE));
}

/** Page objects of a PDF; one where they cannot be told (compressed object streams). */
export function pagesOfPdf(bytes: Buffer): number {
  const count = bytes.toString('latin1').match(/\/Type\s*\/Page(?![A-Za-z])/g)?.length ?? 0;
  return Math.max(1, count);
}

/** Before the file is read: as many pages as get reserved. A document that turns out to have more is charged no more than that. */
export function mostPages(source: string): number {
  const lines = source.match(/<\/[^<>]*(?:InvoiceLine|CreditNoteLine)\s*>/g)?.length ?? 0;
  const embedded = source.match(/EmbeddedDocumentBinaryObject[^>]*>[^<]*/g) ?? [];
  return (
    pagesOfLines(lines) +
    embedded.reduce((pages, document) => pages + Math.ceil(document.length / ENCODED_PAGE_LENGTH), 0)
  );
}
