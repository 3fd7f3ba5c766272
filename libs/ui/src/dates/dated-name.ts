import { nowMs } from './clock.js';
import { tehranFields } from './tehran-time.js';

/** The name of a file that holds what is known today: `audit-2026-11-29.csv`. The day is Tehran's. */
export const datedName = (name: string, format: string): string =>
  `${name}-${tehranFields(new Date(nowMs())).date}.${format}`;
