import { describe, expect, it } from '@jest/globals';
import { MASK } from '@kushk/manifest';
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

describe('submittedSettings', () => {
  it('keeps stored secrets and adds defaults before it validates', () => {
    const stored = { region: 'de', api_key: 'k1', accounts: [{ password: 'p' }] };
    expect(
      submittedSettings(manifest, { accounts: [{ password: MASK }] }, { settings: stored, secrets: [] }).settings,
    ).toEqual({
      region: 'ir',
      api_key: 'k1',
      accounts: [{ password: 'p' }],
    });
  });

  it('rejects a required secret that is cleared, and a mask of a secret that was never stored', () => {
    const paths = (sent: object, stored: object) =>
      submittedSettings(manifest, { ...sent }, { settings: { ...stored }, secrets: [] }).problems.map(
        ({ path, code }) => `${path} ${code}`,
      );
    expect(paths({ api_key: null }, { api_key: 'k1' })).toEqual(['/settings/api_key required']);
    expect(paths({ api_key: MASK }, {})).toEqual(['/settings/api_key required']);
    expect(paths({ api_key: 7 }, {})).toEqual(['/settings/api_key type']);
  });
});
