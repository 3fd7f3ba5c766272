import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@kushk/contracts';
import { withDefaults } from './index.js';

const schema: JsonObject = {
  $defs: { port: { type: 'integer', default: 25 } },
  properties: {
    region: { type: 'string', default: 'ir' },
    smtp: { properties: { port: { $ref: '#/$defs/port' } } },
    proxy: { properties: { port: { default: 80 } }, default: {} },
    label: { type: 'string' },
  },
  allOf: [{ properties: { retries: { default: 3 } } }],
  anyOf: [{ properties: { region: { default: 'us' }, mode: { default: 'fast' } } }],
};

describe('withDefaults', () => {
  it('adds the defaults of missing settings, and keeps settings that are present', () => {
    expect(withDefaults(schema, {})).toEqual({ region: 'ir', proxy: { port: 80 }, retries: 3 });
    const present = { region: 'de', smtp: {}, proxy: { port: 81 }, retries: 0 };
    expect(withDefaults(schema, present)).toEqual({ ...present, smtp: { port: 25 } });
  });

  it('ends for a schema whose defaults refer to each other', () => {
    const node = { properties: { a: { $ref: '#', default: {} }, b: { $ref: '#', default: {} } } };
    expect(JSON.stringify(withDefaults(node, {})).length).toBeLessThan(200_000);
  });
});
