import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@kushk/contracts';
import { blockingProblems, checkContent, maskSecrets, secretPointers, withoutSecrets } from './index.js';

const secret = { type: 'string', format: 'password' };
const writeOnly = { type: 'string', writeOnly: true };
const settings: JsonObject = {
  type: 'object',
  properties: {
    region: { type: 'string' },
    api_key: secret,
    smtp: { type: 'object', properties: { host: { type: 'string' }, 'pass/word': writeOnly } },
  },
};
const pointersIn = (schema: JsonObject, values: JsonObject) => secretPointers(schema, values).sort();

describe('secret settings', () => {
  it('are marked with format: password or writeOnly: true, at every level of properties', () => {
    const values = { region: 'ir', api_key: 's1', smtp: { host: 'h', 'pass/word': 's2' }, more: { api_key: 's3' } };
    expect(pointersIn(settings, values)).toEqual(['/api_key', '/smtp/pass~1word']);
    expect(pointersIn(settings, { region: 'ir' })).toEqual([]);
    expect(checkContent({ settings })).toEqual([]);
  });

  it.each<[string, JsonObject, JsonObject, string[]]>([
    ['in a list', { properties: { keys: { items: secret } } }, { keys: ['a', 'b'] }, ['/keys/0', '/keys/1']],
    [
      'in objects of a list',
      { properties: { accounts: { items: { properties: { pin: writeOnly } } } } },
      { accounts: [{ name: 'a' }, { name: 'b', pin: '1' }] },
      ['/accounts/1/pin'],
    ],
    [
      'at a place of a list',
      { properties: { pair: { prefixItems: [{}, secret] } } },
      { pair: ['a', 'b'] },
      ['/pair/1'],
    ],
    ['behind a reference', { $defs: { k: secret }, properties: { k: { $ref: '#/$defs/k' } } }, { k: 'a' }, ['/k']],
    ['in a branch', { anyOf: [{ properties: { a: secret } }, { required: ['b'] }] }, { a: '1', b: '2' }, ['/a']],
    ['under a condition', { if: { required: ['a'] }, then: { properties: { a: secret } } }, { a: '1' }, ['/a']],
    ['as any other member', { properties: { a: {} }, additionalProperties: secret }, { a: '1', b: '2' }, ['/b']],
    ['by a pattern', { patternProperties: { _key$: writeOnly } }, { my_key: '1', keys: '2' }, ['/my_key']],
    ['as a whole object', { properties: { login: { writeOnly: true } } }, { login: { user: 'a' } }, ['/login']],
    ['as all settings', { writeOnly: true }, { a: '1', b: '2' }, ['/a', '/b']],
    [
      'in a recursive schema',
      { $defs: { node: { properties: { key: secret, next: { $ref: '#/$defs/node' } } } }, $ref: '#/$defs/node' },
      { key: '1', next: { next: { key: '2' } } },
      ['/key', '/next/next/key'],
    ],
  ])('are found %s', (...[, schema, values, expected]) => {
    expect(pointersIn(schema, values)).toEqual(expected);
    expect(blockingProblems(checkContent({ settings: { type: 'object', ...schema } }))).toEqual([]);
  });

  it('are all settings when there are more secrets than a form has', () => {
    const schema = { properties: { keys: { items: secret } } };
    expect(pointersIn(schema, { keys: Array.from({ length: 2_000 }, () => 'k'), label: 'l' })).toEqual([
      '/keys',
      '/label',
    ]);
  });

  it('are removed or masked, and other settings are unchanged', () => {
    const schema = { properties: { ...(settings['properties'] as JsonObject), keys: { items: secret } } };
    const values = { region: 'ir', api_key: 's1', smtp: { host: 'h', 'pass/word': 's2' }, keys: ['a'] };
    const secrets = secretPointers(schema, values);
    expect(withoutSecrets(values, secrets)).toEqual({ region: 'ir', smtp: { host: 'h' }, keys: [] });
    expect(maskSecrets(values, secrets, '••••')).toEqual({
      region: 'ir',
      api_key: '••••',
      smtp: { host: 'h', 'pass/word': '••••' },
      keys: ['••••'],
    });
  });
});

describe('settings that look like secrets', () => {
  const warningsOf = (properties: JsonObject) => {
    const problems = checkContent({ settings: { type: 'object', properties } });
    expect(blockingProblems(problems)).toEqual([]);
    return problems.map(({ path, code }) => `${path.replace('/settings/properties/', '')} ${code}`).sort();
  };
  const text = { type: 'string' };

  it.each(['api_key', 'token', 'password', 'smtp_password', 'clientSecret', 'signingKey', 'refresh_token', 'apikey'])(
    'are reported when their name is %s and they have no marker, without rejecting the release',
    (name) => {
      expect(warningsOf({ [name]: text })).toEqual([`${name} secret_unmarked`]);
      expect(warningsOf({ group: { type: 'object', properties: { [name]: {} } } })).toEqual([
        `group/properties/${name} secret_unmarked`,
      ]);
      expect(warningsOf({ [name]: { ...text, writeOnly: true } })).toEqual([]);
      expect(warningsOf({ [name]: { anyOf: [{ ...text, format: 'password' }, { type: 'null' }] } })).toEqual([]);
    },
  );

  it('are reported when they have a marker that has no effect', () => {
    expect(warningsOf({ a: { ...text, 'x-secret': true }, b: { ...text, secret: true } })).toEqual([
      'a/x-secret secret_marker_unknown',
      'b/secret secret_marker_unknown',
    ]);
    expect(warningsOf({ a: { ...text, 'x-secret': true, writeOnly: true } })).toEqual([]);
  });

  it('are not reported for other names and for values that are no free text', () => {
    expect(
      warningsOf({
        key: text,
        monkey: text,
        public_key: text,
        max_tokens: text,
        tokenizer: text,
        token: { type: 'integer' },
        api_key: { enum: ['test', 'live'] },
      }),
    ).toEqual([]);
  });
});
