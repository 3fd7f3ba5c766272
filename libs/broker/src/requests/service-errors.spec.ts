import { describe, expect, it } from '@jest/globals';
import { errorReplyKind } from './service-errors.js';

const named = (name: string) => Object.assign(new Error('…'), { name });
const coded = (code: string, more: object = {}) => Object.assign(new Error('…'), { code, ...more });

describe('errorReplyKind', () => {
  it.each([
    ['a busy store', named('StoreBusy'), 'busy'],
    ['a busy store as the cause', new Error('could not save', { cause: named('StoreBusy') }), 'busy'],
    ['an unavailable store', named('StoreUnavailable'), 'unavailable'],
    ['a refused connection', coded('ECONNREFUSED'), 'unavailable'],
    ['a missing socket of PostgreSQL', coded('ENOENT', { syscall: 'connect' }), 'unavailable'],
    ['all addresses refused', new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]), 'unavailable'],
    ['a shutdown of PostgreSQL', coded('57P01'), 'unavailable'],
    ['a standby that accepts no writes (25006)', coded('25006'), 'unavailable'],
    ['a transaction that idled too long (25P03)', coded('25P03'), 'unavailable'],
    ['a database that does not exist yet (3D000)', coded('3D000'), 'unavailable'],
    ['a role that does not exist yet (28000)', coded('28000'), 'unavailable'],
    ['a wrong password during a rotation (28P01)', coded('28P01'), 'unavailable'],
    ['a deadlock', coded('40P01'), 'unavailable'],
    ['a query that PostgreSQL cancelled after its time limit', coded('57014'), 'unavailable'],
    ['a lost connection without a code', new Error('Connection terminated unexpectedly'), 'unavailable'],
    ['a database that does not respond in time', new Error('Query read timeout'), 'unavailable'],
    [
      'a query of TypeORM over a lost connection',
      Object.assign(new Error('query failed'), { driverError: coded('ECONNRESET') }),
      'unavailable',
    ],
    ['a missing file', coded('ENOENT', { syscall: 'open' }), 'failure'],
    ['a unique violation', coded('23505'), 'failure'],
    ['a TypeError', new TypeError('undefined is not a function'), 'failure'],
    ['a thrown string', 'oops', 'failure'],
  ])('returns the right kind of reply for %s', (_what, error, expected) => {
    expect(errorReplyKind(error)).toBe(expected);
  });
});
