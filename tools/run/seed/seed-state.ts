/** What the seed stores between starts, in `.kushk/seed.json` (mode 0600). */
import { existsSync, readFileSync } from 'node:fs';
import { writePrivateFile } from '../start/private-file.js';

export interface SeedState {
  /** Publisher keys by publisher. The API returns a key only once. */
  readonly keys: Readonly<Record<string, string>>;
  /** The API address and the token of the plugins that the seed acts for, by installation. Shown only once. */
  readonly tokens?: Readonly<Record<string, { readonly api_base: string; readonly token: string }>>;
  /** True when the plugins and the inbox of the demo are complete. */
  readonly market?: boolean;
  /** How many months have passed for `KUSHK_DEMO=months`. */
  readonly months?: number;
  /** Absent before the first start. */
  readonly company?: {
    /**
     * The day of the first start (`YYYY-MM-DD` in Tehran), on which all dates of the demo depend. An interrupted start
     * continues with the same day, because a repeated request must have the same body.
     */
    readonly day: string;
    /** True when every record of the demo was created. */
    readonly isComplete: boolean;
  };
}

export function readState(path: string): SeedState {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as SeedState) : { keys: {} };
}

export function updateState(path: string, change: Partial<SeedState>): void {
  writePrivateFile(path, { ...readState(path), ...change });
}
