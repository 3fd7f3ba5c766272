import { describe, expect, it } from '@jest/globals';
import { isUnreadable, UNREADABLE } from '../controls/unreadable.js';
import { readJsonText } from './json-text.js';
import type { Schema } from './settings-schema.js';
import { cleared, drawnPointers, emptied, MASK, placedProblems, withEdit } from './settings-values.js';

const schema: Schema = {
  type: 'object',
  properties: {
    region: { type: 'string', default: 'ir' },
    limits: { type: 'object', properties: { pages: { type: 'integer', default: 10 } } },
    accounts: { type: 'array', items: { type: 'object', properties: { 'a/b~c': { type: 'string' } } } },
    raw: {},
  },
};

describe('problems of the server', () => {
  const pointers = drawnPointers(schema, { accounts: [{}, {}] }, 'en');

  it('have a place at every field, also within lists and groups', () => {
    expect(pointers).toEqual([
      '',
      '/region',
      '/limits',
      '/limits/pages',
      '/accounts',
      '/accounts/0',
      '/accounts/0/a~1b~0c',
      '/accounts/1',
      '/accounts/1/a~1b~0c',
      '/raw',
    ]);
  });

  it('are shown at their field, or at the nearest one around it', () => {
    const placed = placedProblems(
      [
        { path: '/limits/pages', text: 'too large' },
        { path: '/raw/deep/0', text: 'wrong' },
        { path: '/accounts/7', text: 'absent' },
        { path: '/unknown', text: 'not declared' },
        { path: '', text: 'too few' },
      ],
      pointers,
    );
    expect(Object.fromEntries(placed)).toEqual({
      '/limits/pages': ['too large'],
      '/raw': ['wrong'],
      '/accounts': ['absent'],
      '': ['not declared', 'too few'],
    });
  });
});

describe('an edit', () => {
  const both: Schema = { type: 'object', properties: { a: {}, b: {} } };
  const edited = (value: null | undefined) =>
    withEdit({ schema: both, root: both, settings: { a: 1, b: 2 } }, 'a', value);

  it('leaves a setting out when it has no value', () => {
    expect([edited(undefined), edited(null)]).toEqual([{ b: 2 }, { a: null, b: 2 }]);
  });

  it.each<[string, { schema: Schema; isRequired?: boolean }, unknown]>([
    ['an optional text', { schema: { type: 'string' } }, undefined],
    ['a required text', { schema: { type: 'string' }, isRequired: true }, ''],
    ['a text with a default', { schema: { type: 'string', default: 'x' } }, ''],
    ['a text that may be null, with a default', { schema: { type: ['string', 'null'], default: 'x' } }, null],
    ['a number with a default', { schema: { type: 'integer', default: 5 } }, undefined],
    ['a number that may be null, with a default', { schema: { type: ['integer', 'null'], default: 5 } }, null],
  ])('that clears %s means what the API would keep empty', (_name, { schema, isRequired = false }, value) => {
    expect(cleared(schema, isRequired)).toBe(value);
  });

  it('leaves out an emptied list or group where the schema takes none, and never a group with secrets', () => {
    const part = (schema: Schema) => ({ schema, root: schema, isRequired: false });
    const secret: Schema = { properties: { key: { type: 'string', writeOnly: true } }, required: ['key'] };
    expect(emptied(part({ type: 'array', minItems: 1 }), [])).toBeUndefined();
    expect(emptied(part({ type: 'object', required: ['a'] }), {})).toBeUndefined();
    expect([emptied(part({ type: 'array' }), []), emptied(part(secret), {})]).toEqual([[], {}]);
  });
});

describe('text that means nothing', () => {
  it('is found in lists and groups, and is no text that a person can type', () => {
    expect([{ a: [UNREADABLE] }, { a: `${UNREADABLE}T08:00` }, { a: 'unreadable' }].map(isUnreadable)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it.each([
    ['{"a": 1}', { a: 1 }, null],
    ['', undefined, null],
    ['{"a": 1', UNREADABLE, 'form.not_json'],
    ['{"a": 1, "a": 2}', UNREADABLE, 'form.not_json'],
    ['9007199254740993', UNREADABLE, 'numbers.inexact'],
    ['[0.1, 1e2]', [0.1, 100], null],
  ])('is what the server would not read of the JSON %j', (text, value, problem) => {
    expect(readJsonText(text)).toEqual({ value, problem });
  });
});

describe('alternatives', () => {
  const auth: Schema = {
    type: 'object',
    oneOf: [
      {
        properties: { kind: { const: 'token' }, token: { type: 'string', writeOnly: true } },
        additionalProperties: false,
      },
      { properties: { kind: { const: 'none' } }, additionalProperties: false },
    ],
  };
  const root: Schema = { type: 'object', properties: { auth } };

  it('lose what another choice rules out, and keep what the form did not show', () => {
    const settings = { kind: 'token', token: MASK, other: 1 };
    expect(withEdit({ schema: auth, root, settings }, 'kind', 'none')).toEqual({ kind: 'none', other: 1 });
    expect(withEdit({ schema: auth, root, settings }, 'token', 'new')).toEqual({ ...settings, token: 'new' });
  });

  it('have fields only while they can be chosen', () => {
    expect(drawnPointers(root, { auth: { kind: 'none' } }, 'en')).toEqual(['', '/auth', '/auth/kind']);
    expect(drawnPointers(root, { auth: {} }, 'en')).toContain('/auth/token');
  });
});
