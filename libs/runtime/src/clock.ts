/** The time, now. Handlers read it once and hand it to decisions as data; nothing pure calls this. */
export function now(): Date {
  return new Date();
}
