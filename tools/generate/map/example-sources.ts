import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { sourcesOf, type Sources } from './program.js';

/** TypeScript's own libraries, which every program needs and which take most of the time. */
const parsedLibraries = new Map<string, ts.SourceFile | undefined>();

function compilerHost(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const parse = host.getSourceFile.bind(host);
  host.getSourceFile = (path, target) => {
    if (!/\/lib\.[^/]*\.ts$/.test(path)) return parse(path, target);
    if (!parsedLibraries.has(path)) parsedLibraries.set(path, parse(path, target));
    return parsedLibraries.get(path);
  };
  return host;
}

/** Compiles a small repository (a map of paths to texts) for the specs of tools that read source files. */
export function withSources<Result>(
  texts: Readonly<Record<string, string>>,
  look: (sources: Sources) => Result,
): Result {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'kushk-sources-')));
  try {
    const files = Object.entries(texts).map(([path, text]) => {
      const file = join(root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    });
    const options: ts.CompilerOptions = {
      strict: true,
      noEmit: true,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      target: ts.ScriptTarget.ES2022,
      experimentalDecorators: true,
      types: [],
    };
    const program = ts.createProgram(files, options, compilerHost(options));
    return look(sourcesOf(program, files, root));
  } finally {
    rmSync(root, { recursive: true });
  }
}
