import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@kushk/contracts';
import { blockingProblems, checkContent, withDefaults } from './index.js';

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

  it('adds a default of null where the schema allows null', () => {
    const properties = { quiet: { type: ['boolean', 'null'], default: null }, name: { type: 'string', default: null } };
    expect(withDefaults({ properties }, {})).toEqual({ quiet: null });
  });

  it('ends for a schema whose defaults refer to each other', () => {
    const node = { properties: { a: { $ref: '#', default: {} }, b: { $ref: '#', default: {} } } };
    expect(JSON.stringify(withDefaults(node, {})).length).toBeLessThan(200_000);
  });
});

describe('the check of a manifest', () => {
  const problemsOf = (settings: JsonObject): string[] =>
    blockingProblems(checkContent({ settings })).map(({ path, code }) => `${path.replace('/settings/', '')} ${code}`);

  it('reports each default that its own schema rejects', () => {
    expect(
      problemsOf({
        type: 'object',
        $defs: { 'po/rt': { type: 'integer', maximum: 65_535 } },
        properties: {
          region: { type: 'string', enum: ['ir', 'de'], default: 'us' },
          smtp: { type: 'object', properties: { port: { $ref: '#/$defs/po~1rt', default: '25' } } },
          hosts: { type: 'array', items: { type: 'string' }, default: ['a', 1] },
          retries: { allOf: [{ type: 'integer', default: 1.5 }] },
        },
      }),
    ).toEqual([
      'properties/region/default value_unknown',
      'properties/smtp/properties/port/default type',
      'properties/hosts/default/1 type',
      'properties/retries/allOf/0/default type',
    ]);
  });

  it('reports them beside a schema that cannot be used, and the secrets that are not marked as well', () => {
    const invalid = { type: 'object', properties: { parking: { type: 'bool' } } };
    const properties = { region: { type: 'string', default: 1 }, token: { type: 'string', secret: true } };
    const found = (parts: object): string[] =>
      checkContent(parts)
        .map(({ path, code }) => `${path} ${code}`)
        .filter((line) => / (?:schema_value_unknown|type|secret_marker_unknown)$/.test(line));
    const parts = {
      records: [{ type: 'car', schema: invalid }],
      tools: [{ name: 'find', input_schema: invalid }],
      settings: { type: 'object', properties },
    };
    const elsewhere = ['/records/0/schema', '/tools/0/input_schema'].map(
      (path) => `${path}/properties/parking/type schema_value_unknown`,
    );
    expect(found(parts)).toEqual([
      ...elsewhere,
      '/settings/properties/region/default type',
      '/settings/properties/token/secret secret_marker_unknown',
    ]);
    // The defaults are checked with the schema of the settings, so only a valid one can check them.
    const settings = { type: 'object', properties: { ...properties, ...invalid.properties } };
    expect(found({ ...parts, settings })).toEqual([
      ...elsewhere,
      '/settings/properties/token/secret secret_marker_unknown',
      '/settings/properties/parking/type schema_value_unknown',
    ]);
  });

  it('accepts defaults that are valid once the defaults of their members are filled in', () => {
    const proxy = { type: 'object', required: ['port'], properties: { port: { $ref: '#/$defs/port' } }, default: {} };
    const $defs = { port: { type: 'integer', default: 80 } };
    const settings = { type: 'object', $defs, properties: { proxy, none: { type: 'string', default: null } } };
    expect(problemsOf(settings)).toEqual([]);
    expect(problemsOf({ ...schema, type: 'object', $id: 'urn:settings' })).toEqual([]);
  });

  it('ends for defaults that are recursive', () => {
    const node = { type: 'object', properties: { a: { $ref: '#', default: {} }, b: { $ref: '#', default: 1 } } };
    expect(problemsOf(node)).toEqual(['properties/b/default type']);
  });
});
