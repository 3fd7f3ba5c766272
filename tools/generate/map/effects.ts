/**
 * The effects of a piece of code: the facts that it creates and the streams that it names, including those in the
 * functions that it calls within its app.
 */
import ts from 'typescript';
import { symbolOf, type Sources } from './program.js';
import { appOf, type StreamDeclaration } from './streams.js';

export interface Effects {
  /** The types of private facts, in alphabetical order. */
  readonly facts: readonly string[];
  readonly streams: readonly string[];
}

/**
 * Finds the effects of the given nodes and of all functions that they call within their app. Ignores types and
 * decorators.
 */
export function effectsOf(
  starts: readonly ts.Node[],
  sources: Sources,
  streams: ReadonlyMap<ts.Node, StreamDeclaration>,
): Effects {
  const { checker, pathOf } = sources;
  const app = starts[0] ? appOf(pathOf(starts[0])) : null;
  const known = new Set([...streams.values()].filter((stream) => stream.app === app).flatMap((stream) => stream.facts));
  const [facts, named] = [new Set<string>(), new Set<string>()];
  const visited = new Set<ts.Node>();
  const pending = [...starts];

  const follow = (declaration: ts.Node): void => {
    if (streams.has(declaration) || visited.has(declaration)) return;
    if (app === null || appOf(pathOf(declaration)) !== app || !hasBody(declaration)) return;
    visited.add(declaration);
    pending.push(declaration);
  };
  const inspect = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isDecorator(node)) return;
    const fact = factCreatedBy(node);
    if (fact !== null && known.has(fact)) facts.add(fact);
    const stream = streamNamedBy(checker, node, streams);
    if (stream !== null) named.add(stream);
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || ts.isShorthandPropertyAssignment(node))
      symbolOf(checker, node)?.declarations?.forEach(follow);
    ts.forEachChild(node, inspect);
  };
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) ts.forEachChild(node, inspect);
  return { facts: [...facts].sort(), streams: [...named].sort() };
}

function hasBody(node: ts.Node): boolean {
  if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)) return node.initializer !== undefined;
  return ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node);
}

/** Returns the fact type in an object literal: `{ type: 'HoldPlaced', … }` → `HoldPlaced`. */
function factCreatedBy(node: ts.Node): string | null {
  if (!ts.isPropertyAssignment(node) || !ts.isIdentifier(node.name) || node.name.text !== 'type') return null;
  const value = ts.isAsExpression(node.initializer) ? node.initializer.expression : node.initializer;
  return ts.isStringLiteralLike(value) ? value.text : null;
}

function streamNamedBy(
  checker: ts.TypeChecker,
  node: ts.Node,
  streams: ReadonlyMap<ts.Node, StreamDeclaration>,
): string | null {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'streamRef')
    return null;
  const declaration = node.arguments[0] && symbolOf(checker, node.arguments[0])?.valueDeclaration;
  return (declaration && streams.get(declaration)?.category) ?? null;
}
