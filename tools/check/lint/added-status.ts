/**
 * Type-checks the decisions of a service after adding a status to the state type of a stream. No file on disk
 * changes.
 */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';

export interface StateType {
  /** The file that declares the state type, relative to the root of the repository. */
  readonly file: string;
  readonly name: string;
  /** An existing status. The added status gets the same properties. */
  readonly like: string;
  /** Decisions that only pass the state on to another decision in their own service. */
  readonly passedOnBy?: readonly string[];
}

const ADDED_STATUS = 'added_by_this_check';
const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)).config,
  { ...ts.sys, readDirectory: () => [] },
  process.cwd(),
);
/**
 * Parsing TypeScript's own libraries takes most of the time. Therefore the programs share the parsed files that do
 * not change.
 */
const parsedFiles = new Map<string, ts.SourceFile | undefined>();

/**
 * Returns the files of the service or library that export a decision with this state type, relative to the root of the
 * repository.
 */
export function decisionsOver(state: StateType): string[] {
  const folder = serviceFolder(state.file);
  const decisions = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => /\/[^/.]+\.ts$/.test(file) && importsAccept(file))
    .sort();
  const program = unchangedProgram(folder, decisions);
  return decisions.filter((file) => decidesOver(state, file, program) && state.passedOnBy?.includes(file) !== true);
}

/** Returns the number of type errors in each file after a status is added to the state type. */
export function errorsWithAddedStatus(state: StateType, files: readonly string[]): Record<string, number> {
  return countErrors(files, programOf(files, { path: resolve(state.file), text: withAddedStatus(state) }));
}

/** Returns the number of type errors in each unchanged file. */
export function errorsToday(files: readonly string[]): Record<string, number> {
  const folder = serviceFolder(files[0] ?? '');
  return countErrors(files, unchanged.get(folder) ?? programOf(files));
}

interface Replacement {
  readonly path: string;
  readonly text: string;
}

/** The programs over the unchanged decisions of a service or library, by its folder. */
const unchanged = new Map<string, ts.Program>();

function unchangedProgram(folder: string, decisions: readonly string[]): ts.Program {
  const program = unchanged.get(folder) ?? programOf(decisions);
  unchanged.set(folder, program);
  return program;
}

function serviceFolder(file: string): string {
  return /^(?:apps|libs)\/[^/]+\/src/.exec(file)?.[0] ?? '';
}

function countErrors(files: readonly string[], program: ts.Program): Record<string, number> {
  return Object.fromEntries(
    files.map((file) => [file, program.getSemanticDiagnostics(program.getSourceFile(resolve(file))).length]),
  );
}

function programOf(files: readonly string[], replacement?: Replacement): ts.Program {
  const host = ts.createCompilerHost(options);
  const parse = host.getSourceFile.bind(host);
  host.getSourceFile = (path, languageVersion) => {
    if (path === replacement?.path) return ts.createSourceFile(path, replacement.text, languageVersion);
    if (!parsedFiles.has(path)) parsedFiles.set(path, parse(path, languageVersion));
    return parsedFiles.get(path);
  };
  return ts.createProgram({ rootNames: files.map((file) => resolve(file)), options, host });
}

function withAddedStatus({ file, name, like }: StateType): string {
  const source = parseFile(file);
  const declaration = source.statements.find(
    (statement) => ts.isTypeAliasDeclaration(statement) && statement.name.text === name,
  );
  if (declaration === undefined) throw new Error(`${file} declares no type ${name}`);
  const declared = declaration.getText(source).replace(`type ${name} `, `type Declared${name} `);
  const copied = `Omit<Extract<Declared${name}, { status: '${like}' }>, 'status'>`;
  return source.text.replace(
    declaration.getText(source),
    `${declared}\nexport type ${name} = Declared${name} | (${copied} & { readonly status: '${ADDED_STATUS}' });`,
  );
}

/** Only decisions call `accept`, so only files that import it can contain one. */
function importsAccept(file: string): boolean {
  return parseFile(file).statements.some(
    (statement) =>
      ts.isImportDeclaration(statement) &&
      /'@kushk\/decider'/.test(statement.moduleSpecifier.getText()) &&
      /\baccept\b/.test(statement.importClause?.getText() ?? ''),
  );
}

/**
 * Whether an exported function of the file takes the stream's state as a parameter, or takes an object with a
 * property that is the state.
 */
function decidesOver(state: StateType, file: string, program: ts.Program): boolean {
  const checker = program.getTypeChecker();
  const isState = (type: ts.Type): boolean =>
    type.aliasSymbol?.name === state.name &&
    type.aliasSymbol.declarations?.[0]?.getSourceFile().fileName === resolve(state.file);
  const statements: readonly ts.Statement[] = program.getSourceFile(resolve(file))?.statements ?? [];
  return statements
    .filter((statement) => ts.isFunctionDeclaration(statement))
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true)
    .flatMap(({ parameters }) => [...parameters])
    .map((parameter) => checker.getTypeAtLocation(parameter))
    .some((type) => isState(type) || type.getProperties().some((each) => isState(checker.getTypeOfSymbol(each))));
}

function parseFile(file: string): ts.SourceFile {
  return ts.createSourceFile(file, ts.sys.readFile(file) ?? '', ts.ScriptTarget.Latest, true);
}
