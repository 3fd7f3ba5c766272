/** Decodes base64 in place, because the decoded content is shorter: it is in memory only once. */

const ENCODED_UNIT = 4;
const DECODED_UNIT = 3;
const PIECE = 16_384 * ENCODED_UNIT;

/**
 * Returns the decoded bytes, which are in the memory of `encoded`, or null when they are not exactly base64 with the
 * standard alphabet and padding (RFC 4648, section 4). Overwrites `encoded`.
 */
export function decodeBase64(encoded: Buffer): Buffer | null {
  if (encoded.length % ENCODED_UNIT !== 0) return null;
  let length = 0;
  for (let at = 0; at < encoded.length; at += PIECE) {
    const text = encoded.toString('latin1', at, at + PIECE);
    const piece = Buffer.from(text, 'base64');
    // Node ignores characters that are not base64, and padding within the text.
    const isLast = at + PIECE >= encoded.length;
    if (!isLast && piece.length !== (PIECE / ENCODED_UNIT) * DECODED_UNIT) return null;
    if (piece.toString('base64') !== text) return null;
    length += piece.copy(encoded, length);
  }
  return encoded.subarray(0, length);
}
