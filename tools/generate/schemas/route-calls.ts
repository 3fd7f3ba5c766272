/** The entries of the gateway's route tables in the source code: calls of `proxyRoute` and `compositeRoute`. */
import ts from 'typescript';
import { constantText, symbolOf, visitAll, type Sources } from '../map/program.js';

export interface RouteCall {
  /** The method and the full path: `POST /instance/v1/people`. */
  readonly key: string;
  readonly kind: 'proxyRoute' | 'compositeRoute';
  readonly options: ts.Expression;
}

/**
 * Returns all routes of the given files, without those of the OpenAPI documents, which do not describe themselves.
 * Throws for a route whose method, prefix or path is not constant.
 */
export function routeCallsIn({ checker, files, pathOf }: Sources): readonly RouteCall[] {
  const found: RouteCall[] = [];
  for (const file of files) {
    if (!/^apps\/gateway\/src\/(?!openapi\/).*-routes\.ts$/.test(pathOf(file))) continue;
    visitAll(file, (node) => {
      const called = ts.isCallExpression(node) ? calledRoute(node.expression) : null;
      if (called === null || !ts.isCallExpression(node)) return;
      const [method, path, options] = node.arguments;
      const prefix = prefixOf(checker, called.factory);
      const verb = method && constantText(checker, method);
      if (prefix === null || !verb || path === undefined || options === undefined)
        throw new Error(`${pathOf(node)}: a route is not constant: ${node.getText().slice(0, 100)}`);
      found.push({ key: `${verb} ${prefix}${pathText(checker, path)}`, kind: called.kind, options });
    });
  }
  return found;
}

/** `proxyRoute(…)` and `platform.proxyRoute(…)`: the function, and the name that `routesFor` was assigned to. */
function calledRoute(callee: ts.Expression): { readonly kind: RouteCall['kind']; readonly factory: ts.Node } | null {
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : ts.isIdentifier(callee) ? callee : null;
  if (name === null || (name.text !== 'proxyRoute' && name.text !== 'compositeRoute')) return null;
  return { kind: name.text, factory: ts.isPropertyAccessExpression(callee) ? callee.expression : callee };
}

/** Returns the second argument of the `routesFor` that created the route factory. */
function prefixOf(checker: ts.TypeChecker, factory: ts.Node): string | null {
  let node: ts.Node | undefined = symbolOf(checker, factory)?.valueDeclaration;
  while (node !== undefined && !ts.isVariableDeclaration(node)) node = node.parent;
  const created = node?.initializer;
  return created && ts.isCallExpression(created) ? constantText(checker, created.arguments[1] ?? null) : null;
}

function pathText(checker: ts.TypeChecker, node: ts.Expression): string {
  if (!ts.isTemplateExpression(node)) return textOrThrow(checker, node);
  return (
    node.head.text +
    node.templateSpans.map((span) => textOrThrow(checker, span.expression) + span.literal.text).join('')
  );
}

function textOrThrow(checker: ts.TypeChecker, node: ts.Expression): string {
  const text = constantText(checker, node);
  if (text === null) throw new Error(`${node.getSourceFile().fileName}: the path ${node.getText()} is not constant`);
  return text;
}
