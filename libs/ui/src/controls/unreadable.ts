/** The value of a field whose text has no meaning. No service accepts it, because it contains a NUL character. */
export const UNREADABLE = '\u0000';

/** Whether a field contains text that means nothing, which is never sent. */
export const isUnreadable = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes(UNREADABLE)
    : typeof value === 'object' && value !== null && Object.values(value).some(isUnreadable);
