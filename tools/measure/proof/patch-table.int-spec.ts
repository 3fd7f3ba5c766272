import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { patches } from './patch-table.mjs';

const root = new URL('../../../', import.meta.url);

it.each(Object.entries(patches))('the patch "%s" applies to the built files', (_name, edits) => {
  for (const { file, find } of edits)
    expect({ file, find, occurs: readFileSync(fileURLToPath(new URL(file, root)), 'utf8').includes(find) }).toEqual({
      file,
      find,
      occurs: true,
    });
});
