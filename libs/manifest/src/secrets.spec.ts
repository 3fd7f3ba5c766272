import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@kushk/contracts';
import { checkContent, maskSecrets, secretSettings, withoutSecrets } from './index.js';

const secret = { type: 'string', format: 'password' };
const settings: JsonObject = {
  type: 'object',
  properties: {
    region: { type: 'string' },
    api_key: secret,
    smtp: { type: 'object', properties: { host: { type: 'string' }, 'pass/word': secret } },
  },
};
const misplaced = (schema: JsonObject): string[] =>
  checkContent({ settings: schema })
    .filter(({ code }) => code === 'secret_misplaced')
    .map(({ path }) => path);

describe('secret settings', () => {
  it('are found at every level of `properties`', () => {
    expect(secretSettings({ settings })).toEqual(['/api_key', '/smtp/pass~1word']);
    expect(secretSettings({})).toEqual([]);
    expect(checkContent({ settings })).toEqual([]);
  });

  it('are removed or masked, and other settings are unchanged', () => {
    const values = { region: 'ir', api_key: 's1', smtp: { host: 'h', 'pass/word': 's2' }, more: { api_key: 'stays' } };
    const secrets = secretSettings({ settings });
    expect(withoutSecrets(values, secrets)).toEqual({ region: 'ir', smtp: { host: 'h' }, more: { api_key: 'stays' } });
    expect(maskSecrets(values, secrets, '••••')).toEqual({
      ...values,
      api_key: '••••',
      smtp: { host: 'h', 'pass/word': '••••' },
    });
    expect(maskSecrets({ region: 'ir' }, secrets, '••••')).toEqual({ region: 'ir' });
  });

  it('are rejected outside `properties`', () => {
    expect(misplaced({ properties: { keys: { type: 'array', items: secret } } })).toEqual([
      '/settings/properties/keys/items/format',
    ]);
    expect(misplaced({ $defs: { key: secret }, properties: { key: { $ref: '#/$defs/key' } } })).toEqual([
      '/settings/$defs/key/format',
    ]);
    expect(
      misplaced({ anyOf: [{ properties: { key: secret } }], additionalProperties: secret, format: 'password' }),
    ).toEqual(['/settings/anyOf/0/properties/key/format', '/settings/additionalProperties/format', '/settings/format']);
  });
});
