import { describe, expect, it } from '@jest/globals';
import { MASK, keepSecrets } from './keep-secrets.js';

const secrets = ['/api_key', '/smtp/pass~1word'];
const before = { api_key: 'k1', smtp: { host: 'a', 'pass/word': 'p1' }, label: 'IRR' };

describe('settings that an admin sends back', () => {
  it('keep the secrets that still carry their mask', () => {
    const sent = { api_key: MASK, smtp: { host: 'b', 'pass/word': MASK }, label: 'EUR' };
    expect(keepSecrets(sent, before, secrets)).toEqual({
      api_key: 'k1',
      smtp: { host: 'b', 'pass/word': 'p1' },
      label: 'EUR',
    });
  });

  it('take new secrets, and drop those that are left out', () => {
    expect(keepSecrets({ api_key: 'k2', label: 'IRR' }, before, secrets)).toEqual({ api_key: 'k2', label: 'IRR' });
  });

  it('take a mask for what it is where nothing was set, and everywhere else', () => {
    expect(keepSecrets({ api_key: MASK, label: MASK, smtp: null }, {}, secrets)).toEqual({
      api_key: MASK,
      label: MASK,
      smtp: null,
    });
  });
});
