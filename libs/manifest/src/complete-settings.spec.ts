import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@kushk/contracts';
import { completeSettings, MASK } from './index.js';

const secret = { type: 'string', writeOnly: true };
const branch = (kind: string, properties: JsonObject): JsonObject => ({
  properties: { kind: { const: kind }, ...properties },
  required: ['kind', ...Object.keys(properties)],
  additionalProperties: false,
});
const auth = { oneOf: [branch('token', { token: secret }), branch('basic', { password: secret }), branch('none', {})] };

describe('settings with alternatives', () => {
  const complete = (schema: JsonObject, sent: JsonObject, stored: JsonObject) => {
    const { settings, secrets, problems } = completeSettings(schema, sent, { settings: stored, secrets: [] });
    return problems.length > 0 ? problems.map(({ path, code }) => `${path} ${code}`) : { settings, secrets };
  };
  const schema = { type: 'object', properties: { auth } };
  const stored = { auth: { kind: 'token', token: 'T1' } };

  it.each<[sent: JsonObject, expected: JsonObject]>([
    [{ kind: 'none' }, { kind: 'none' }],
    [{ kind: 'token' }, { kind: 'token', token: 'T1' }],
    [
      { kind: 'token', token: MASK },
      { kind: 'token', token: 'T1' },
    ],
    [
      { kind: 'basic', password: 'p' },
      { kind: 'basic', password: 'p' },
    ],
  ])('keep a secret only where the sent value has it: %j', (sent, expected) => {
    expect(complete(schema, { auth: sent }, stored)).toMatchObject({ settings: { auth: expected } });
  });

  it.each<[what: string, schema: JsonObject]>([
    ['anyOf', { anyOf: auth.oneOf }],
    ['if', { if: { properties: { kind: { const: 'token' } } }, then: auth.oneOf[0]!, else: auth.oneOf[2]! }],
    ['oneOf in a list', { items: auth }],
  ])('are completed through %s', (what, alternatives) => {
    const wrap = (value: JsonObject) => ({ auth: what.endsWith('list') ? [value] : value });
    const of = { type: 'object', properties: { auth: alternatives } };
    expect(complete(of, wrap({ kind: 'none' }), wrap(stored.auth))).toMatchObject({ settings: wrap({ kind: 'none' }) });
  });

  it('are refused with the kept secret when they are wrong without it as well', () => {
    expect(complete(schema, { auth: { kind: 'basic' } }, stored)).toContain('/settings/auth/password required');
  });
});

describe('a map of secrets', () => {
  const map = (values: JsonObject): JsonObject => ({
    type: 'object',
    properties: { m: { type: 'object', ...values } },
  });
  const secrets = ['/m/a', '/m/b'];
  const stored = { settings: { m: { a: '1', b: '2' } }, secrets };

  const additionalProperties = secret;

  it.each<[sent: JsonObject, left: JsonObject, schema?: JsonObject]>([
    [{ a: MASK }, { a: '1' }],
    [{ a: MASK, b: null }, { a: '1' }],
    // The mask stands for the secret of its name.
    [{ c: MASK }, {}],
    [{}, {}],
    [{ b: MASK }, { b: '2' }, map({ patternProperties: { '^.$': secret } })],
  ])('keeps what is sent: %j leaves %j', (m, left, schema = map({ additionalProperties })) => {
    expect(completeSettings(schema, { m }, stored).settings).toEqual({ m: left });
  });
});

it.each<[schema: JsonObject, settings: JsonObject]>([
  [{ type: ['boolean', 'null'], default: null }, { p: null }],
  [{ type: 'null', default: null }, { p: null }],
  [{ enum: [null, 1], default: null }, { p: null }],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }], default: null }, { p: null }],
  [{ type: ['object', 'null'], default: null }, { p: null }],
  [{ type: 'boolean', default: false }, { p: false }],
  [{ type: 'string', default: '' }, { p: '' }],
  [{ type: 'string', default: null }, {}],
])('a default that is empty is a value where the schema has it: %j', (schema, settings) => {
  expect(completeSettings({ properties: { p: schema } }, {}, { settings: {}, secrets: [] }).settings).toEqual(settings);
});
