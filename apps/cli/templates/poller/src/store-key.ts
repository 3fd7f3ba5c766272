/** The key with which the credentials are encrypted on disk. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Outside development, set KUSHK_STORE_KEY (32 bytes in base64url), so that the key is not beside what it encrypts. */
export function readStoreKey(folder: string): string {
  const given = process.env['KUSHK_STORE_KEY'];
  if (given !== undefined && given !== '') return given;
  const path = join(folder, 'store.key');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600 });
  return readFileSync(path, 'utf8');
}
