import { describe, expect, it } from '@jest/globals';
import { fold } from '@kushk/decider';
import { given } from '@kushk/testing/given';
import { at } from '../../test/example-wallet.js';
import { holdPages, onePage, released, walletWith } from '../../test/example-hold.js';
import { holdStream, type HoldFact } from './hold.js';
import { placeHold } from './place-hold/place-hold.js';

const settled: HoldFact = {
  type: 'HoldSettled',
  data: { count: 1, chargedMicroMu: '250000', releasedMicroMu: '0', late: false, at },
};
const expired: HoldFact = {
  type: 'HoldExpired',
  data: {
    ...{ installationId: 'ins_1', organisationId: 'org_1', holdId: 'hld_1', service: onePage.service },
    ...{ releasedMicroMu: '250000', at },
  },
};

describe('a hold', () => {
  const { hold } = given(walletWith(250_000n)).when((states) => placeHold(holdPages(1), states)).state;

  it('does not change after it was settled or released, and can be settled late after it expired', () => {
    const statusAfter = (...facts: HoldFact[]) => fold(holdStream, facts, hold).status;
    expect([settled, released, expired].map((fact) => statusAfter(fact))).toEqual(['settled', 'released', 'expired']);
    expect(statusAfter(settled, released, expired)).toBe('settled');
    expect(statusAfter(released, settled, expired)).toBe('released');
    expect(statusAfter(expired, released)).toBe('expired');
    expect(statusAfter(expired, settled)).toBe('settled');
  });
});
