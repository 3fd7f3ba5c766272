/**
 * The error codes that a piece of code can refuse with: the codes of `refuse(…)` in a service and of `Refused.with(…)`
 * in the gateway, including those in the functions that it calls within its app and the libs.
 */
import ts from 'typescript';
import { contractNames, symbolOf, type Sources } from '../map/program.js';
import { appOf } from '../map/streams.js';

export interface FoundCodes {
  readonly codes: ReadonlySet<string>;
  /** The requests that the code names, such as `wallet.placeHold`. */
  readonly requests: ReadonlySet<string>;
  /** The expressions whose codes the compiler does not know, with their file. */
  readonly unresolved: readonly string[];
}

/**
 * Returns the codes of the given nodes and of all functions that they call within their app and the libs. `*` in a
 * code stands for a text that the compiler does not know, such as the category of a stream in `*.not_found`.
 */
export function codesIn(starts: readonly ts.Node[], { checker, pathOf }: Sources): FoundCodes {
  const app = starts[0] ? appOf(pathOf(starts[0])) : null;
  const [codes, requests, unresolved] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const visited = new Set<ts.Node>();
  const pending = [...starts];

  const follow = (declaration: ts.Node): void => {
    if (visited.has(declaration) || !hasBody(declaration)) return;
    const path = pathOf(declaration);
    if (!path.startsWith('libs/') && (app === null || appOf(path) !== app)) return;
    visited.add(declaration);
    pending.push(declaration);
  };
  const inspect = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isDecorator(node)) return;
    const refused = refusedWith(node);
    if (refused !== null) {
      const found = textsOf(checker, refused);
      found.forEach((code) => codes.add(code));
      if (found.length === 0) unresolved.add(`${pathOf(node)}: ${refused.getText()}`);
    }
    const names = contractNames(checker, node);
    if (names !== null) requests.add(names.join('.'));
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || ts.isShorthandPropertyAssignment(node))
      symbolOf(checker, node)?.declarations?.forEach(follow);
    ts.forEachChild(node, inspect);
  };
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) inspect(node);
  return { codes, requests, unresolved: [...unresolved].sort() };
}

function hasBody(node: ts.Node): boolean {
  if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)) return node.initializer !== undefined;
  return ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node);
}

/** Returns the first argument of `refuse(…)` and `Refused.with(…)`. */
function refusedWith(node: ts.Node): ts.Expression | null {
  if (!ts.isCallExpression(node)) return null;
  const callee = node.expression.getText();
  return callee === 'refuse' || callee === 'Refused.with' ? (node.arguments[0] ?? null) : null;
}

/**
 * Returns the texts that an expression can have, or none when the compiler knows no part of them. `*` stands for an
 * unknown part of a template.
 */
function textsOf(checker: ts.TypeChecker, node: ts.Expression): readonly string[] {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return textsOf(checker, node.expression);
  if (ts.isConditionalExpression(node))
    return [...textsOf(checker, node.whenTrue), ...textsOf(checker, node.whenFalse)];
  if (ts.isTemplateExpression(node))
    return node.templateSpans.reduce<readonly string[]>(
      (heads, { expression, literal }) =>
        heads.flatMap((head) => orUnknown(textsOf(checker, expression)).map((text) => head + text + literal.text)),
      [node.head.text],
    );
  const known = literalsOf(checker.getTypeAtLocation(node));
  if (known.length > 0 || !ts.isIdentifier(node)) return known;
  const declaration = symbolOf(checker, node)?.valueDeclaration;
  const initializer = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return initializer === undefined ? [] : textsOf(checker, initializer);
}

function orUnknown(texts: readonly string[]): readonly string[] {
  return texts.length > 0 ? texts : ['*'];
}

function literalsOf(type: ts.Type): readonly string[] {
  const types = type.isUnion() ? type.types : [type];
  return types.every((one) => one.isStringLiteral()) ? types.map((one) => (one as ts.StringLiteralType).value) : [];
}
