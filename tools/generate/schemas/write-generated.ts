import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the files whose text has changed. Removes files that match `owned` and are no longer generated. */
export function writeGenerated(folder: string, texts: ReadonlyMap<string, string>, owned: RegExp | null = null): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of texts) {
    const path = join(folder, name);
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
  }
  if (owned === null) return;
  for (const name of readdirSync(folder)) if (owned.test(name) && !texts.has(name)) rmSync(join(folder, name));
}
