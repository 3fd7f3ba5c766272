/** Values for JSON Schemas of requests: the smallest valid value, and generators of valid and of broken values. */
import fc, { type Arbitrary } from 'fast-check';
import { hostileJson, hostileText } from './generators.js';
import { broken, change, steps } from './submissions.js';

export type Schema = Readonly<Record<string, unknown>>;

const TEXT_MAX = 40;
const ITEMS_MAX = 4;
const SEED = 7;
const EXAMPLE_TIME = '2026-06-01T08:00:00Z';
const EXAMPLE_DATE = '2026-06-01';

/** Returns the smallest valid value, always the same: only required properties, the first of several types. */
export function smallestValue(schema: Schema): unknown {
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return (schema['enum'] as unknown[])[0];
  const [first] = alternativesOf(schema);
  if (first !== undefined) return smallestValue(first);
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(
        propertiesOf(schema)
          .filter(([name]) => requiredIn(schema).includes(name))
          .map(([name, property]) => [name, smallestValue(property)]),
      );
    case 'array':
      return Array.from({ length: Number(schema['minItems'] ?? 0) }, () => smallestValue(itemsOf(schema)));
    case 'string':
      return smallestText(schema);
    case 'integer':
    case 'number':
      return Number(schema['minimum'] ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return {};
  }
}

function smallestText(schema: Schema): string {
  if (schema['format'] === 'date-time') return EXAMPLE_TIME;
  if (schema['format'] === 'date') return EXAMPLE_DATE;
  if (schema['pattern'] !== undefined) return fc.sample(text(schema), { seed: SEED, numRuns: 1 })[0]!;
  return 'x'.repeat(Math.max(1, Number(schema['minLength'] ?? 1)));
}

/** Generates values that the schema accepts. Free objects and free values contain harmless JSON. */
export function soundValue(schema: Schema): Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) return fc.oneof(...alternatives.map(soundValue));
  const types = [schema['type']].flat();
  if (types.length > 1) return fc.oneof(...types.map((type) => soundValue({ ...schema, type })));
  switch (types[0]) {
    case 'object':
      return object(schema);
    case 'array':
      return fc.array(soundValue(itemsOf(schema)), {
        minLength: Number(schema['minItems'] ?? 0),
        maxLength: Math.min(Number(schema['maxItems'] ?? ITEMS_MAX), ITEMS_MAX),
      });
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({
        min: Number(schema['minimum'] ?? -1_000),
        max: Math.min(Number(schema['maximum'] ?? 1_000), 2 ** 31 - 1),
      });
    case 'number':
      return fc.constantFrom(1, 2.5, 1_000);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return harmlessJson;
  }
}

const harmlessJson: Arbitrary<unknown> = fc.constantFrom<unknown>('متن', 7, true, null, [], {}, { a: [1, 'b'] });

function object(schema: Schema): Arbitrary<unknown> {
  const properties = propertiesOf(schema);
  if (properties.length === 0) return fc.constantFrom<unknown>({}, { title: 'x' }, { a: { b: [1] } });
  return fc.record(Object.fromEntries(properties.map(([name, property]) => [name, soundValue(property)])), {
    requiredKeys: [...requiredIn(schema)],
    noNullPrototype: true,
  });
}

function text(schema: Schema): Arbitrary<string> {
  const [minLength, maxLength] = [Number(schema['minLength'] ?? 0), Number(schema['maxLength'] ?? TEXT_MAX)];
  const fits = (value: string) => value.length >= minLength && value.length <= maxLength;
  if (schema['format'] === 'date-time') return fc.constantFrom(EXAMPLE_TIME, '2026-01-31T23:59:59.999+03:30');
  if (schema['format'] === 'date') return fc.constantFrom(EXAMPLE_DATE, '2024-02-29');
  if (schema['pattern'] !== undefined)
    return fc.stringMatching(new RegExp(String(schema['pattern']), 'u'), { size: 'small' }).filter(fits);
  return fc.string({
    unit: fc.constantFrom('a', 'b', '7', '-', ' x', 'کوشک'),
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, TEXT_MAX) / 4),
  });
}

/** Generates values of the schema in which one member is replaced, removed or added, and arbitrary JSON. */
export function brokenValue(schema: Schema): Arbitrary<unknown> {
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.tuple(soundValue(schema), steps, change).map(([value, path, what]) => broken(value, path, what)),
    },
    { weight: 1, arbitrary: hostileJson },
    { weight: 1, arbitrary: hostileText.map((value) => ({ [value]: value })) },
  );
}

function alternativesOf(schema: Schema): readonly Schema[] {
  return (schema['anyOf'] ?? schema['oneOf'] ?? []) as readonly Schema[];
}
function typeOf(schema: Schema): unknown {
  return [schema['type']].flat()[0];
}
function propertiesOf(schema: Schema): [string, Schema][] {
  return Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
}
function requiredIn(schema: Schema): readonly string[] {
  return (schema['required'] ?? []) as readonly string[];
}
function itemsOf(schema: Schema): Schema {
  return (schema['items'] ?? {}) as Schema;
}
