/**
 * Makes a change on a copy of the sources in memory and type-checks it, so that CONTRIBUTING.md can say which files a
 * change needs, and that the compiler names them. No file on disk changes.
 */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';

export interface Edit {
  /** Relative to the root of the repository. */
  readonly file: string;
  /** Each text, which the file has exactly once, and what stands in its place afterwards. */
  readonly replace: Readonly<Record<string, string>>;
}
export interface TracedChange {
  /** The title in CONTRIBUTING.md. */
  readonly title: string;
  /** The first edit is the start; the compiler leads to the others. */
  readonly edits: readonly Edit[];
  /** Names in the files that are checked: those that the change can break. */
  readonly affects: RegExp;
}

const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)).config,
  { ...ts.sys, readDirectory: () => [] },
  process.cwd(),
);
/** The programs share the parsed files that no edit changes: parsing takes most of the time. */
const parsedFiles = new Map<string, ts.SourceFile | undefined>();

/** The type errors of the affected files after these edits, with the file of each, those of the edited files first. */
export function* errorsAfter(edits: readonly Edit[], affects: RegExp): Generator<string> {
  const edited = new Map(edits.map((edit) => [resolve(edit.file), textAfter(edit)]));
  const roots = affectedFiles(affects).toSorted((a, b) => Number(edited.has(b)) - Number(edited.has(a)));
  const host = ts.createCompilerHost(options);
  const parse = host.getSourceFile.bind(host);
  host.getSourceFile = (path, language) => {
    const text = edited.get(resolve(path));
    if (text !== undefined) return ts.createSourceFile(path, text, language);
    if (!parsedFiles.has(path)) parsedFiles.set(path, parse(path, language));
    return parsedFiles.get(path);
  };
  const program = ts.createProgram({ rootNames: roots, options, host });
  for (const root of roots)
    for (const { messageText } of program.getSemanticDiagnostics(program.getSourceFile(root)))
      yield `${root}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
}

function affectedFiles(affects: RegExp): readonly string[] {
  return globSync(['{apps,libs}/*/{src,test}/**/*.ts', 'tools/**/*.ts'], {
    exclude: (path) =>
      /node_modules|hub-pages|instance-pages|apps\/bridge|libs\/ui|\.generated\.ts$/.test(String(path)),
  })
    .map((file) => resolve(file))
    .filter((file) => affects.test(readFileSync(file, 'utf8')));
}

function textAfter({ file, replace }: Edit): string {
  return Object.entries(replace).reduce(
    (text, [before, after]) => {
      if (text.split(before).length !== 2) throw new Error(`${file} does not have this once: ${before}`);
      return text.replace(before, () => after);
    },
    readFileSync(file, 'utf8'),
  );
}
