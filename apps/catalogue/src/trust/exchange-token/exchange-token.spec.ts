import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { issued } from '../../../test/example-key.js';
import { at, trustAdded, trustEnded } from '../../../test/example-trust.js';
import { keyResource } from '../../key/key-resource.js';
import { isUsable } from '../../key/key-validity.js';
import { keyStream } from '../../key/key.js';
import { trustStream, type TrustFact } from '../trust.js';
import { exchangeToken, type ExchangeToken } from './exchange-token.js';

const command: ExchangeToken = { trustId: 'tru_1', hash: 'h', last4: 'wxyz', claims: { ref: 'refs/heads/main' }, at };
const states = (...history: readonly TrustFact[]) => given({ trust: [trustStream, ...history], key: [keyStream] });

describe('exchange token', () => {
  it('issues a key of ten minutes with the plugin and the scopes of the trust', () => {
    const { decision } = states(trustAdded)
      .when((now) => exchangeToken(command, now))
      .thenReplies({ expires_at: '2026-11-20T09:10:00.000Z' });
    const [fact] = (decision as never as { facts: { key: readonly [never] } }).facts.key;
    const key = { ...keyResource('key_1', keyStream.evolve({ status: 'absent' }, fact) as never), last_used_at: null };
    expect(key).toMatchObject({ plugin_id: 'ir.acme.invoices', scopes: ['read', 'submit'], trust_id: 'tru_1' });
    const usableAt = (time: string) => isUsable(key, { purpose: undefined, at: new Date(time) });
    expect([usableAt('2026-11-20T09:09:59.999Z'), usableAt('2026-11-20T09:10:00.000Z')]).toEqual([true, false]);
  });

  it.each([
    ['does not exist', []],
    ['has ended', [trustAdded, trustEnded]],
    ['has expired', [{ ...trustAdded, data: { ...trustAdded.data, expiresAt: at } }]],
  ])('rejects a token for a trust that %s', (_name, history) => {
    states(...history)
      .when((now) => exchangeToken(command, now))
      .thenRefuses('auth.exchange_refused', {});
  });

  it('rejects a token that was exchanged before', () => {
    given({ trust: [trustStream, trustAdded], key: [keyStream, issued] })
      .when((now) => exchangeToken(command, now))
      .thenRefuses('auth.exchange_refused', {});
  });
});
