import { describe, expect, it } from '@jest/globals';
import { detailOf } from './detail.js';

describe('the detail of a problem', () => {
  it('contains the rule for counts and amounts', () => {
    expect(detailOf('wallet.count_invalid', { min: 1, max: 1_000_000_000 }, 'en')).toBe(
      'A count is an integer from 1 to 1000000000',
    );
    expect(detailOf('wallet.amount_invalid', { mu: '1e3' }, 'en')).toBe(
      'An amount of MU is a decimal string above 0 with at most 6 places, such as "12.5"',
    );
    expect(detailOf('wallet.amount_invalid', { max: '9000' }, 'en')).toMatch(/, and at most 9000$/);
    expect(detailOf('wallet.amount_invalid', { max: '9000' }, 'fa')).toMatch(/ و حداکثر 9000$/);
  });

  it('says what to do when a quota is used up', () => {
    const params = { quota: 'record_bytes', limit: 1_000, used: 900 };
    expect(detailOf('quota.exceeded', params, 'en')).toBe(
      '900 of 1000 are used (record_bytes): delete records, or write smaller ones',
    );
    expect(detailOf('quota.exceeded', params, 'fa')).toMatch(/^900 از 1000 مصرف شده است \(record_bytes\)؛ /);
  });

  it('is absent when the title is enough', () => {
    expect(detailOf('wallet.frozen', {}, 'en')).toBeNull();
  });
});
