/** Type checks the decisions of a service with one more status in the state of a stream. No file is changed on disk. */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';

export interface StateType {
  /** The file that declares the state type, from the root of the repository. */
  readonly file: string;
  readonly name: string;
  /** The added status has the properties of this one. */
  readonly like: string;
}

const ADDED_STATUS = 'added_by_this_check';
const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)).config,
  { ...ts.sys, readDirectory: () => [] },
  process.cwd(),
);
/** Parsing TypeScript's own libraries takes most of the time, so programs share what does not change. */
const parsedFiles = new Map<string, ts.SourceFile | undefined>();

/** The files of the service that export a decision over this state, from the root of the repository. */
export function decisionsOver(state: StateType): string[] {
  const folder = /^apps\/[^/]+\/src/.exec(state.file)?.[0] ?? '';
  const decisions = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => /\/[^/.]+\.ts$/.test(file) && importsAccept(file))
    .sort();
  const program = programOf(decisions);
  return decisions.filter((file) => decidesOver(state, file, program));
}

/** The number of type errors in each file when the state has one more status. */
export function errorsWithAddedStatus(state: StateType, files: readonly string[]): Record<string, number> {
  return countErrors(files, { path: resolve(state.file), text: withAddedStatus(state) });
}

/** The number of type errors in each file as it is. */
export function errorsToday(files: readonly string[]): Record<string, number> {
  return countErrors(files);
}

interface Replacement {
  readonly path: string;
  readonly text: string;
}

function countErrors(files: readonly string[], replacement?: Replacement): Record<string, number> {
  const program = programOf(files, replacement);
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

/** Only a decision accepts a command. */
function importsAccept(file: string): boolean {
  return parseFile(file).statements.some(
    (statement) =>
      ts.isImportDeclaration(statement) &&
      /'@kushk\/decider'/.test(statement.moduleSpecifier.getText()) &&
      /\baccept\b/.test(statement.importClause?.getText() ?? ''),
  );
}

/** An exported function of the file has a parameter that is the state, or has a property that is. */
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
