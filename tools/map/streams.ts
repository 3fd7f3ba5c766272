/** The streams of the services, the facts that are kept in them, and which of these leave the service as what. */
import ts from 'typescript';
import { contractNames, meantBy, propertyOf, walk, type Sources } from './program.js';

export interface StreamKind {
  readonly app: string;
  readonly category: string;
  /** Types of its facts, in the order of their declaration. */
  readonly facts: readonly string[];
  readonly file: string;
}

/** A private fact that becomes a public one. */
export interface Publication {
  readonly app: string;
  readonly category: string;
  readonly privateFact: string;
  /** Names in the contracts: `walletFacts`, `walletOpened`. */
  readonly group: string;
  readonly member: string;
  readonly file: string;
}

/** `apps/wallet/src/hold/hold.ts` → `wallet`; null outside apps. */
export function appOf(path: string): string | null {
  return /^apps\/([^/]+)\/src\//.exec(path)?.[1] ?? null;
}

/** Every `const xStream: StreamType<…>`, by its declaration. */
export function streamsIn({ checker, files, pathOf }: Sources): ReadonlyMap<ts.Node, StreamKind> {
  const streams = new Map<ts.Node, StreamKind>();
  for (const file of files) {
    const app = appOf(pathOf(file));
    if (app === null) continue;
    walk(file, (node) => {
      if (!ts.isVariableDeclaration(node) || !node.initializer) return;
      const type = checker.getTypeAtLocation(node.name);
      if (type.symbol?.name !== 'StreamType') return;
      const category = propertyOf(node.initializer, 'category');
      if (category === null || !ts.isStringLiteralLike(category)) return;
      const [, fact] = checker.getTypeArguments(type as ts.TypeReference);
      streams.set(node, {
        app,
        category: category.text,
        facts: fact ? factNames(checker, fact) : [],
        file: pathOf(file),
      });
    });
  }
  return streams;
}

/** The types of facts that a type allows: of a union in the order in which it is written. */
function factNames(checker: ts.TypeChecker, type: ts.Type): string[] {
  return (type.isUnion() ? type.types : [type])
    .map((one) => {
      const property = one.getProperty('type');
      const name = property && checker.getTypeOfSymbol(property);
      return name?.isStringLiteral() ? name.value : null;
    })
    .filter((name) => name !== null);
}

/** Every `say(…)` of every `publishes(…)`, with the private facts for which it is said. */
export function publicationsIn(sources: Sources, streams: ReadonlyMap<ts.Node, StreamKind>): readonly Publication[] {
  const { checker, files, pathOf } = sources;
  const found: Publication[] = [];
  for (const file of files.filter((one) => one.fileName.endsWith('.public.ts') && appOf(pathOf(one)) !== null)) {
    walk(file, (node) => {
      if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'publishes')
        return;
      const [of, translate] = node.arguments;
      const stream = streams.get(meantBy(checker, of as ts.Node)?.valueDeclaration as ts.Node);
      const body = translate && ts.isIdentifier(translate) ? meantBy(checker, translate)?.valueDeclaration : translate;
      if (stream === undefined || body === undefined)
        throw new Error(`${pathOf(file)}: the map cannot read what is published`);
      const { app, category } = stream;
      for (const [group, member, call] of sayings(checker, body)) {
        for (const privateFact of factsWhere(checker, call, body, stream))
          found.push({ app, category, privateFact, group, member, file: pathOf(file) });
      }
    });
  }
  return found;
}

function sayings(
  checker: ts.TypeChecker,
  body: ts.Node,
): (readonly [group: string, member: string, call: ts.CallExpression])[] {
  const found: (readonly [string, string, ts.CallExpression])[] = [];
  walk(body, (node) => {
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'say') return;
    const names = contractNames(checker, node.arguments[0]);
    if (names !== null) found.push([...names, node]);
  });
  return found;
}

/** The private facts for which a place in a translation is reached: by its `case`, else by what the compiler has narrowed the fact to. */
function factsWhere(checker: ts.TypeChecker, place: ts.Node, body: ts.Node, stream: StreamKind): readonly string[] {
  for (let node = place; node !== body; node = node.parent) if (ts.isCaseClause(node)) return labelsOf(node);
  const before = referencesTo(body, 'fact').filter(
    (one) => one.getStart() < place.getEnd() && blockOf(one).end >= place.getEnd(),
  );
  const nearest = before.filter((one) => !isInCondition(one)).at(-1);
  if (nearest === undefined)
    throw new Error(
      `${place.getSourceFile().fileName}: the map cannot tell for which facts of ${stream.category} this is said: ${place.getText()}`,
    );
  return factNames(checker, checker.getTypeAtLocation(nearest));
}

/** A clause speaks for the empty ones above it, too. */
function labelsOf(clause: ts.CaseClause): string[] {
  const { clauses } = clause.parent;
  const labels: string[] = [];
  for (let index = clauses.indexOf(clause); index >= 0; index -= 1) {
    const one = clauses[index];
    if (one === undefined || !ts.isCaseClause(one) || (one !== clause && one.statements.length > 0)) break;
    if (ts.isStringLiteralLike(one.expression)) labels.unshift(one.expression.text);
  }
  return labels;
}

function referencesTo(body: ts.Node, name: string): ts.Identifier[] {
  const found: ts.Identifier[] = [];
  walk(body, (node) => {
    if (ts.isIdentifier(node) && node.text === name && !ts.isParameter(node.parent)) found.push(node);
  });
  return found;
}

function blockOf(node: ts.Node): ts.Node {
  let block = node;
  while (
    !ts.isBlock(block) &&
    !ts.isArrowFunction(block) &&
    !ts.isConditionalExpression(block) &&
    !ts.isSourceFile(block)
  )
    block = block.parent;
  return block;
}

/** A condition is asked before the narrowing that it makes. */
function isInCondition(reference: ts.Node): boolean {
  for (let node = reference; !ts.isBlock(node) && !ts.isSourceFile(node); node = node.parent) {
    const { parent } = node;
    if (ts.isIfStatement(parent) && parent.expression === node) return true;
    if (ts.isConditionalExpression(parent) && parent.condition === node) return true;
  }
  return false;
}
