/**
 * The JSON Schema of what each route of the gateway answers, read from the types of the code that answers: the reply
 * of the service that is asked, or what `shows` or `flow` give. The gateway serves them in its OpenAPI documents.
 */
import ts from 'typescript';
import { knownText, propertyOf, walk, type Sources } from '../map/program.js';
import { describeUse, type Schema } from './json-schema.js';

export interface ResponseSchemas {
  /** By `GET /developer/v1/me`; only routes whose answer has a known body. */
  readonly byRoute: Readonly<Record<string, Schema>>;
  /** Named types that they refer to by `#/components/schemas/<name>`. */
  readonly components: Readonly<Record<string, Schema>>;
}

type Finder = (options: ts.Expression) => ts.Type | null;

/** Reads every route table among the files. */
export function responseSchemas({ checker, files }: Sources): ResponseSchemas {
  const byRoute: Record<string, Schema> = {};
  const components: Record<string, Schema> = {};
  const finders: Readonly<Record<string, Finder>> = {
    asking: (options) => repliedBy(checker, options),
    flowing: (options) => flowOf(checker, options),
  };
  for (const file of files) {
    const prefix = prefixIn(checker, file);
    if (prefix === null) continue;
    walk(file, (node) => {
      if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return;
      const [method, path, options] = node.arguments;
      const body = options && finders[node.expression.text]?.(options);
      if (method === undefined || path === undefined || !body) return;
      const { schema, defs } = describeUse(checker, body);
      Object.assign(components, defs);
      byRoute[`${knownText(checker, method)} ${prefix}${pathText(checker, path)}`] = schema;
    });
  }
  return JSON.parse(
    JSON.stringify({ byRoute, components: sorted(components) }, open).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as ResponseSchemas;
}

/** What the gateway puts in front of every path of the file: the last argument of `routesBehind`. */
function prefixIn(checker: ts.TypeChecker, file: ts.SourceFile): string | null {
  let prefix: string | null = null;
  walk(file, (node) => {
    if (
      prefix === null &&
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === 'routesBehind'
    )
      prefix = knownText(checker, node.arguments[1] ?? null);
  });
  return prefix;
}

function repliedBy(checker: ts.TypeChecker, options: ts.Expression): ts.Type | null {
  if (propertyOf(options, 'success')?.getText() === '204') return null;
  const shows = propertyOf(options, 'shows');
  if (shows !== null) return returned(checker, shows);
  const asks = propertyOf(options, 'asks');
  const [, reply] = asks === null ? [] : checker.getTypeArguments(checker.getTypeAtLocation(asks) as ts.TypeReference);
  return reply ?? null;
}

/** The body of the `Answer` that is promised; null where the type does not tell. */
function flowOf(checker: ts.TypeChecker, options: ts.Expression): ts.Type | null {
  const flow = propertyOf(options, 'flow');
  const promised = flow === null ? null : returned(checker, flow);
  const answer = promised && (checker.getAwaitedType(promised) ?? promised);
  const body = answer?.getProperty('body');
  const type = body && checker.getTypeOfSymbol(body);
  return type === undefined || type.flags & ts.TypeFlags.Unknown ? null : checker.getNonNullableType(type);
}

function returned(checker: ts.TypeChecker, fn: ts.Node): ts.Type | null {
  return checker.getTypeAtLocation(fn).getCallSignatures()[0]?.getReturnType() ?? null;
}

function pathText(checker: ts.TypeChecker, node: ts.Expression): string {
  if (!ts.isTemplateExpression(node)) return knownText(checker, node) ?? '';
  return (
    node.head.text +
    node.templateSpans.map((span) => `${knownText(checker, span.expression) ?? ''}${span.literal.text}`).join('')
  );
}

function sorted(schemas: Readonly<Record<string, Schema>>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Answers may get more members one day, so the schemas do not close them; times say that they are times. */
function open(this: unknown, name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const schema = Object.fromEntries(
    Object.entries(value).filter(([keyword, one]) => keyword !== 'additionalProperties' || one !== false),
  );
  const isTime = /(?:_at|^as_of)$/.test(name) && [schema['type']].flat().includes('string');
  return isTime ? { ...schema, format: 'date-time' } : schema;
}
