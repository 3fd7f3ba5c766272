/** Reads the sources of this repository with the TypeScript compiler, for the map and the schemas. */
import { relative, resolve } from 'node:path';
import ts from 'typescript';

export interface Sources {
  readonly checker: ts.TypeChecker;
  /** All source files except specs, sorted by path. */
  readonly files: readonly ts.SourceFile[];
  /**
   * Returns the path of a file relative to the root of the repository, with slashes: `apps/wallet/src/hold/hold.ts`.
   */
  readonly pathOf: (node: ts.Node) => string;
}

/** Reads the files that match, and the files that they import. Throws if the compiler configuration cannot be read. */
export function readSources(root: string, include: readonly string[]): Sources {
  const { config, error } = ts.readConfigFile(resolve(root, 'tsconfig.base.json'), ts.sys.readFile);
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'));
  const { fileNames, options } = ts.parseJsonConfigFileContent({ ...config, include }, ts.sys, root);
  const own = fileNames.filter((name) => !/spec\.ts$/.test(name)).sort();
  return sourcesOf(ts.createProgram(own, { ...options, skipLibCheck: true }), own, root);
}

/** Returns the sources of an existing TypeScript program. */
export function sourcesOf(program: ts.Program, own: readonly string[], root: string): Sources {
  return {
    checker: program.getTypeChecker(),
    files: own.map((name) => program.getSourceFile(name)).filter((file) => file !== undefined),
    pathOf: (node) => relative(root, node.getSourceFile().fileName).replaceAll('\\', '/'),
  };
}

/** Returns the symbol of a name. For an imported name, returns the symbol of the original declaration. */
export function symbolOf(checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined {
  const symbol = ts.isShorthandPropertyAssignment(node)
    ? checker.getShorthandAssignmentValueSymbol(node)
    : checker.getSymbolAtLocation(node);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/**
 * Splits an expression such as `catalogue.submitRelease` into its two names. The first name is resolved to its
 * declaration, so that an import alias makes no difference. Returns null for other expressions.
 */
export function contractNames(
  checker: ts.TypeChecker,
  node: ts.Node | undefined,
): readonly [group: string, member: string] | null {
  if (node === undefined || !ts.isPropertyAccessExpression(node)) return null;
  if (ts.isPropertyAccessExpression(node.expression)) {
    const group = groupOfType(checker, node.expression);
    return group === null ? null : [group, node.name.text];
  }
  if (!ts.isIdentifier(node.expression)) return null;
  const group = symbolOf(checker, node.expression);
  if (group === undefined) return null;
  const declaration = group.valueDeclaration;
  const isParameter = declaration !== undefined && (ts.isParameter(declaration) || ts.isBindingElement(declaration));
  return [(isParameter && groupOfType(checker, node.expression)) || group.name, node.name.text];
}

/**
 * The constant whose type an expression has, such as `workspaceSessions` for a parameter or a property of its type.
 * The requests of several possible groups have the same names and refusals, so the first is enough.
 */
function groupOfType(checker: ts.TypeChecker, expression: ts.Expression): string | null {
  const type = checker.getTypeAtLocation(expression);
  const literal = (type.isUnion() ? type.types[0] : type)?.symbol?.valueDeclaration;
  const constant = literal?.parent;
  return constant && ts.isVariableDeclaration(constant) && ts.isIdentifier(constant.name) ? constant.name.text : null;
}

/** Returns the value of a property in an object literal. */
export function propertyOf(object: ts.Node | undefined, name: string): ts.Node | null {
  if (object === undefined || !ts.isObjectLiteralExpression(object)) return null;
  const found = object.properties.find(
    (property) => property.name !== undefined && ts.isIdentifier(property.name) && property.name.text === name,
  );
  if (found === undefined) return null;
  return ts.isPropertyAssignment(found) ? found.initializer : found;
}

/** Returns the text of an expression that is constant at compile time, or null. */
export function constantText(checker: ts.TypeChecker, node: ts.Node | null): string | null {
  if (node === null) return null;
  if (ts.isStringLiteralLike(node)) return node.text;
  const symbol = symbolOf(checker, node);
  const type = symbol?.valueDeclaration
    ? checker.getTypeOfSymbolAtLocation(symbol, symbol.valueDeclaration)
    : checker.getTypeAtLocation(node);
  return type.isStringLiteral() ? type.value : null;
}

/** Calls `visit` for a node and all its descendants. */
export function visitAll(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => visitAll(child, visit));
}
