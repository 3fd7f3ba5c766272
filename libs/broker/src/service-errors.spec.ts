import { describe, expect, it } from '@jest/globals';
import { failureOf } from './service-errors.js';

const named = (name: string) => Object.assign(new Error('…'), { name });
const coded = (code: string) => Object.assign(new Error('…'), { code });

describe('what an exception means for who waits', () => {
  it.each([
    ['a store that is busy', named('StoreBusy'), 'busy'],
    ['a store that is away', named('StoreUnavailable'), 'unavailable'],
    ['a refused connection', coded('ECONNREFUSED'), 'unavailable'],
    ['PostgreSQL shutting down', coded('57P01'), 'unavailable'],
    ['a deadlock', coded('40P01'), 'unavailable'],
    ['a lost connection without a code', new Error('Connection terminated unexpectedly'), 'unavailable'],
    ['a database that does not answer in time', new Error('Query read timeout'), 'unavailable'],
    ['a query that the database gave up in time', coded('57014'), 'unavailable'],
    [
      'a query of TypeORM over a lost connection',
      Object.assign(new Error('query failed'), { driverError: coded('ECONNRESET') }),
      'unavailable',
    ],
    ['all addresses refused', new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]), 'unavailable'],
    ['a cause further down', new Error('could not save', { cause: named('StoreBusy') }), 'busy'],
    ['a unique violation', coded('23505'), 'failure'],
    ['a bug', new TypeError('undefined is not a function'), 'failure'],
    ['something that is no error', 'oops', 'failure'],
  ])('%s', (_what, error, expected) => {
    expect(failureOf(error)).toBe(expected);
  });
});
