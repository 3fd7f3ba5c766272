import { nowMs } from './clock.js';

const TEHRAN_MS = 12_600_000;

/** The name of a file that holds what is known today: `audit-2026-11-29.csv`. The day is Tehran's. */
export const datedName = (name: string, format: string): string =>
  `${name}-${new Date(nowMs() + TEHRAN_MS).toISOString().slice(0, 10)}.${format}`;
