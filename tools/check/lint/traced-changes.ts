/**
 * Makes a change on a copy of the sources in memory and type-checks it, so that CONTRIBUTING.md can say which files a
 * change needs, and that the compiler names them. No file on disk changes.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import ts from 'typescript';

/** Paths are relative to the root of the repository. */
export interface Edit {
  readonly file: string;
  /** Each text, which the file has exactly once, with what replaces it; or the text of a new file. */
  readonly change: Readonly<Record<string, string>> | string;
  /** The hand-written files from which `npm run generate` writes this one. */
  readonly writtenFrom?: readonly string[];
}
export interface TracedChange {
  /** The title in CONTRIBUTING.md. */
  readonly title: string;
  /** What is added. */
  readonly start: readonly Edit[];
  /** What the compiler then asks for. */
  readonly followUps: readonly Edit[];
  /** What specs and lint then ask for, and documents. */
  readonly others: readonly string[];
  /** What the files that are checked have: those that the change can break. */
  readonly affects: RegExp;
}

/** Puts a line after one that the file has once. */
export const after = (line: string, added: string): Readonly<Record<string, string>> => ({
  [line]: `${line}\n${added}`,
});

/** All files that a person writes for the change. */
export function filesOf({ start, followUps, others }: TracedChange): readonly string[] {
  const written = [...start, ...followUps].flatMap(({ file, writtenFrom }) => writtenFrom ?? [file]);
  return [...new Set([...written, ...others])];
}

/**
 * The type errors of the affected files after the change, without one of its edits. The file of that edit is checked
 * first, then the edited files.
 */
export function* errorsOf({ start, followUps, affects }: TracedChange, without?: Edit): Generator<string> {
  const edits = [...start, ...followUps].filter((edit) => edit !== without);
  const texts = new Map(edits.map((edit) => [resolve(edit.file), textAfter(edit)]));
  const affected = projects.flatMap((project) => project.affectedFiles(affects));
  const order = new Set([...(without ? [resolve(without.file)] : []), ...texts.keys(), ...affected]);
  const programs = new Map<Project, ts.Program>();
  for (const path of order) {
    const project = projects.find((one) => one.has(path));
    if (project === undefined) continue;
    const program = programs.get(project) ?? project.programOf(texts, affects);
    programs.set(project, program);
    const file = program.getSourceFile(path);
    for (const { messageText } of file === undefined ? [] : program.getSemanticDiagnostics(file))
      yield `${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  }
}

function textAfter({ file, change }: Edit): string {
  if (typeof change === 'string') return change;
  return Object.entries(change).reduce(
    (text, [before, after]) => {
      if (text.split(before).length !== 2) throw new Error(`${file} does not have this once: ${before}`);
      return text.replace(before, () => after);
    },
    readFileSync(file, 'utf8'),
  );
}

/** The files of one `tsconfig.json`. */
class Project {
  private readonly options: ts.CompilerOptions;
  private readonly files: ReadonlyMap<string, string>;
  /** The programs share the parsed files and the resolved imports, because these take most of the time. */
  private readonly parsed = new Map<string, ts.SourceFile | undefined>();
  private program: ts.Program | undefined;

  constructor(
    config: string,
    sources: readonly string[],
    private readonly ofOthers: RegExp,
  ) {
    const { config: json } = ts.readConfigFile(config, (path) => ts.sys.readFile(path));
    const host = { ...ts.sys, readDirectory: () => [] };
    this.options = ts.parseJsonConfigFileContent(json, host, resolve(dirname(config))).options;
    const paths = globSync(sources, { exclude: (path) => ofOthers.test(path) }).map((path) => resolve(path));
    this.files = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
  }

  /** Also true of a new file. */
  has(path: string): boolean {
    return this.files.has(path) || !this.ofOthers.test(path);
  }

  affectedFiles(affects: RegExp): readonly string[] {
    return [...this.files].filter(([, text]) => affects.test(text)).map(([path]) => path);
  }

  programOf(texts: ReadonlyMap<string, string>, affects: RegExp): ts.Program {
    const globals = [...this.files.keys()].filter((path) => /virtual-texts|texts\.generated/.test(path));
    const rootNames = [...this.affectedFiles(affects), ...globals];
    const { options, program: oldProgram } = this;
    const host = this.hostWith(texts);
    this.program = ts.createProgram({ rootNames, options, host, ...(oldProgram && { oldProgram }) });
    return this.program;
  }

  private hostWith(texts: ReadonlyMap<string, string>): ts.CompilerHost {
    const host = ts.createCompilerHost(this.options);
    const folders = new Set([...texts.keys()].map((path) => dirname(path)));
    return {
      ...host,
      fileExists: (path) => texts.has(path) || host.fileExists(path),
      directoryExists: (path) => folders.has(path) || ts.sys.directoryExists(path),
      getSourceFile: (path, language) => {
        const text = texts.get(path);
        const key = `${path}\n${text}`;
        if (!this.parsed.has(key)) {
          const parse = (): ts.SourceFile | undefined => host.getSourceFile(path, language);
          this.parsed.set(key, text === undefined ? parse() : ts.createSourceFile(path, text, language));
        }
        return this.parsed.get(key);
      },
    };
  }
}

const projects = [
  new Project(
    'tsconfig.json',
    ['{apps,libs}/*/{src,test}/**/*.ts', 'tools/measure/**/*.ts'],
    /node_modules|(hub|instance)-pages|apps\/bridge|libs\/(ui|api-client)|\.generated\.ts$/,
  ),
  new Project(
    'apps/instance-pages/tsconfig.json',
    ['apps/instance-pages/src/**/*.{ts,tsx}', 'tools/generate/pages/virtual-texts.d.ts'],
    /node_modules|hub-pages/,
  ),
];
