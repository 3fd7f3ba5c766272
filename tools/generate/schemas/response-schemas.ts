/**
 * Generates the JSON Schema of each route's response from the types of the code that produces it: the reply of the
 * service, or the return type of the route's `response` or `handle` function. The gateway serves the schemas in its
 * OpenAPI documents.
 */
import ts from 'typescript';
import { propertyOf, type Sources } from '../map/program.js';
import { withFormat } from './formats.js';
import { describeUse, type Schema } from './json-schema.js';
import { routeCallsIn } from './route-calls.js';

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

/** Reads all route tables in the source files. */
export function responseSchemas(sources: Sources): ResponseSchemas {
  const { checker } = sources;
  const byRoute: Record<string, Schema> = {};
  const components: Record<string, Schema> = {};
  for (const { key, kind, options } of routeCallsIn(sources)) {
    const body = kind === 'proxyRoute' ? proxyBody(checker, options) : compositeBody(checker, options);
    if (body === null) continue;
    const { schema, defs } = describeUse(checker, body);
    for (const [name, definition] of Object.entries(defs)) components[publishedNames[name] ?? name] = definition;
    byRoute[key] = schema;
  }
  return JSON.parse(
    JSON.stringify({ byRoute, components: sorted(components) }, adjust).replaceAll(
      /"#\/\$defs\/(\w+)"/g,
      (_, name: string) => `"#/components/schemas/${publishedNames[name] ?? name}"`,
    ),
  ) as ResponseSchemas;
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

function sorted(schemas: Readonly<Record<string, Schema>>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Removes `additionalProperties: false`, because later versions may add properties to responses. Adds the formats of
 * fields.
 */
function adjust(this: unknown, name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const schema = Object.fromEntries(
    Object.entries(value).filter(([keyword, one]) => keyword !== 'additionalProperties' || one !== false),
  );
  return withFormat(name, schema);
}
