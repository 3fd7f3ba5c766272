import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@kushk/contracts';
import { MASK } from '@kushk/manifest';
import { PlainEvaluator } from '@kushk/runtime/evaluation';
import { manifestOf } from '../../../test/example-manifest.js';
import { submittedSettings } from './submitted-settings.js';

const manifest = manifestOf('1.0.0', {
  settings: {
    type: 'object',
    properties: {
      region: { type: 'string', default: 'ir' },
      accounts: { items: { type: 'object', properties: { password: { type: 'string', writeOnly: true } } } },
      api_key: { type: 'string', format: 'password' },
    },
    required: ['region', 'api_key'],
  },
});

const submit = (sent: JsonObject, stored: JsonObject) =>
  submittedSettings(manifest, { sent, stored: { settings: stored, secrets: [] } }, new PlainEvaluator());

describe('submittedSettings', () => {
  it('keeps stored secrets and adds defaults before it validates', async () => {
    const stored = { region: 'de', api_key: 'k1', accounts: [{ password: 'p' }] };
    expect(await submit({ accounts: [{ password: MASK }] }, stored)).toEqual({
      settings: { region: 'ir', api_key: 'k1', accounts: [{ password: 'p' }] },
      secrets: ['/accounts/0/password', '/api_key'],
      problems: [],
    });
  });

  it('rejects a required secret that is cleared, and a mask of a secret that was never stored', async () => {
    const paths = async (sent: JsonObject, stored: JsonObject) =>
      (await submit(sent, stored)).problems.map(({ path, code }) => `${path} ${code}`);
    expect(await paths({ api_key: null }, { api_key: 'k1' })).toEqual(['/settings/api_key required']);
    expect(await paths({ api_key: MASK }, {})).toEqual(['/settings/api_key required']);
    expect(await paths({ api_key: 7 }, {})).toEqual(['/settings/api_key type']);
  });
});
