/**
 * Generates the JSON Schema of each route's response from the types of the code that produces it: the reply of the
 * service, or the return type of the route's `response` or `handle` function. The gateway serves the schemas in its
 * OpenAPI documents.
 */
import ts from 'typescript';
import { constantText, propertyOf, visitAll, type Sources } from '../map/program.js';
import { describeUse, type Schema } from './json-schema.js';

export interface ResponseSchemas {
  /**
   * The response schemas by method and path, such as `GET /developer/v1/me`. Contains only routes whose response body
   * has a known type.
   */
  readonly byRoute: Readonly<Record<string, Schema>>;
  /** Named types that the schemas reference as `#/components/schemas/<name>`. */
  readonly components: Readonly<Record<string, Schema>>;
}

/**
 * The component names of types that were renamed after the API documents had published them. Generated clients name
 * their types after the components, so a component keeps its first name.
 */
const publishedNames: Readonly<Record<string, string>> = {
  ListingResource: 'OfferResource',
  ListingSummary: 'OfferSummary',
};

type Finder = (options: ts.Expression) => ts.Type | null;

/** Reads all route tables in the source files. */
export function responseSchemas({ checker, files }: Sources): ResponseSchemas {
  const byRoute: Record<string, Schema> = {};
  const components: Record<string, Schema> = {};
  const finders: Readonly<Record<string, Finder>> = {
    proxyRoute: (options) => proxyBody(checker, options),
    compositeRoute: (options) => compositeBody(checker, options),
  };
  for (const file of files) {
    const prefix = prefixIn(checker, file);
    if (prefix === null) continue;
    visitAll(file, (node) => {
      if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return;
      const [method, path, options] = node.arguments;
      const body = options && finders[node.expression.text]?.(options);
      if (method === undefined || path === undefined || !body) return;
      const { schema, defs } = describeUse(checker, body);
      for (const [name, definition] of Object.entries(defs)) components[publishedNames[name] ?? name] = definition;
      byRoute[`${constantText(checker, method)} ${prefix}${pathText(checker, path)}`] = schema;
    });
  }
  return JSON.parse(
    JSON.stringify({ byRoute, components: sorted(components) }, adjust).replaceAll(
      /"#\/\$defs\/(\w+)"/g,
      (_, name: string) => `"#/components/schemas/${publishedNames[name] ?? name}"`,
    ),
  ) as ResponseSchemas;
}

/** Returns the path prefix of the routes in a file, which is the second argument of `routesFor`. */
function prefixIn(checker: ts.TypeChecker, file: ts.SourceFile): string | null {
  let prefix: string | null = null;
  visitAll(file, (node) => {
    if (
      prefix === null &&
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === 'routesFor'
    )
      prefix = constantText(checker, node.arguments[1] ?? null);
  });
  return prefix;
}

function proxyBody(checker: ts.TypeChecker, options: ts.Expression): ts.Type | null {
  if (propertyOf(options, 'success')?.getText() === '204') return null;
  const response = propertyOf(options, 'response');
  if (response !== null) return returned(checker, response);
  const calls = propertyOf(options, 'calls');
  const [, reply] =
    calls === null ? [] : checker.getTypeArguments(checker.getTypeAtLocation(calls) as ts.TypeReference);
  return reply ?? null;
}

/** Returns the body type of the `RouteResponse` that the route's `handle` returns, or null when it is unknown. */
function compositeBody(checker: ts.TypeChecker, options: ts.Expression): ts.Type | null {
  const handle = propertyOf(options, 'handle');
  const promised = handle === null ? null : returned(checker, handle);
  const response = promised && (checker.getAwaitedType(promised) ?? promised);
  const body = response?.getProperty('body');
  const type = body && checker.getTypeOfSymbol(body);
  return type === undefined || type.flags & ts.TypeFlags.Unknown ? null : checker.getNonNullableType(type);
}

function returned(checker: ts.TypeChecker, fn: ts.Node): ts.Type | null {
  return checker.getTypeAtLocation(fn).getCallSignatures()[0]?.getReturnType() ?? null;
}

function pathText(checker: ts.TypeChecker, node: ts.Expression): string {
  if (!ts.isTemplateExpression(node)) return constantText(checker, node) ?? '';
  return (
    node.head.text +
    node.templateSpans.map((span) => `${constantText(checker, span.expression) ?? ''}${span.literal.text}`).join('')
  );
}

function sorted(schemas: Readonly<Record<string, Schema>>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Removes `additionalProperties: false`, because later versions may add properties to responses. Adds the date-time
 * format to times.
 */
function adjust(this: unknown, name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const schema = Object.fromEntries(
    Object.entries(value).filter(([keyword, one]) => keyword !== 'additionalProperties' || one !== false),
  );
  const isTime = /(?:_at|^as_of)$/.test(name) && [schema['type']].flat().includes('string');
  return isTime ? { ...schema, format: 'date-time' } : schema;
}
