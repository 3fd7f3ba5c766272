/** Writes the files of `/sdk/` to `dist/`, and fails when the script exceeds its size. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { bridgeFiles } from './bridge-files.mjs';

const MAX_GZIP_BYTES = 8_000;
const dist = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist');

const files = await bridgeFiles();
const gzipBytes = gzipSync(files.get('bridge.js'), { level: 9 }).length;
if (gzipBytes > MAX_GZIP_BYTES)
  throw new Error(`bridge.js has ${gzipBytes} bytes with gzip; ${MAX_GZIP_BYTES} are allowed`);
rmSync(dist, { recursive: true, force: true });
for (const [name, bytes] of files) {
  const file = join(dist, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}
