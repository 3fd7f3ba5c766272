import { readFileSync } from 'node:fs';

/** The version of this software. All packages of the repository have the same one. */
export const SOFTWARE_VERSION: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly version: string }
).version;
