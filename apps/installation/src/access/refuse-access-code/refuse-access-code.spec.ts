import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { accessAttemptsStream, type AccessCodeRefused } from '../access-attempts.js';
import { refuseAccessCode } from './refuse-access-code.js';

const refused = (minute: string): AccessCodeRefused => ({
  type: 'AccessCodeRefused',
  data: { at: `2026-11-20T09:${minute}:00.000Z` },
});
const four = ['00', '01', '02', '03'].map(refused);

describe('refuse access code', () => {
  it('counts five wrong codes within an hour and rejects the next one until the oldest is an hour old', () => {
    given(accessAttemptsStream, ...four)
      .when((attempts) => refuseAccessCode({ at: '2026-11-20T09:04:00.000Z' }, attempts))
      .thenFacts(refused('04'))
      .when((attempts) => refuseAccessCode({ at: '2026-11-20T09:05:00.000Z' }, attempts))
      .thenRefuses('store.code_attempts_exceeded', { retry_after_seconds: 3_300 })
      .when((attempts) => refuseAccessCode({ at: '2026-11-20T10:00:00.000Z' }, attempts))
      .thenFacts({ type: 'AccessCodeRefused', data: { at: '2026-11-20T10:00:00.000Z' } });
  });
});
