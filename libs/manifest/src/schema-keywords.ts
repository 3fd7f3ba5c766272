/** Keywords of a schema that JSON Schema does not know. */
import type { Json } from '@kushk/contracts';
import { isObject, memberOf } from './json.js';
import { pointerTo } from './pointer.js';
import type { Finding, Hint } from './problem.js';
import type { Subschema } from './schema-traversal.js';
import type { StepBudget } from './step-budget.js';
import { shownName, similarName } from './suggestion.js';

const KEYWORDS: readonly string[] = [
  ...[
    '$schema',
    '$id',
    '$anchor',
    '$ref',
    '$defs',
    '$comment',
    'title',
    'description',
    'default',
    'deprecated',
    'readOnly',
  ],
  ...['writeOnly', 'examples', 'type', 'enum', 'const', 'format', 'pattern', 'minLength', 'maxLength', 'minimum'],
  ...['maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'properties', 'required', 'propertyNames'],
  ...['patternProperties', 'additionalProperties', 'unevaluatedProperties', 'minProperties', 'maxProperties'],
  ...['dependentRequired', 'dependentSchemas', 'items', 'prefixItems', 'unevaluatedItems', 'contains', 'minContains'],
  ...['maxContains', 'minItems', 'maxItems', 'uniqueItems', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
  ...['contentEncoding', 'contentMediaType', 'contentSchema'],
];
const inPlaceOf = (keyword: string): Hint => ({
  en: `write ${keyword} in its place`,
  fa: `به‌جای آن ${keyword} بنویسید`,
});
const NOT_EXPRESSIBLE: Hint = {
  en: 'remove it: JSON Schema compares no texts',
  fa: 'آن را حذف کنید: JSON Schema متن‌ها را با هم نمی‌سنجد',
};
const KNOWN_KEYWORDS: ReadonlySet<string> = new Set(KEYWORDS);
/** The number of unknown keywords that are compared with the known ones, because a schema may have thousands. */
const MAX_COMPARED_KEYWORDS = 500;
/** The steps of one comparison. */
const COMPARED_KEYWORD_STEPS = 1_000;

/**
 * JSON Schema ignores unknown keywords, so a misspelt one (`minLenght`) would never be noticed, nor a field that is
 * written beside `properties` instead of in it. Other keywords that resemble no known one may be annotations of the
 * author.
 */
export function misspeltKeywords(all: readonly Subschema[], budget: StepBudget): Finding[] {
  const unknown: Finding[] = [];
  let compared = 0;
  for (const { schema, pointer } of all) {
    for (const given of Object.keys(schema)) {
      if (KNOWN_KEYWORDS.has(given) || given.startsWith('x-') || compared >= MAX_COMPARED_KEYWORDS) continue;
      compared += 1;
      budget.charge(COMPARED_KEYWORD_STEPS);
      const path = pointerTo(pointer, given);
      const hint = Object.hasOwn(FOREIGN, given) ? FOREIGN[given] : undefined;
      if (hint !== undefined) {
        if (schema[given] !== false) unknown.push({ path, code: 'schema_keyword_unknown', hint });
        continue;
      }
      if (isFieldSchema(schema[given])) {
        unknown.push({ path, code: 'schema_keyword_unknown', hint: inProperties(given) });
        continue;
      }
      if (similarName(given, KEYWORDS) === null) continue;
      unknown.push({ path, code: 'schema_keyword_unknown', misspelt: { given, known: KEYWORDS } });
    }
  }
  return unknown;
}

/** Keywords of OpenAPI 3.0, of draft-03 and of extensions of validators. JSON Schema ignores them. */
const FOREIGN: Readonly<Record<string, Hint>> = {
  nullable: {
    en: 'add "null" to the types, for example type: [string, "null"], and to the values of an enum',
    fa: 'مقدار "null" را به نوع‌ها بیفزایید، برای نمونه type: [string, "null"]، و همین‌طور به مقدارهای enum',
  },
  optional: inPlaceOf('required'),
  extends: inPlaceOf('allOf'),
  disallow: inPlaceOf('not'),
  divisibleBy: inPlaceOf('multipleOf'),
  enumNames: inPlaceOf('x-enum-names'),
  formatMinimum: NOT_EXPRESSIBLE,
  formatMaximum: NOT_EXPRESSIBLE,
};

const TYPES: readonly unknown[] = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Whether a value looks like the schema of a field: an object with a type of JSON Schema. */
function isFieldSchema(value: Json | undefined): boolean {
  if (!isObject(value)) return false;
  const type = memberOf(value, 'type');
  return Array.isArray(type) ? type.some((one) => TYPES.includes(one)) : TYPES.includes(type);
}

function inProperties(name: string): Hint {
  const shown = shownName(name);
  return {
    en: `did you mean properties.${shown}? A field stands below properties, indented further than it`,
    fa: `منظورتان properties.${shown} بود؟ هر فیلد زیر properties و با تورفتگی بیشتر از آن نوشته می‌شود`,
  };
}
