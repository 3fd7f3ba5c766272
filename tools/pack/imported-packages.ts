/** Finds the packages that built programs import. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';

const program = /\.m?js$/;
/** Static and dynamic imports, re-exports, and `require` of a fixed name; not methods such as `Buffer.from`. */
const imports = /(?<!\.)\b(?:from|import|require|load)\s*\(?\s*["']([^"'.][^"']*)["']/g;
const builtin = new Set(builtinModules);

/** Returns the names of the packages that the programs in a folder import, without Node's own modules. */
export function packagesIn(folder: string, leftOut: RegExp = /^$/): readonly string[] {
  const names = new Set<string>();
  if (!existsSync(folder)) return [];
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!program.test(name) || leftOut.test(join(folder, name))) continue;
    for (const [, specifier = ''] of withoutComments(readFileSync(join(folder, name), 'utf8')).matchAll(imports)) {
      const found = packageOf(specifier);
      if (found !== null) names.add(found);
    }
  }
  return [...names];
}

function packageOf(specifier: string): string | null {
  if (!/^(?:@[a-z0-9-]+\/)?[a-z0-9][a-z0-9._-]*(?:\/|$)/.test(specifier)) return null;
  const [first = '', second = ''] = specifier.split('/');
  return builtin.has(first) ? null : first.startsWith('@') ? `${first}/${second}` : first;
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}
