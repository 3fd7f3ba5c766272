import { describe, expect, it } from '@jest/globals';
import type { Schema } from './settings-schema.js';
import { drawnPointers, MASK, placedProblems, withChoice, withDefaults, withMember } from './settings-values.js';

const schema: Schema = {
  type: 'object',
  properties: {
    region: { type: 'string', default: 'ir' },
    limits: { type: 'object', properties: { pages: { type: 'integer', default: 10 } } },
    accounts: { type: 'array', items: { type: 'object', properties: { 'a/b~c': { type: 'string' } } } },
    raw: {},
  },
};

describe('withDefaults', () => {
  it('adds the defaults of missing settings, also in objects that are present', () => {
    expect(withDefaults(schema, { limits: {} })).toEqual({ region: 'ir', limits: { pages: 10 } });
    expect(withDefaults(schema, { region: 'de' })).toEqual({ region: 'de' });
  });
});

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

describe('withMember', () => {
  it('leaves a setting out when it has no value', () => {
    expect(withMember({ a: 1, b: 2 }, 'a', undefined)).toEqual({ b: 2 });
    expect(withMember({ a: 1 }, 'a', null)).toEqual({ a: null });
  });
});

describe('alternatives', () => {
  const auth: Schema = {
    type: 'object',
    oneOf: [
      {
        properties: { kind: { const: 'token' }, token: { type: 'string', writeOnly: true }, days: { default: 30 } },
        additionalProperties: false,
      },
      { properties: { kind: { const: 'none' } }, additionalProperties: false },
    ],
  };
  const root: Schema = { type: 'object', properties: { auth } };

  it('send only what the chosen one has', () => {
    expect(withChoice(auth, root, { kind: 'none', token: MASK, days: 30 })).toEqual({ kind: 'none' });
    expect(withChoice(auth, root, { kind: 'token', token: MASK })).toEqual({ kind: 'token', token: MASK });
    expect(withChoice(auth, root, { token: MASK, other: 1 })).toEqual({ token: MASK, other: 1 });
  });

  it('have fields and defaults only while they can be chosen', () => {
    expect(drawnPointers(root, { auth: { kind: 'none' } }, 'en')).toEqual(['', '/auth', '/auth/kind']);
    expect(drawnPointers(root, { auth: {} }, 'en')).toContain('/auth/token');
    expect(withDefaults(root, { auth: { kind: 'none' } })).toEqual({ auth: { kind: 'none' } });
    expect(withDefaults(root, { auth: { kind: 'token' } })).toEqual({ auth: { kind: 'token', days: 30 } });
  });
});
