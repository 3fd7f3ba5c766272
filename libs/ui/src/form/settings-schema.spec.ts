import { describe, expect, it } from '@jest/globals';
import { boundsOf } from './setting-bounds.js';
import { drawingOf, fieldTexts, membersOf, resolved, type Schema } from './settings-schema.js';
import { inLanguage } from '../texts/in-language.js';

const drawn = (schema: Schema, root: Schema = schema) => drawingOf(resolved(schema, root), { root, language: 'fa' });
const kindOf = (schema: Schema, root?: Schema) => drawn(schema, root).kind;

describe('drawingOf', () => {
  it('draws each type and format of a setting', () => {
    expect(drawn({ type: 'string' })).toEqual({ kind: 'text', input: 'text', isCode: false, rows: 1 });
    expect(drawn({ type: 'string', maxLength: 4000 })).toMatchObject({ rows: 4, isCode: false });
    expect(drawn({ type: 'string', format: 'email' })).toMatchObject({ input: 'email', isCode: true });
    expect(drawn({ type: ['string', 'null'], format: 'date' })).toEqual({ kind: 'date' });
    expect(drawn({ type: 'string', format: 'date-time' })).toEqual({ kind: 'moment' });
    expect(drawn({ type: 'string', format: 'time' })).toEqual({ kind: 'time' });
    expect(drawn({ type: 'integer' })).toEqual({ kind: 'number', isWhole: true });
    expect(drawn({ type: 'number' })).toEqual({ kind: 'number', isWhole: false });
    expect(kindOf({ type: 'boolean' })).toBe('switch');
    expect(kindOf({ type: 'object', properties: { a: {} } })).toBe('group');
    expect(kindOf({ type: 'object', additionalProperties: { type: 'string' } })).toBe('pairs');
    expect(kindOf({ type: 'object', patternProperties: { '^x-': { type: 'string' } } })).toBe('pairs');
    expect(kindOf({ type: 'array', items: { type: 'string' } })).toBe('list');
    expect(kindOf({ type: 'array', items: { type: 'object', properties: { a: {} } } })).toBe('list');
  });

  it('draws a boolean that is missing or null as a choice, which a switch would show as off', () => {
    const options = (schema: Schema, isRequired = false) => {
      const drawing = drawingOf(schema, { root: schema, language: 'en', isRequired });
      return drawing.kind === 'choice' ? drawing.options.map(({ value }) => value) : drawing.kind;
    };
    expect(options({ type: 'boolean', default: true }, true)).toBe('switch');
    expect(options({ type: 'boolean' }, true)).toEqual([true, false]);
    expect(options({ type: ['boolean', 'null'] })).toEqual([true, false, null]);
  });

  it('draws every marked value as a secret, whatever its type', () => {
    expect(drawn({ type: 'string', format: 'password' })).toEqual({ kind: 'secret', isJson: false });
    expect(drawn({ type: 'string', writeOnly: true })).toEqual({ kind: 'secret', isJson: false });
    expect(drawn({ type: 'object', writeOnly: true, properties: { a: {} } })).toEqual({ kind: 'secret', isJson: true });
    expect(kindOf({ enum: ['a'], writeOnly: true })).toBe('secret');
  });

  it('draws a map of secrets with fields for secrets', () => {
    const secret: Schema = { type: 'string', writeOnly: true };
    expect(drawn({ type: 'object', additionalProperties: secret })).toEqual({ kind: 'pairs', areSecret: true });
    expect(drawn({ type: 'object', additionalProperties: { type: 'string' } })).toMatchObject({ areSecret: false });
  });

  it('draws values to choose from, named in the language of the page', () => {
    const names = { ir: { fa: 'ایران', en: 'Iran' }, '5': { en: 'five' } };
    expect(drawn({ enum: ['ir', 5, null], 'x-enum-names': names })).toEqual({
      kind: 'choice',
      options: [
        { value: 'ir', label: 'ایران' },
        { value: 5, label: 'five' },
        { value: null, label: 'null' },
      ],
    });
    expect(drawn({ oneOf: [{ const: 'a', title: 'Alpha' }, { const: 2 }] })).toMatchObject({
      options: [
        { value: 'a', label: 'Alpha' },
        { value: 2, label: '2' },
      ],
    });
    expect(kindOf({ type: 'array', items: { enum: ['a', 'b'] } })).toBe('choices');
  });

  it('draws what it does not know as JSON text', () => {
    for (const schema of [{}, { type: ['string', 'number'] }, { enum: [{ a: 1 }] }, { type: 'array' }, { oneOf: [{}] }])
      expect(kindOf(schema)).toBe('json');
  });

  it('draws what only conditions and alternatives of a group have, so that every setting can be entered', () => {
    const alternative = (mode: string, key: string): Schema => ({
      properties: { mode: { const: mode }, [key]: { type: 'string' } },
      required: ['mode', key],
    });
    const schema: Schema = {
      type: 'object',
      properties: { name: { type: 'string' } },
      oneOf: [alternative('token', 'token'), alternative('password', 'user')],
      if: { properties: { name: { const: 'x' } } },
      then: { properties: { name: { type: 'integer' }, reason: { type: 'string' } } },
    };
    const members = Object.fromEntries(membersOf(schema, schema));
    expect(Object.keys(members)).toEqual(['name', 'mode', 'token', 'user', 'reason']);
    expect(members).toMatchObject({ name: { type: 'string' }, mode: { enum: ['token', 'password'] } });
    expect(kindOf(members['mode']!)).toBe('choice');
    const chosen = membersOf(schema, schema, { mode: 'password' });
    expect(chosen.map(([key]) => key)).toEqual(['name', 'mode', 'user', 'reason']);
    expect(chosen[1]?.[1]).toEqual(members['mode']);
  });

  it('draws a member that alternatives describe differently as JSON text, and none that is forbidden', () => {
    const of = (...members: (Schema | boolean)[]) =>
      membersOf({ anyOf: members.map((member) => ({ properties: { value: member } })) }, {}).map(
        ([, member]) => drawn(member).kind,
      );
    expect(of({ type: 'string' }, { type: 'integer' })).toEqual(['json']);
    expect(of({ type: 'string' }, false)).toEqual(['text']);
  });

  it('follows anchors', () => {
    const root: Schema = { properties: { a: { $ref: '#b' } }, $defs: { b: { $anchor: 'b', type: 'integer' } } };
    expect(membersOf(root, root)[0]?.[1]).toMatchObject({ type: 'integer' });
  });

  it('follows references and ends recursive schemas as JSON text', () => {
    const root: Schema = {
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } }, key: { type: 'integer' } },
      type: 'object',
      properties: { tree: { $ref: '#/$defs/node' }, count: { allOf: [{ $ref: '#/$defs/key' }], title: 'Count' } },
    };
    const [[, tree], [, count]] = membersOf(root, root) as [[string, Schema], [string, Schema]];
    expect(count).toMatchObject({ type: 'integer', title: 'Count' });
    let node = tree;
    const kinds = [0, 1, 2, 3, 4].map((depth) => {
      const { kind } = drawingOf(node, { root, language: 'en', depth });
      node = membersOf(node, root)[0]![1];
      return kind;
    });
    expect(kinds).toEqual(['group', 'group', 'group', 'group', 'json']);
    const loop: Schema = { $defs: { a: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' };
    expect(resolved(loop, loop)).toBeDefined();
  });
});

describe('boundsOf', () => {
  it('names what a value may be, and nothing where that is obvious', () => {
    expect(boundsOf({ type: 'integer', minimum: 1, maximum: 5 })).toMatchObject({ unit: 'number', least: 1, most: 5 });
    expect(boundsOf({ type: 'number', multipleOf: 0.5 })).toMatchObject({ unit: 'number', step: 0.5 });
    expect(boundsOf({ type: 'string', minLength: 8 })).toMatchObject({ unit: 'characters', least: 8 });
    expect(boundsOf({ type: 'array', maxItems: 3 })).toMatchObject({ unit: 'items', most: 3 });
    for (const schema of [{ type: 'string', minLength: 1, maxLength: 40 }, { type: 'boolean' }, {}])
      expect(boundsOf(schema)).toBeNull();
  });
});

describe('texts of a field', () => {
  it('are those of the language, else of the schema, else the name of the setting', () => {
    const schema = { title: 'Key', 'x-names': { fa: 'کلید' }, 'x-descriptions': { en: 'Where to find it' } };
    expect(fieldTexts('api_key', schema, 'fa')).toEqual({ label: 'کلید', description: 'Where to find it' });
    expect(fieldTexts('api_key', { title: 'Key' }, 'fa')).toEqual({ label: 'Key', description: undefined });
    expect(fieldTexts('api_key', {}, 'en').label).toBe('api_key');
    expect(inLanguage({ de: 'Hallo' }, 'fa')).toBe('Hallo');
    expect(inLanguage('text', 'fa')).toBeUndefined();
  });
});
