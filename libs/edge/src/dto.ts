/**
 * Request bodies are classes with class-validator decorators. One class defines the type of a body, its validation
 * and its JSON Schema in the OpenAPI documents. The rules are compiled once from the library's metadata, because the
 * library's `validate` would collect and group them for every request. Only this file reads that metadata; its spec
 * fails when an upgrade of class-validator changes the metadata.
 *
 * Unknown fields are rejected, never dropped: with a misspelt field name, a client would otherwise silently get the
 * default.
 */
import { getMetadataStorage, ValidateNested } from 'class-validator';
import type { JsonObject, Problem } from '@kushk/contracts';
import { describeConstraint, objectText, type ConstraintDescription, type JsonSchema } from './dto-constraints.js';
import { bodyProblem, pointer, problemAt, problemTexts } from './field-problems.js';
import { Refused } from './refused.js';

export type DtoClass<Body extends object = object> = new () => Body;

export interface BodySchema<Body extends object = object> {
  /** The JSON Schema 2020-12 of the body. */
  readonly schema: JsonObject;
  /**
   * Returns the body unchanged, or throws `request.invalid` with all problems. A missing body counts as an empty
   * object.
   */
  readonly read: (value: unknown) => Body;
  /** Validates a body that is nested in another body, and adds its problems to `problems`. */
  readonly check: (value: unknown, path: string, problems: Problem[]) => void;
}

interface Rule extends ConstraintDescription {
  /** Whether the rule applies to each item of a list. */
  readonly each: boolean;
  readonly holds: (value: unknown) => boolean;
}
interface Field {
  readonly name: string;
  /** Whether the field may be absent or null. */
  readonly isOptional: boolean;
  readonly rules: readonly Rule[];
  readonly nested: BodySchema | null;
}

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** Without this limit, a megabyte of unknown fields would cause a response with thirty megabytes of problems. */
const MAX_UNKNOWN_FIELDS = 100;

/**
 * `@ValidateNested()` with the class of the field. The class is passed in the decorator's context, because reading it
 * from the emitted decorator metadata would need another library.
 */
export function Nested(dto: DtoClass): PropertyDecorator {
  return ValidateNested({ context: { dto } });
}

/**
 * Compiles a DTO class. Throws for a decorator that dto-constraints.ts does not describe. When a service validates
 * the fields, pass its schema as `documented`: it replaces the generated schema in the OpenAPI documents and must
 * contain every field.
 */
export function bodyOf<Body extends object>(
  dto: DtoClass<Body>,
  documented?: { readonly properties: Readonly<Record<keyof Body, JsonSchema>> } & JsonSchema,
): BodySchema<Body> {
  const fields = fieldsOf(dto);
  const names = new Set(fields.map(({ name }) => name));
  const check = (value: unknown, path: string, problems: Problem[]): void => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      problems.push(path === '' ? bodyProblem(value) : problemAt(path, objectText));
      return;
    }
    const given = value as Readonly<Record<string, unknown>>;
    checkNames(
      Object.keys(given).filter((name) => !names.has(name)),
      path,
      problems,
    );
    for (const field of fields) {
      const own = Object.hasOwn(given, field.name) ? given[field.name] : undefined;
      checkField(field, { path: pointer(path, field.name), value: own }, problems);
    }
  };
  return {
    schema: (documented ?? schemaOf(fields)) as JsonObject,
    check,
    read: (value) => {
      const problems: Problem[] = [];
      const given = value === undefined ? {} : value;
      check(given, '', problems);
      if (problems.length > 0) throw Refused.with('request.invalid', { problems });
      return given as Body;
    },
  };
}

function fieldsOf(dto: DtoClass): readonly Field[] {
  const byName = new Map<string, Metadata[]>();
  for (const metadata of getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false))
    byName.set(metadata.propertyName, [...(byName.get(metadata.propertyName) ?? []), metadata]);
  return [...byName].map(([name, decorators]) => compileField(name, decorators));
}

function compileField(name: string, decorators: readonly Metadata[]): Field {
  const rules: Rule[] = [];
  let isOptional = false;
  let nested: BodySchema | null = null;
  // JavaScript runs the decorators of a field from the last to the first, so the metadata is in reverse order.
  for (const metadata of decorators.toReversed()) {
    if ((metadata.groups ?? []).length > 0 || metadata.validateIf !== undefined) throw unsupported(metadata, 'options');
    switch (metadata.type) {
      case 'whitelistValidation':
        isOptional = true;
        break;
      case 'conditionalValidation':
        if (metadata.name !== 'isOptional') throw unsupported(metadata, 'a condition other than @IsOptional');
        isOptional = true;
        break;
      case 'nestedValidation':
        nested = nestedBody(metadata);
        break;
      case 'customValidation':
        rules.push(compileRule(metadata));
        break;
      default:
        throw unsupported(metadata, metadata.type);
    }
  }
  return { name, isOptional, rules, nested };
}

function nestedBody(metadata: Metadata): BodySchema {
  const { dto } = (metadata.context ?? {}) as { readonly dto?: DtoClass };
  if (dto === undefined || metadata.each) throw unsupported(metadata, '@ValidateNested instead of @Nested');
  return bodyOf(dto);
}

function compileRule(metadata: Metadata): Rule {
  const [constraint] = getMetadataStorage().getTargetValidatorConstraints(metadata.constraintCls);
  const args: readonly unknown[] = metadata.constraints ?? [];
  const name = metadata.name ?? '';
  const description = describeConstraint(name, args);
  if (!constraint || constraint.async || description === null) throw unsupported(metadata, `the constraint ${name}`);
  const { instance } = constraint;
  const context = { targetName: '', property: metadata.propertyName, object: {}, constraints: [...args] };
  return {
    ...description,
    each: metadata.each,
    holds: (value) => instance.validate(value, { ...context, value }) === true,
  };
}

function unsupported({ target, propertyName }: Metadata, what: string): TypeError {
  const owner = typeof target === 'function' ? target.name : target;
  return new TypeError(`${owner}.${propertyName}: ${what} is not supported in a DTO`);
}

function checkNames(unknown: readonly string[], path: string, problems: Problem[]): void {
  for (const name of unknown.slice(0, MAX_UNKNOWN_FIELDS))
    problems.push(problemAt(pointer(path, name), problemTexts.unknownField));
  if (unknown.length > MAX_UNKNOWN_FIELDS)
    problems.push(problemAt(path, problemTexts.moreUnknownFields(unknown.length - MAX_UNKNOWN_FIELDS)));
}

/** Adds the first problem of a field. For a nested body, adds all problems of the nested body. */
function checkField(
  { isOptional, rules, nested }: Field,
  { path, value }: { readonly path: string; readonly value: unknown },
  problems: Problem[],
): void {
  if (isOptional && (value === undefined || value === null)) return;
  if (value === undefined) {
    problems.push(problemAt(path, problemTexts.required));
    return;
  }
  for (const { each, holds, text } of rules) {
    const broken = each && Array.isArray(value) ? value.findIndex((item) => !holds(item)) : holds(value) ? -1 : null;
    if (broken === -1) continue;
    problems.push(problemAt(broken === null ? path : pointer(path, broken), text));
    return;
  }
  nested?.check(value, path, problems);
}

function schemaOf(fields: readonly Field[]): JsonSchema {
  const required = fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
    ...(required.length > 0 && { required }),
  };
}

function fieldSchema({ rules, nested, isOptional }: Field): JsonSchema {
  if (nested !== null) return nested.schema;
  const keywordsOf = (each: boolean): JsonSchema =>
    Object.assign({}, ...rules.filter((rule) => rule.each === each).map(({ keywords }) => keywords));
  const items = keywordsOf(true);
  const schema: JsonSchema = { ...keywordsOf(false), ...(Object.keys(items).length > 0 && { items }) };
  if (!isOptional) return schema;
  const { type, enum: values } = schema;
  return {
    ...schema,
    ...(typeof type === 'string' && { type: [type, 'null'] }),
    ...(Array.isArray(values) && !values.includes(null) && { enum: [...(values as readonly unknown[]), null] }),
  };
}
