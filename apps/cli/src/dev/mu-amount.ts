/** Whether a text of the command line is an amount of MU: up to six places after the point. */
export function isMuAmount(text: string): boolean {
  return /^\d{1,12}(\.\d{1,6})?$/.test(text);
}
