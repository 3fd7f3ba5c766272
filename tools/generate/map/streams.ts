/** The streams of the services, their private facts, and the public facts that are created from the private ones. */
import ts from 'typescript';
import { contractNames, symbolOf, propertyOf, visitAll, type Sources } from './program.js';

export interface StreamDeclaration {
  readonly app: string;
  readonly category: string;
  /** The types of the stream's facts, in declaration order. */
  readonly facts: readonly string[];
  readonly file: string;
}

/** The mapping of a private fact to a public fact. */
export interface Publication {
  readonly app: string;
  readonly category: string;
  readonly privateFact: string;
  /** The names in the contracts, for example `walletFacts` and `walletOpened`. */
  readonly group: string;
  readonly member: string;
  readonly file: string;
}

/** Returns the app of a path: `apps/wallet/src/hold/hold.ts` → `wallet`. Returns null for a path outside the apps. */
export function appOf(path: string): string | null {
  return /^apps\/([^/]+)\/src\//.exec(path)?.[1] ?? null;
}

/** Finds all declarations of the form `const xStream: StreamType<…>`. */
export function streamsIn({ checker, files, pathOf }: Sources): ReadonlyMap<ts.Node, StreamDeclaration> {
  const streams = new Map<ts.Node, StreamDeclaration>();
  for (const file of files) {
    const app = appOf(pathOf(file));
    if (app === null) continue;
    visitAll(file, (node) => {
      const stream = declarationIn(checker, node);
      if (stream !== null) streams.set(node, { ...stream, app, file: pathOf(file) });
    });
  }
  return streams;
}

function declarationIn(checker: ts.TypeChecker, node: ts.Node): Pick<StreamDeclaration, 'category' | 'facts'> | null {
  if (!ts.isVariableDeclaration(node) || !node.initializer) return null;
  const type = checker.getTypeAtLocation(node.name);
  const category = type.symbol?.name === 'StreamType' ? propertyOf(node.initializer, 'category') : null;
  if (category === null || !ts.isStringLiteralLike(category)) return null;
  const [, fact] = checker.getTypeArguments(type as ts.TypeReference);
  return { category: category.text, facts: fact ? factNames(checker, fact) : [] };
}

/** Returns the names of the facts in a union type, in declaration order. */
function factNames(checker: ts.TypeChecker, type: ts.Type): string[] {
  return (type.isUnion() ? type.types : [type])
    .map((one) => {
      const property = one.getProperty('type');
      const name = property && checker.getTypeOfSymbol(property);
      return name?.isStringLiteral() ? name.value : null;
    })
    .filter((name) => name !== null);
}

/**
 * Finds every call of `asPublicFact` inside a `publicationOf`, and the private facts from which that call creates the
 * public fact.
 */
export function publicationsIn(
  sources: Sources,
  streams: ReadonlyMap<ts.Node, StreamDeclaration>,
): readonly Publication[] {
  const { checker, files, pathOf } = sources;
  const found: Publication[] = [];
  for (const file of files.filter((one) => one.fileName.endsWith('.public.ts') && appOf(pathOf(one)) !== null)) {
    visitAll(file, (node) => {
      if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'publicationOf')
        return;
      const [published, translate] = node.arguments;
      const declared = symbolOf(checker, published as ts.Node)?.valueDeclaration as ts.Node;
      const stream = streams.get(declared) ?? ofLibrary(checker, declared, pathOf(file));
      const body = translate && ts.isIdentifier(translate) ? symbolOf(checker, translate)?.valueDeclaration : translate;
      if (stream === undefined || body === undefined)
        throw new Error(`${pathOf(file)}: cannot read the translation of facts`);
      const { app, category } = stream;
      for (const [group, member, call] of publishCalls(checker, body)) {
        for (const privateFact of factsBefore({ checker, stream, body }, call))
          found.push({ app, category, privateFact, group, member, file: pathOf(file) });
      }
    });
  }
  return found;
}

/** A stream that a library declares belongs to each app that publishes its facts. */
function ofLibrary(checker: ts.TypeChecker, declared: ts.Node, file: string): StreamDeclaration | undefined {
  const [stream, app] = [declarationIn(checker, declared), appOf(file)];
  return stream === null || app === null ? undefined : { ...stream, app, file };
}

interface Translation {
  readonly checker: ts.TypeChecker;
  readonly stream: StreamDeclaration;
  readonly body: ts.Node;
}

function publishCalls(
  checker: ts.TypeChecker,
  body: ts.Node,
): (readonly [group: string, member: string, call: ts.CallExpression])[] {
  const found: (readonly [string, string, ts.CallExpression])[] = [];
  visitAll(body, (node) => {
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'asPublicFact')
      return;
    const names = contractNames(checker, node.arguments[0]);
    if (names !== null) found.push([...names, node]);
  });
  return found;
}

/**
 * Returns the private facts for which a call of `asPublicFact` runs. In a `case`, these are the labels of the clause.
 * Elsewhere, they are the types that the compiler still allows for the fact at that point.
 */
function factsBefore({ checker, stream, body }: Translation, call: ts.Node): readonly string[] {
  for (let node = call; node !== body; node = node.parent) if (ts.isCaseClause(node)) return labelsOf(node);
  const before = referencesTo(body, 'fact').filter(
    (one) => one.getStart() < call.getEnd() && blockOf(one).end >= call.getEnd(),
  );
  const nearest = before.filter((one) => !isInCondition(one)).at(-1);
  if (nearest === undefined)
    throw new Error(
      `${call.getSourceFile().fileName}: cannot determine for which facts of ${stream.category} this runs: ${call.getText()}`,
    );
  return factNames(checker, checker.getTypeAtLocation(nearest));
}

/** Returns the labels of a `case` clause and of the empty clauses directly above it. */
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
  visitAll(body, (node) => {
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

/** Whether a reference is inside a condition. The type of the fact is narrowed only after the condition. */
function isInCondition(reference: ts.Node): boolean {
  for (let node = reference; !ts.isBlock(node) && !ts.isSourceFile(node); node = node.parent) {
    const { parent } = node;
    if (ts.isIfStatement(parent) && parent.expression === node) return true;
    if (ts.isConditionalExpression(parent) && parent.condition === node) return true;
  }
  return false;
}
