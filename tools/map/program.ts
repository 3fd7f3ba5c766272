/** Our sources as the TypeScript compiler understands them: the map and the schemas are read from here. */
import { relative, resolve } from 'node:path';
import ts from 'typescript';

export interface Sources {
  readonly checker: ts.TypeChecker;
  /** Every file of ours without its specs, in the order of the paths. */
  readonly files: readonly ts.SourceFile[];
  /** Path from the root of the repository, with slashes: `apps/wallet/src/hold/hold.ts`. */
  readonly pathOf: (node: ts.Node) => string;
}

/** Reads the files that match, with everything they import. Throws where the configuration of the compiler cannot be read. */
export function readSources(root: string, include: readonly string[]): Sources {
  const { config, error } = ts.readConfigFile(resolve(root, 'tsconfig.base.json'), ts.sys.readFile);
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'));
  const { fileNames, options } = ts.parseJsonConfigFileContent({ ...config, include }, ts.sys, root);
  const own = fileNames.filter((name) => !/spec\.ts$/.test(name)).sort();
  return sourcesOf(ts.createProgram(own, { ...options, skipLibCheck: true }), own, root);
}

/** The view on a program that is already there. */
export function sourcesOf(program: ts.Program, own: readonly string[], root: string): Sources {
  return {
    checker: program.getTypeChecker(),
    files: own.map((name) => program.getSourceFile(name)).filter((file) => file !== undefined),
    pathOf: (node) => relative(root, node.getSourceFile().fileName).replaceAll('\\', '/'),
  };
}

/** What a name stands for: the declaration behind an import. */
export function meantBy(checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined {
  const symbol = ts.isShorthandPropertyAssignment(node)
    ? checker.getShorthandAssignmentValueSymbol(node)
    : checker.getSymbolAtLocation(node);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** `catalogue.submitRelease` → its two names, the first as its own file calls it; null for anything else. */
export function contractNames(
  checker: ts.TypeChecker,
  node: ts.Node | undefined,
): readonly [group: string, member: string] | null {
  if (node === undefined || !ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.expression)) return null;
  const group = meantBy(checker, node.expression);
  return group === undefined ? null : [group.name, node.name.text];
}

/** The value of a property of an object that is written out. */
export function propertyOf(object: ts.Node | undefined, name: string): ts.Node | null {
  if (object === undefined || !ts.isObjectLiteralExpression(object)) return null;
  const found = object.properties.find(
    (property) => property.name !== undefined && ts.isIdentifier(property.name) && property.name.text === name,
  );
  if (found === undefined) return null;
  return ts.isPropertyAssignment(found) ? found.initializer : found;
}

/** The text that an expression is known to be at compile time, or null. */
export function knownText(checker: ts.TypeChecker, node: ts.Node | null): string | null {
  if (node === null) return null;
  if (ts.isStringLiteralLike(node)) return node.text;
  const symbol = meantBy(checker, node);
  const type = symbol?.valueDeclaration
    ? checker.getTypeOfSymbolAtLocation(symbol, symbol.valueDeclaration)
    : checker.getTypeAtLocation(node);
  return type.isStringLiteral() ? type.value : null;
}

/** Calls `look` on a node and everything below it. */
export function walk(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node);
  ts.forEachChild(node, (child) => walk(child, look));
}
