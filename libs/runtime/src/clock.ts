/** The current time. Handlers read it once and pass it to decisions as data; pure code does not call it. */
export function now(): Date {
  return new Date();
}
