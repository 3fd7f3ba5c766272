/** A port for a new plugin: one that no program and no other plugin beside it uses. */
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MANIFEST_NAMES } from './plugin-folder.js';
import { firstFreePort } from './plugin-process/plugin-process.js';

const FIRST_PORT = 4100;
const MAX_FOLDERS = 1_000;
/** `base_url` stands near the beginning of a manifest. */
const READ_BYTES = 64 * 1024;
const LOCAL_PORT = /^\s*"?base_url"?\s*:\s*["']?https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):(\d{1,5})\b/m;

/**
 * The first port from 4100 up on which nothing listens, and that no manifest in a folder beside `target` names: two
 * plugins that are made before one of them runs get different ports.
 */
export function portForNewPlugin(target: string): Promise<number> {
  const named = portsBeside(target);
  return firstFreePort(FIRST_PORT, (port) => named.has(port));
}

function portsBeside(target: string): ReadonlySet<number> {
  const parent = dirname(target);
  const folders = foldersIn(parent).map((name) => join(parent, name));
  const texts = [parent, ...folders].flatMap((folder) => MANIFEST_NAMES.map((name) => beginningOf(join(folder, name))));
  return new Set(texts.map((text) => Number(LOCAL_PORT.exec(text)?.[1])));
}

function foldersIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).slice(0, MAX_FOLDERS);
  } catch {
    // The folder is made together with the plugin.
    return [];
  }
}

/** Empty for a file that does not exist or cannot be read. */
function beginningOf(path: string): string {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(READ_BYTES);
      return bytes.toString('utf8', 0, readSync(file, bytes));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
