/**
 * Compiles changed source files of a package to its `dist/` folder, with the same result as the package's build
 * script.
 */
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { transformFile } from '@swc/core';

/** Compiles the files. Deletes the output of a deleted source file. Rejects with the compiler's message. */
export async function compileChanges(root: string, files: Iterable<string>): Promise<void> {
  await Promise.all([...files].map((file) => compile(root, file)));
}

async function compile(root: string, file: string): Promise<void> {
  const source = join(root, file);
  const output = join(root, outputOf(file));
  if (!existsSync(source)) {
    await Promise.all([output, `${output}.map`].map((path) => rm(path, { force: true })));
    return;
  }
  const { code, map = '' } = await transformFile(source, {
    configFile: join(root, '.swcrc'),
    sourceFileName: source,
    outputPath: output,
  });
  await mkdir(dirname(output), { recursive: true });
  await writeFile(`${output}.map`, map);
  await writeFile(output, `${code}\n//# sourceMappingURL=${basename(output)}.map\n`);
}

/** Returns the output path of a source file: `apps/wallet/src/hold/hold.ts` → `apps/wallet/dist/hold/hold.js`. */
export function outputOf(file: string): string {
  return file.replace(/^([^/]+\/[^/]+)\/src\//, '$1/dist/').replace(/\.ts$/, '.js');
}
