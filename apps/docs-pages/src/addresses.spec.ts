/** Addresses in the documents mean one thing each (docs/reference/wire-formats.md, Addresses). */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const docs = fileURLToPath(new URL('../../../docs/', import.meta.url));
const KNOWN = /\{(?:hub|plugin_base_url|iss)\}/;

describe('the documents', () => {
  const files = globSync('**/*.{md,yaml}', { cwd: docs });

  it('name no address that means the hub, the plugin and the container alike', () => {
    expect(files.length).toBeGreaterThan(40);
    expect(files.filter((file) => readFileSync(docs + file, 'utf8').includes('{base_url}'))).toEqual([]);
  });

  it('define each address before a path', () => {
    const before = files.flatMap((file) => [
      ...readFileSync(docs + file, 'utf8').matchAll(
        /\{\w+\}(?=\/\.well-known|\/service\/|\/docs|\/portal|\/developer)/g,
      ),
    ]);
    expect([...new Set(before.map(([address]) => address))].filter((address) => !KNOWN.test(address))).toEqual([]);
  });
});
