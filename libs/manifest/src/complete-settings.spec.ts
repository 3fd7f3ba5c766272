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
