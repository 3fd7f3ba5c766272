import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, issued, revoked } from '../../../test/example-key.js';
import { keyStream } from '../key.js';
import { revokeKey } from './revoke-key.js';

const command = { keyId: 'key_1', publisherId: 'acme', at };

describe('revoke key', () => {
  it('revokes an active key', () => {
    given(keyStream, issued)
      .when((key) => revokeKey(command, key))
      .thenFacts(revoked)
      .thenState({ status: 'revoked', revokedAt: at });
  });

  it('records no fact when the key is already revoked', () => {
    given(keyStream, issued, revoked)
      .when((key) => revokeKey(command, key))
      .thenFacts();
  });

  it('rejects an unknown key', () => {
    given(keyStream)
      .when((key) => revokeKey(command, key))
      .thenRefuses('key.not_found', { id: 'key_1' });
  });

  it.each([[[issued]], [[issued, revoked]]])('rejects the key of another publisher', (history) => {
    given(keyStream, ...history)
      .when((key) => revokeKey({ ...command, publisherId: 'beta' }, key))
      .thenRefuses('key.not_found', { id: 'key_1' });
  });
});
