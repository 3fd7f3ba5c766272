/**
 * What programs write before the first header: a byte order mark, empty lines, the separator of an mbox file, and the
 * banner of Outlook.
 */
const BEFORE_HEADERS =
  /^(?:\u00EF\u00BB\u00BF)?(?:\r?\n)*(?:(?:>?From (?![ \t]*:)|Microsoft Mail Internet Headers )[^\r\n]*\r?\n)?/;
const START_BYTES = 4_096;

/** Returns the message (RFC 5322) from its first header on. */
export function mailMessage(content: Buffer): Buffer {
  const [before] = BEFORE_HEADERS.exec(content.toString('latin1', 0, START_BYTES))!;
  return content.subarray(before.length);
}
