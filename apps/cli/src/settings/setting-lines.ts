/** Settings as a person reads them: each with its value, or what is missing and which values are valid. */
import type { Json, JsonObject } from '@kushk/contracts';
import { declaredProperty, propertySchema } from '../schema-example/example-value.js';
import { pointerNames } from '../schema-example/json-pointer.js';
import { phrase, textOf as phraseText, type Language } from '../phrase.js';
import { printable, table, type Terminal } from '../terminal.js';

const MAX_VALUE_CHARACTERS = 200;

/** The JSON Schema of the settings of a manifest; empty when it declares none. */
export function settingsSchema({ settings }: JsonObject): JsonObject {
  return typeof settings === 'object' && settings !== null && !Array.isArray(settings) ? (settings as JsonObject) : {};
}

/** A line for each setting of the schema, and for each value that the schema does not name. */
export function settingLines(terminal: Terminal, schema: JsonObject, settings: JsonObject): string[] {
  const { properties } = propertySchema(schema, []);
  const names = [...new Set([...Object.keys(Object(properties) as object), ...Object.keys(settings)])];
  if (names.length === 0) return [terminal.translate`the manifest declares no settings`];
  return table(
    names.map((name) => [
      name,
      Object.hasOwn(settings, name) ? valueText(settings[name] ?? null) : terminal.translate`(not set)`,
      ruleText(terminal.language, propertySchema(schema, [name])),
    ]),
  );
}

/** A row for a setting that a version needs, with its rule and its title, or that it accepts no longer. */
export function missingRow(terminal: Terminal, schema: JsonObject, pointer: string): readonly string[] {
  const rule = declaredProperty(schema, pointerNames(pointer));
  if (rule === undefined)
    return [settingName(pointer), terminal.translate`this version does not have it: it is removed`];
  return [settingName(pointer), ruleText(terminal.language, rule), titleOf(terminal, rule)];
}

/** A row for each setting of a version: its rule, its title, and whether an installation fails without it. */
export function declaredRows(terminal: Terminal, schema: JsonObject): readonly (readonly string[])[] {
  const needed = new Set(neededSettings(schema));
  return Object.keys(Object(schema['properties']) as object).map((name) => {
    const rule = propertySchema(schema, [name]);
    const isNeeded = needed.has(name);
    const row = [name, ruleText(terminal.language, rule), titleOf(terminal, rule)];
    return [...row, isNeeded ? terminal.translate`required` : ''];
  });
}

/** The names of the settings without which an installation fails: required, and without a default. */
export function neededSettings(schema: JsonObject): readonly string[] {
  const required = Array.isArray(schema['required']) ? (schema['required'] as readonly Json[]) : [];
  return Object.keys(Object(schema['properties']) as object).filter(
    (name) => required.includes(name) && propertySchema(schema, [name])['default'] === undefined,
  );
}

/** How the setting is named in NAME=VALUE. */
export function settingName(pointer: string): string {
  const names = pointerNames(pointer);
  return names.length === 1 ? (names[0] ?? '') : pointer;
}

/** The rule and the default in the words of JSON Schema, which the author of the manifest wrote. */
export function ruleText(language: Language, schema: JsonObject): string {
  const {
    type,
    enum: choices,
    format,
    pattern,
    minimum,
    maximum,
    minLength,
    maxLength,
    multipleOf,
    default: byDefault,
  } = schema;
  const rules: (readonly [string, Json | undefined])[] = [
    ['', type === undefined || choices !== undefined ? undefined : Array.isArray(type) ? type.join(' | ') : type],
    ['', Array.isArray(choices) ? choices.map((choice) => valueText(choice as Json)).join(' | ') : undefined],
    ['format ', format],
    ['pattern ', pattern],
    ['minimum ', minimum],
    ['maximum ', maximum],
    ['minLength ', minLength],
    ['maxLength ', maxLength],
    ['multipleOf ', multipleOf],
    ['default ', byDefault === undefined ? undefined : valueText(byDefault)],
  ];
  const texts = rules.flatMap(([name, rule]) => (rule === undefined ? [] : [`${name}${textOf(rule)}`]));
  return printable([...texts, ...(isSecret(schema) ? [phraseText(phrase`secret`, language)] : [])].join(', '));
}

/** Whether the instance never shows the value of the setting. */
export function isSecret({ writeOnly, format }: JsonObject): boolean {
  return writeOnly === true || format === 'password';
}

function titleOf({ language }: Terminal, { title, 'x-names': names }: JsonObject): string {
  const text = (Object(names) as Readonly<Record<string, unknown>>)[language] ?? title;
  return typeof text === 'string' ? text : '';
}

function valueText(value: Json): string {
  return printable(textOf(value)).slice(0, MAX_VALUE_CHARACTERS);
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
