/** What a piece of code can bring about: the facts that it can make and the streams that it names, through every call within its app. */
import ts from 'typescript';
import { meantBy, type Sources } from './program.js';
import { appOf, type StreamKind } from './streams.js';

export interface Reached {
  /** Types of private facts, in the order of the alphabet. */
  readonly facts: readonly string[];
  readonly streams: readonly string[];
}

/** Follows calls from the given nodes; looks at nothing outside their app, and at no types. */
export function reachFrom(
  starts: readonly ts.Node[],
  sources: Sources,
  streams: ReadonlyMap<ts.Node, StreamKind>,
): Reached {
  const { checker, pathOf } = sources;
  const app = starts[0] ? appOf(pathOf(starts[0])) : null;
  const known = new Set([...streams.values()].filter((stream) => stream.app === app).flatMap((stream) => stream.facts));
  const [facts, named] = [new Set<string>(), new Set<string>()];
  const seen = new Set<ts.Node>();
  const waiting = [...starts];

  const enter = (declaration: ts.Node): void => {
    const stream = streams.get(declaration);
    if (stream !== undefined) return;
    if (seen.has(declaration) || appOf(pathOf(declaration)) !== app || !hasBody(declaration)) return;
    seen.add(declaration);
    waiting.push(declaration);
  };
  const look = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isDecorator(node)) return;
    const fact = factMadeBy(node);
    if (fact !== null && known.has(fact)) facts.add(fact);
    const stream = streamNamedBy(checker, node, streams);
    if (stream !== null) named.add(stream);
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || ts.isShorthandPropertyAssignment(node))
      meantBy(checker, node)?.declarations?.forEach(enter);
    ts.forEachChild(node, look);
  };
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) ts.forEachChild(node, look);
  return { facts: [...facts].sort(), streams: [...named].sort() };
}

function hasBody(node: ts.Node): boolean {
  if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)) return node.initializer !== undefined;
  return ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node);
}

/** `{ type: 'HoldPlaced', … }` → `HoldPlaced` */
function factMadeBy(node: ts.Node): string | null {
  if (!ts.isPropertyAssignment(node) || !ts.isIdentifier(node.name) || node.name.text !== 'type') return null;
  const value = ts.isAsExpression(node.initializer) ? node.initializer.expression : node.initializer;
  return ts.isStringLiteralLike(value) ? value.text : null;
}

function streamNamedBy(
  checker: ts.TypeChecker,
  node: ts.Node,
  streams: ReadonlyMap<ts.Node, StreamKind>,
): string | null {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'streamRef')
    return null;
  const declaration = node.arguments[0] && meantBy(checker, node.arguments[0])?.valueDeclaration;
  return (declaration && streams.get(declaration)?.category) ?? null;
}
