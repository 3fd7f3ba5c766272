import type { JsonObject } from '@kushk/contracts';
import { shapeOf, type BodyClass, type Field, type Rule, type Shape } from './body-shape.js';

type Schema = Record<string, unknown>;

/** The JSON Schema (2020-12) of a body class, for documents: the same rules that judge requests. */
export function bodySchema(body: BodyClass<object>): JsonObject {
  return schemaOf(shapeOf(body)) as JsonObject;
}

function schemaOf({ fields }: Shape): Schema {
  const required = fields.filter((field) => !field.optional).map((field) => field.name);
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
    ...(required.length > 0 && { required }),
  };
}

function fieldSchema({ rules, nested, optional }: Field): Schema {
  if (nested) return schemaOf(nested);
  const whole: Schema = Object.assign({}, ...rules.filter((rule) => !rule.each).map(keywords));
  const items: Schema = Object.assign({}, ...rules.filter((rule) => rule.each).map(keywords));
  const schema = Object.keys(items).length > 0 ? { ...whole, items } : whole;
  return optional && typeof schema['type'] === 'string' ? { ...schema, type: [schema['type'], 'null'] } : schema;
}

function keywords({ name, constraints: [first, second] }: Rule): Schema {
  switch (name) {
    case 'isString':
      return { type: 'string' };
    case 'isInt':
      return { type: 'integer' };
    case 'isNumber':
      return { type: 'number' };
    case 'isBoolean':
      return { type: 'boolean' };
    case 'isObject':
      return { type: 'object' };
    case 'isArray':
      return { type: 'array' };
    case 'isIn':
      return { enum: first };
    case 'min':
      return { minimum: first };
    case 'max':
      return { maximum: first };
    case 'isLength':
      return { minLength: first, maxLength: second };
    case 'minLength':
      return { minLength: first };
    case 'maxLength':
      return { maxLength: first };
    case 'arrayMaxSize':
      return { maxItems: first };
    case 'arrayUnique':
      return { uniqueItems: true };
    case 'matches':
      return { pattern: first instanceof RegExp ? first.source : String(first) };
    default:
      return {};
  }
}
