/** Types of CSS modules: `x.module.d.css.ts` beside `x.module.css`, so that an unknown class does not compile. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'lightningcss';

const camelCase = (name: string): string => name.replace(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** Returns the declaration of each CSS module below `folders`, by the path of its file relative to `root`. */
export function classTypes(root: string, folders: readonly string[]): ReadonlyMap<string, string> {
  const declarations = new Map<string, string>();
  for (const folder of folders)
    for (const file of globSync(`${folder}/**/*.module.css`, { cwd: root })) {
      const path = join(root, file);
      const { exports } = transform({ filename: path, code: readFileSync(path), cssModules: true });
      const names = [...new Set(Object.keys(exports ?? {}).map(camelCase))].sort();
      const lines = names.map((name) => `  readonly ${name}: string;\n`).join('');
      declarations.set(
        file.replace(/\.css$/, '.d.css.ts'),
        `declare const classes: {\n${lines}};\nexport default classes;\n`,
      );
    }
  return declarations;
}
