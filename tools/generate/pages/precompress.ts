/** Writes `.br` and `.gz` files beside the built files, so that the gateway compresses nothing. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const MIN_BYTES = 128;

export function precompress(): Plugin {
  return {
    name: 'kushk:precompress',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error('the build has no output folder');
      for (const name of Object.keys(bundle).filter((one) => /\.(js|css|svg|json)$/.test(one))) {
        const file = join(dir, name);
        const bytes = readFileSync(file);
        if (bytes.length < MIN_BYTES) continue;
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        };
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
