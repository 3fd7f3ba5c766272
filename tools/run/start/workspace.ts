/** Determines which packages of this repository import which others. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Package {
  /** The name of the package: `@kushk/contracts` */
  readonly name: string;
  /** The folder of the package: `libs/contracts` */
  readonly folder: string;
  /** The names of the packages that the package's sources import. */
  imports: ReadonlySet<string>;
}

const sourceFile = /\.ts$/;
const testFile = /\.(spec|int-spec|e2e-spec)\.ts$/;
const importPattern = /\b(?:from|import)\s*\(?\s*'(?<name>@kushk\/[a-z0-9-]+)/g;

export class Workspace {
  private readonly packages = new Map<string, Package>();
  private readonly root: string;

  /** Reads all packages in `apps/` and `libs/`. */
  constructor(root: string) {
    this.root = root;
    for (const parent of ['apps', 'libs'])
      for (const child of readdirSync(join(root, parent)).sort()) {
        const folder = `${parent}/${child}`;
        if (existsSync(join(root, folder, 'package.json'))) this.packages.set(folder, this.read(folder));
      }
  }

  /**
   * Returns the folder of the package that a source file belongs to. Returns null for tests and for files outside
   * `src/`.
   */
  packageOf(file: string): string | null {
    const [parent, child, part] = file.split('/');
    const folder = `${parent}/${child}`;
    const isSource = part === 'src' && sourceFile.test(file) && !testFile.test(file);
    return isSource && this.packages.has(folder) ? folder : null;
  }

  /** Returns the given packages and all packages that import them, directly or indirectly. */
  dependentsOf(folders: Iterable<string>): ReadonlySet<string> {
    const affected = new Set(folders);
    for (const folder of affected) {
      const name = this.packages.get(folder)?.name;
      for (const other of this.packages.values())
        if (name !== undefined && other.imports.has(name)) affected.add(other.folder);
    }
    return affected;
  }

  /** Rereads the imports of a package. */
  refresh(folder: string): void {
    this.packages.set(folder, this.read(folder));
  }

  private read(folder: string): Package {
    const { name } = JSON.parse(readFileSync(join(this.root, folder, 'package.json'), 'utf8')) as { name: string };
    return { name, folder, imports: new Set(importsOf(join(this.root, folder, 'src'))) };
  }
}

function* importsOf(folder: string): Iterable<string> {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !sourceFile.test(entry.name) || testFile.test(entry.name)) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    for (const { groups } of text.matchAll(importPattern)) if (groups?.['name'] !== undefined) yield groups['name'];
  }
}
