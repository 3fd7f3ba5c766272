const HEADER = Buffer.from('%PDF-');
/** Readers accept bytes before the header, which servers and mail programs have left there (PDF Reference, H.3). */
const HEADER_MAX_BYTES = 1_024;

/** Returns where the file begins, or -1 when the bytes are no PDF. */
export function pdfStart(content: Buffer): number {
  return content.subarray(0, HEADER_MAX_BYTES).indexOf(HEADER);
}
