/**
 * Unpacks Chromium, its fonts and the libraries that a machine may lack into the temporary folder of this process
 * (TMPDIR). It is a process of its own because the package always writes there, and uses whatever has the same name,
 * even if another process has written only half of it.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { inflate } from '@sparticuz/chromium';

const bin = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin');
await Promise.all(['chromium.br', 'fonts.tar.br', 'al2023.tar.br'].map((file) => inflate(join(bin, file))));
