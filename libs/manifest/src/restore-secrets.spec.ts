import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@kushk/contracts';
import { MASK, restoreSecrets as restoreWith } from './index.js';

const secret = { type: 'string', writeOnly: true };
const account = { properties: { name: {}, password: secret } };
const schema: JsonObject = {
  properties: { label: {}, api_key: secret, smtp: account, accounts: { items: account }, keys: { items: secret } },
};
const stored = { label: 'a', api_key: 'k1', smtp: { name: 'h', password: 's1' } };
const accounts = [
  { name: 'a', password: 'pa' },
  { name: 'b', password: 'pb' },
  { name: 'c', password: 'pc' },
];

const restoreSecrets = (by: JsonObject, submitted: JsonObject, settings: JsonObject) =>
  restoreWith(by, submitted, { settings, secrets: [] }).settings;

describe('restoreSecrets', () => {
  it('keeps a secret that is masked or left out', () => {
    const masked = { label: 'b', api_key: MASK, smtp: { name: 'h2', password: MASK } };
    const expected = { label: 'b', api_key: 'k1', smtp: { name: 'h2', password: 's1' } };
    expect(restoreSecrets(schema, masked, stored)).toEqual(expected);
    expect(restoreSecrets(schema, { label: 'b', smtp: { name: 'h2' } }, stored)).toEqual(expected);
  });

  it('replaces a secret that is submitted and clears one that is null', () => {
    expect(restoreSecrets(schema, { api_key: 'k2', smtp: { password: null } }, stored)).toEqual({
      api_key: 'k2',
      smtp: {},
    });
  });

  it('removes an object that is left out, with its secrets, and other settings that are left out', () => {
    expect(restoreSecrets(schema, {}, stored)).toEqual({ api_key: 'k1' });
  });

  it.each<[keyword: string, map: JsonObject]>([
    ['additionalProperties', { additionalProperties: secret }],
    ['patternProperties', { patternProperties: { '^.': secret } }],
    ['unevaluatedProperties', { unevaluatedProperties: secret }],
  ])('removes a secret that is left out of a map of %s', (_keyword, map) => {
    const tokens = { properties: { tokens: map } };
    const before = { tokens: { a: 't1', b: 't2' } };
    expect(restoreSecrets(tokens, { tokens: { a: MASK } }, before)).toEqual({ tokens: { a: 't1' } });
    expect(restoreSecrets(tokens, { tokens: {} }, before)).toEqual({ tokens: {} });
  });

  it('leaves out a mask for which nothing is stored, so that the mask never becomes the secret', () => {
    expect(restoreSecrets(schema, { api_key: MASK, keys: [MASK, 'new'] }, {})).toEqual({ keys: ['new'] });
  });

  it('keeps a setting whose value is the mask but which is no secret', () => {
    expect(restoreSecrets(schema, { label: MASK }, {})).toEqual({ label: MASK });
  });

  it.each<[string, JsonObject[], JsonObject[]]>([
    ['removed', [{ name: 'b', password: MASK }, { name: 'c' }], [accounts[1]!, accounts[2]!]],
    ['moved', [{ name: 'c' }, { name: 'a' }, { name: 'b' }], [accounts[2]!, accounts[0]!, accounts[1]!]],
    [
      'renamed',
      [{ name: 'a' }, { name: 'B' }, { name: 'c' }],
      [accounts[0]!, { name: 'B', password: 'pb' }, accounts[2]!],
    ],
    ['added', [{ name: 'x', password: MASK }, ...accounts], [{ name: 'x' }, ...accounts]],
  ])('never gives the secrets of a list item to another item when one is %s', (_, submitted, expected) => {
    expect(restoreSecrets(schema, { accounts: submitted }, { accounts })).toEqual({ accounts: expected });
  });
});

describe('a stored secret that the schema no longer marks', () => {
  const unmarked: JsonObject = { properties: { api_key: { type: 'string' }, accounts: {} } };
  const before = { settings: { label: 'a', api_key: 'k1' }, secrets: ['/api_key'] };
  const inList = { settings: { accounts }, secrets: ['/accounts/0/password', '/accounts/1/password'] };

  it('keeps its value while it is masked, and stays secret', () => {
    expect(restoreWith(unmarked, { label: 'b', api_key: MASK }, before)).toMatchObject({
      settings: { label: 'b', api_key: 'k1' },
      unchanged: ['/api_key'],
    });
  });

  it('is no longer secret once it is written', () => {
    expect(restoreWith(unmarked, { api_key: 'k1' }, before)).toMatchObject({
      settings: { api_key: 'k1' },
      unchanged: [],
    });
  });

  it('is removed when it is left out, because the schema may no longer have it', () => {
    expect(restoreWith(unmarked, { label: 'b' }, before)).toMatchObject({ settings: { label: 'b' }, unchanged: [] });
  });

  it('moves with the item of the list that contains it', () => {
    const submitted = {
      accounts: [
        { name: 'b', password: MASK },
        { name: 'new', password: MASK },
      ],
    };
    expect(restoreWith(unmarked, submitted, inList)).toMatchObject({
      settings: { accounts: [accounts[1]!, { name: 'new' }] },
      unchanged: ['/accounts/0/password'],
    });
  });
});
