import { describe, expect, it } from '@jest/globals';
import { MASK, restoreSecrets } from './restore-secrets.js';

const secrets = ['/api_key', '/smtp/pass~1word'];
const before = { api_key: 'k1', smtp: { host: 'a', 'pass/word': 'p1' }, label: 'IRR' };

describe('restoreSecrets', () => {
  it('replaces a mask with the stored secret', () => {
    const sent = { api_key: MASK, smtp: { host: 'b', 'pass/word': MASK }, label: 'EUR' };
    expect(restoreSecrets(sent, before, secrets)).toEqual({
      api_key: 'k1',
      smtp: { host: 'b', 'pass/word': 'p1' },
      label: 'EUR',
    });
  });

  it('accepts new secrets and deletes the secrets that the request omits', () => {
    expect(restoreSecrets({ api_key: 'k2', label: 'IRR' }, before, secrets)).toEqual({ api_key: 'k2', label: 'IRR' });
  });

  it('stores a mask unchanged where no secret was set, and in settings that are not secret', () => {
    const sent = { api_key: MASK, label: MASK, smtp: null };
    expect(restoreSecrets(sent, {}, secrets)).toEqual(sent);
  });
});
