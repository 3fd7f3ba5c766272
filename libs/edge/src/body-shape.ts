/**
 * Bodies are declared as classes with the decorators of class-validator. The rules of a class are compiled once:
 * the library itself gathers and groups them anew for every request, which costs more than the rest of the request.
 * Unknown fields are refused, never dropped (class-validator: whitelist with forbidNonWhitelisted).
 */
import { getMetadataStorage } from 'class-validator';
import type { Problem } from '@kushk/contracts';
import { pointer, requestProblem, sentenceOf, words } from './request-problem.js';
import { Refused } from './refused.js';

export type BodyClass<Body> = new () => Body;
/** A rule of one field; `holds` is class-validator's own check. */
export interface Rule {
  readonly name: string;
  readonly each: boolean;
  readonly constraints: readonly unknown[];
  readonly holds: (value: unknown) => boolean;
}
export interface Field {
  readonly name: string;
  readonly optional: boolean;
  readonly rules: readonly Rule[];
  readonly nested: Shape | null;
}
export interface Shape {
  readonly fields: readonly Field[];
  readonly names: ReadonlySet<string>;
}

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];
const IS_OPTIONAL = 'isOptional';
/** A megabyte of unknown fields would else be answered with thirty megabytes of problems. */
const MOST_UNKNOWN_FIELDS = 100;

/**
 * A reader for bodies of this class: gives the body back, untouched, or throws `request.invalid` with all problems.
 * No body counts as an empty one. Throws at once for a class that uses a rule we have no words for.
 */
export function bodyReader<Body extends object>(body: BodyClass<Body>): (value: unknown) => Body {
  const shape = shapeOf(body);
  return (value) => {
    const problems: Problem[] = [];
    const given = value === undefined ? {} : value;
    check(shape, given, '', problems);
    if (problems.length > 0) throw Refused.with('request.invalid', { problems });
    return given as Body;
  };
}

/** The compiled rules of a class. */
export function shapeOf(target: BodyClass<object>): Shape {
  const byField = new Map<string, Metadata[]>();
  for (const metadata of getMetadataStorage().getTargetValidationMetadatas(target, '', true, false)) {
    byField.set(metadata.propertyName, [...(byField.get(metadata.propertyName) ?? []), metadata]);
  }
  const fields = [...byField].map(([name, list]) => compileField(target, name, list));
  return { fields, names: new Set(fields.map((field) => field.name)) };
}

function compileField(target: BodyClass<object>, name: string, list: readonly Metadata[]): Field {
  const rules: Rule[] = [];
  let optional = false;
  let nested: Shape | null = null;
  for (const metadata of list) {
    switch (metadata.type) {
      case 'whitelistValidation':
        optional = true;
        break;
      case 'conditionalValidation':
        if (metadata.name !== IS_OPTIONAL) throw new TypeError(`${target.name}.${name}: only @IsOptional is compiled`);
        optional = true;
        break;
      case 'nestedValidation':
        nested = shapeOf(declaredType(target, name));
        break;
      case 'customValidation':
        rules.push(compileRule(target, metadata));
        break;
      default:
        throw new TypeError(`${target.name}.${name}: ${metadata.type} is not compiled`);
    }
  }
  return { name, optional, rules: rules.reverse(), nested };
}

function declaredType(target: BodyClass<object>, name: string): BodyClass<object> {
  const declared: unknown = Reflect.getMetadata('design:type', target.prototype as object, name);
  if (typeof declared !== 'function' || declared === Object || declared === Array)
    throw new TypeError(`${target.name}.${name}: @ValidateNested needs a class as its type`);
  return declared as BodyClass<object>;
}

function compileRule(target: BodyClass<object>, metadata: Metadata): Rule {
  const [constraint] = getMetadataStorage().getTargetValidatorConstraints(metadata.constraintCls);
  const name = metadata.name ?? constraint?.name ?? '';
  if (!constraint || constraint.async || !sentenceOf(name))
    throw new TypeError(`${target.name}.${metadata.propertyName}: no words for the rule ${name}`);
  const constraints: readonly unknown[] = metadata.constraints ?? [];
  const context = {
    targetName: target.name,
    property: metadata.propertyName,
    object: {},
    constraints: [...constraints],
  };
  const { instance } = constraint;
  return {
    name,
    each: metadata.each,
    constraints,
    holds: (value) => instance.validate(value, { ...context, value }) === true,
  };
}

function check(shape: Shape, value: unknown, path: string, problems: Problem[]): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems.push(requestProblem(path, words.object));
    return;
  }
  const given = value as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(given).filter((name) => !shape.names.has(name));
  for (const name of unknown.slice(0, MOST_UNKNOWN_FIELDS))
    problems.push(requestProblem(pointer(path, name), words.unknownField));
  if (unknown.length > MOST_UNKNOWN_FIELDS)
    problems.push(requestProblem(path, words.moreUnknownFields(unknown.length - MOST_UNKNOWN_FIELDS)));
  for (const field of shape.fields)
    checkField(
      field,
      Object.hasOwn(given, field.name) ? given[field.name] : undefined,
      pointer(path, field.name),
      problems,
    );
}

function checkField(field: Field, value: unknown, path: string, problems: Problem[]): void {
  if (value === undefined || value === null) {
    if (field.optional) return;
    if (value === undefined) {
      problems.push(requestProblem(path, words.required));
      return;
    }
  }
  for (const rule of field.rules) {
    const items =
      rule.each && Array.isArray(value)
        ? value.map((item: unknown, index) => [item, pointer(path, index)] as const)
        : [[value, path] as const];
    const failed = items.find(([item]) => !rule.holds(item));
    if (!failed) continue;
    problems.push(requestProblem(failed[1], sentenceOf(rule.name)!(rule.constraints)));
    return;
  }
  if (field.nested) check(field.nested, value, path, problems);
}
