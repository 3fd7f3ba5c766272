import { describe, expect, it } from '@jest/globals';
import type { Schema } from './settings-schema.js';
import { drawnPointers, placedProblems, withDefaults, withMember } from './settings-values.js';

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
