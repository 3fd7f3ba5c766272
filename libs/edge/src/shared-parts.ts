/** Parameters and responses that several operations of an OpenAPI document have: once in `components`. */

type Json = Record<string, unknown>;
type Part = 'parameters' | 'responses';
export interface ApiOperation {
  readonly [member: string]: unknown;
  readonly parameters: readonly Json[];
  readonly responses: Readonly<Record<string, Json>>;
}
type Paths = Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;

/** Returns the paths with references to each parameter and response that occurs more than once, and those by name. */
export function shareParts(paths: Paths): { readonly paths: Paths } & Readonly<Record<Part, Json>> {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const parameters = repeated(
    operations.flatMap((operation) => operation.parameters),
    ({ name }) => String(name),
  );
  const responses = repeated(
    operations.flatMap((operation) => Object.values(operation.responses)),
    nameOfResponse,
  );
  const share = (operation: ApiOperation): ApiOperation => ({
    ...operation,
    parameters: operation.parameters.map((one) => reference('parameters', parameters, one)),
    responses: mapValues(operation.responses, (one) => reference('responses', responses, one)),
  });
  return {
    paths: mapValues(paths, (methods) => mapValues(methods, share)),
    parameters: componentsOf(parameters),
    responses: componentsOf(responses),
  };
}

/** Returns the document with the parameters and responses where they are referenced. */
export function inlineParts<T>(document: T): T {
  const { components } = document as { readonly components?: Readonly<Partial<Record<Part, Json>>> };
  const text = JSON.stringify(document, (_key, value: unknown) => {
    const address = (value as Json | null)?.['$ref'];
    const [, part, name = ''] = /^#\/components\/(parameters|responses)\/(.+)$/.exec(String(address)) ?? [];
    return part === undefined ? value : components?.[part as Part]?.[name];
  });
  return JSON.parse(text) as T;
}

/** The values that occur more than once, as JSON, with their names. */
function repeated(values: readonly Json[], nameOf: (value: Json) => string): ReadonlyMap<string, string> {
  const counts = Map.groupBy(values, (value) => JSON.stringify(value));
  const names = new Map<string, string>();
  const used = new Map<string, number>();
  for (const [json, [value, second]] of counts) {
    if (value === undefined || second === undefined) continue;
    const name = pascalCase(nameOf(value));
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    names.set(json, count === 1 ? name : `${name}${count}`);
  }
  return names;
}

/** The error codes that the description names; without codes, the description. */
function nameOfResponse({ description }: Json): string {
  const text = String(description);
  const codes = [...text.matchAll(/`([a-z_.*]+)`/g)].map(([, code]) => code);
  return codes.length === 0 ? text : codes.join(' ').replaceAll('*', 'any');
}

function pascalCase(text: string): string {
  return text.replace(/(?:^|[^A-Za-z0-9]+)(\w?)/g, (_, letter: string) => letter.toUpperCase());
}

function reference(part: Part, names: ReadonlyMap<string, string>, value: Json): Json {
  const name = names.get(JSON.stringify(value));
  return name === undefined ? value : { $ref: `#/components/${part}/${name}` };
}

function componentsOf(names: ReadonlyMap<string, string>): Json {
  const sorted = [...names].sort(([, a], [, b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([json, name]) => [name, JSON.parse(json)]));
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, map: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
