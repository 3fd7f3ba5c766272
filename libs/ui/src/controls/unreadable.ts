/** The value of a field whose text has no meaning. No service accepts it, because it contains a NUL character. */
export const UNREADABLE = '\u0000';
