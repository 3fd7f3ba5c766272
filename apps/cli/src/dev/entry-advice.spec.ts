import { describe, expect, it } from '@jest/globals';
import type { DevEntry } from './dev-entry.js';
import { EntryAdvice } from './entry-advice.js';

const at = '2026-11-23T10:00:00Z';
const refused: DevEntry = {
  kind: 'call_in',
  at,
  method: 'POST',
  path: '/wallet/consume',
  status: 402,
  code: 'wallet.insufficient_balance',
  duration_ms: 1,
  request_id: 'req_1',
  caused_by: null,
  request_body: null,
  response_body: null,
};
const place = { baseUrl: 'http://localhost:4100', isStartedHere: true };

describe('the advice about entries of kushk dev', () => {
  it('is given for a wallet with too few MU, once until its balance changes', () => {
    const given: string[] = [];
    const advice = new EntryAdvice({
      lowWallet: () => void given.push('wallet'),
      otherProgram: () => void given.push('program'),
    });
    advice.about(refused, place);
    advice.about(refused, place);
    expect(given).toEqual(['wallet']);
    advice.about({ kind: 'wallet', at, available: '1', held: '0' }, place);
    advice.about(refused, place);
    expect(given).toEqual(['wallet', 'wallet']);
  });
});
