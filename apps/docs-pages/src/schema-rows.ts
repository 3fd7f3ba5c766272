/** Lists the fields of a JSON Schema as rows of a table: path, type, and what a value must satisfy. */
import { code, escapeHtml } from './html.js';
import { texts, type Language } from './texts.js';

export type Schema = Readonly<Record<string, unknown>>;
export type Resolve = (reference: string) => Schema;

export interface FieldRow {
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** What `ruleOf` puts into words. */
  readonly schema: Schema;
  readonly description: string;
}

/** Deeper fields are left out: the JSON document has them. */
const MAX_DEPTH = 5;
const MAX_ROWS = 150;
const MAX_PATTERN = 60;

/** Returns the fields below a schema, parents before children. */
export function fieldsOf(schema: unknown, resolve: Resolve): readonly FieldRow[] {
  const rows: FieldRow[] = [];
  collect({ schema, path: '', depth: 0, isRequired: true }, resolve, rows);
  return rows.slice(0, MAX_ROWS);
}

interface Position {
  readonly schema: unknown;
  readonly path: string;
  readonly depth: number;
  readonly isRequired: boolean;
}

function collect({ schema, path, depth, isRequired }: Position, resolve: Resolve, rows: FieldRow[]): void {
  const found = resolved(schema, resolve);
  if (path !== '')
    rows.push({
      path,
      type: typeOf(found, resolve),
      isRequired,
      schema: found,
      description: String(found['description'] ?? ''),
    });
  if (depth >= MAX_DEPTH || rows.length > MAX_ROWS) return;
  for (const part of partsOf(found, resolve)) {
    const required = new Set(listIn(part, 'required').map(String));
    for (const [name, property] of Object.entries(objectIn(part, 'properties')))
      collect(
        {
          schema: property,
          path: path === '' ? name : `${path}.${name}`,
          depth: depth + 1,
          isRequired: required.has(name),
        },
        resolve,
        rows,
      );
    if (isSchema(part['additionalProperties']))
      collectIfNested(
        { schema: part['additionalProperties'], path: `${path}.*`, depth: depth + 1, isRequired: false },
        resolve,
        rows,
      );
    if (isSchema(part['items'])) {
      const items = { schema: part['items'], path: `${path}[]`, depth: depth + 1, isRequired: false };
      collectIfNested(items, resolve, rows);
    }
  }
}

/** An element without fields of its own has the description of its list. */
function collectIfNested(position: Position, resolve: Resolve, rows: FieldRow[]): void {
  const found = resolved(position.schema, resolve);
  const hasFields = partsOf(found, resolve).some(
    (part) => Object.keys(objectIn(part, 'properties')).length > 0 || isSchema(part['items']),
  );
  if (!hasFields) return;
  const nested: FieldRow[] = [];
  collect(position, resolve, nested);
  rows.push(...nested.slice(1));
}

/** A schema itself, or the alternatives and conjunctions that it consists of. */
function partsOf(schema: Schema, resolve: Resolve): readonly Schema[] {
  const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => listIn(schema, key));
  const found = parts.filter(isSchema).map((part) => resolved(part, resolve));
  return [schema, ...found.filter(({ type }) => type !== 'null')];
}

export function typeOf(schema: Schema, resolve: Resolve): string {
  const { type, const: constant } = schema;
  if (constant !== undefined) return JSON.stringify(constant);
  const values = listIn(schema, 'enum');
  if (values.length > 0) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (type === 'array' && isSchema(schema['items'])) return `${typeOf(resolved(schema['items'], resolve), resolve)}[]`;
  if (Array.isArray(type)) return type.join(' | ');
  if (typeof type === 'string') return type;
  const alternatives = ['anyOf', 'oneOf'].flatMap((key) => listIn(schema, key)).filter(isSchema);
  const types = alternatives.map((one) => typeOf(resolved(one, resolve), resolve));
  return types.length > 0 ? [...new Set(types)].join(' | ') : 'any';
}

/** What a value must satisfy beside its type, as HTML. */
export function ruleOf(schema: Schema, language: Language): string {
  const numbers = new Intl.NumberFormat(language, { useGrouping: false });
  const parts: string[] = [];
  const range = (low: string, high: string, unit: string): void => {
    const [from, to] = [schema[low], schema[high]].map((end) => (typeof end === 'number' ? numbers.format(end) : null));
    if (from === null && to === null) return;
    const limits = from === null ? texts.atMost : to === null ? texts.atLeast : texts.between;
    const shown = limits[language].replace('{from}', from ?? '').replace('{to}', to ?? '');
    parts.push(escapeHtml(`${shown} ${unit}`.trim()));
  };
  range('minLength', 'maxLength', texts.characters[language]);
  range('minimum', 'maximum', '');
  range('minItems', 'maxItems', texts.items[language]);
  if (typeof schema['format'] === 'string') parts.push(code(schema['format']));
  const { pattern, default: fallback } = schema;
  if (typeof pattern === 'string' && pattern.length <= MAX_PATTERN) parts.push(code(pattern));
  if (fallback !== undefined) parts.push(`= ${code(JSON.stringify(fallback))}`);
  return parts.join('<br>');
}

function resolved(schema: unknown, resolve: Resolve): Schema {
  const found = isSchema(schema) ? schema : {};
  const reference = found['$ref'];
  return typeof reference === 'string' ? resolved(resolve(reference), resolve) : found;
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function listIn(schema: Schema, key: string): readonly unknown[] {
  const value = schema[key];
  return Array.isArray(value) ? value : [];
}
function objectIn(schema: Schema, key: string): Readonly<Record<string, unknown>> {
  const value = schema[key];
  return isSchema(value) ? value : {};
}
