/** Writes the declarations of the published package. They may name nothing that the package does not contain. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** The types of the bridge are a file of declarations of another package here, and become a file of this one. */
const BRIDGE_TYPES = '@kushk/bridge-protocol';

export function writeDeclarations({ folder, entries, dist }) {
  const libs = dirname(folder);
  const written = emit(folder, libs, entries);
  const contents = new Map();
  contents.set('bridge-api.d.ts', readFileSync(join(libs, 'bridge-protocol', 'src', 'bridge-api.ts'), 'utf8'));
  const add = (name, path) => {
    if (contents.has(name)) return;
    const text = written.get(path);
    if (text === undefined) throw new Error(`${path} was not emitted`);
    contents.set(name, text);
    for (const [, imported] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)\.js'/g)) {
      const target = join(dirname(path), `${imported}.d.ts`);
      add(relative(join(folder, 'src'), target).replaceAll('\\', '/'), target);
    }
  };
  for (const entry of entries) add(`${entry}.d.ts`, join(folder, 'src', `${entry}.d.ts`));
  for (const [name, text] of contents) {
    if (text.includes("'@kushk/")) throw new Error(`${name} imports a package that the author does not have`);
    const file = join(dist, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

function emit(folder, libs, entries) {
  const config = ts.readConfigFile(join(dirname(libs), 'tsconfig.base.json'), ts.sys.readFile).config;
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...config.compilerOptions,
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      emitDecoratorMetadata: false,
      rootDir: libs,
      outDir: libs,
    },
    folder,
  );
  const program = ts.createProgram(
    entries.map((name) => join(folder, 'src', `${name}.ts`)),
    options,
  );
  const written = new Map();
  const { diagnostics } = program.emit(undefined, (path, text) => {
    const declarations = text.replaceAll(`'${BRIDGE_TYPES}'`, "'./bridge-api.js'");
    written.set(join(path), declarations.replaceAll(`"${BRIDGE_TYPES}"`, "'./bridge-api.js'"));
  });
  const errors = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (errors.length > 0)
    throw new Error(
      ts.formatDiagnostics(errors, {
        getCurrentDirectory: () => folder,
        getCanonicalFileName: (name) => name,
        getNewLine: () => '\n',
      }),
    );
  return written;
}
