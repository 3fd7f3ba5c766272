/** The option `--limit` of commands that print the start of a list. */
import { usageFailure } from './failure.js';
import { phrase } from './phrase.js';

export const DEFAULT_LIMIT = '200';
const LARGEST_LIMIT = 10_000;

/** The number of items to print. Throws for anything but a whole number from 1 to 10,000. */
export function limitOf(text: string): number {
  const limit = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > LARGEST_LIMIT)
    throw usageFailure(phrase`--limit is a whole number from 1 to ${LARGEST_LIMIT}`);
  return limit;
}
