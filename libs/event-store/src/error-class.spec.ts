import { describe, expect, it } from '@jest/globals';
import { runInNewContext } from 'node:vm';
import { errorClassOf, type ErrorClass } from './error-class.js';

const named = (name: string): Error => Object.assign(new Error('…'), { name });
const coded = (code: string, fields: object = {}): Error => Object.assign(new Error('…'), { code, ...fields });
const foreign = (expression: string): unknown => runInNewContext(expression);
const message = (text: string): Error => new Error(text);

const table: readonly (readonly [what: string, error: unknown, expected: ErrorClass])[] = [
  ['a serialization failure (40001)', coded('40001'), 'conflict'],
  ['a deadlock (40P01)', coded('40P01'), 'conflict'],
  ['a lock that is not available (55P03)', coded('55P03'), 'conflict'],
  ['an idempotency key stored meanwhile', coded('23505', { constraint: 'log_idempotency_pkey' }), 'conflict'],
  ['FactStreamConflict', named('FactStreamConflict'), 'conflict'],

  ['StoreBusy', named('StoreBusy'), 'unavailable'],
  ['StoreUnavailable', named('StoreUnavailable'), 'unavailable'],
  ['FactStreamUnavailable', named('FactStreamUnavailable'), 'unavailable'],
  ['ServiceUnavailable', named('ServiceUnavailable'), 'unavailable'],
  ['ConnectionError of the NATS client', named('ConnectionError'), 'unavailable'],
  ['ClosedConnectionError of the NATS client', named('ClosedConnectionError'), 'unavailable'],
  ['DrainingConnectionError of the NATS client', named('DrainingConnectionError'), 'unavailable'],
  ['a connection exception (08006)', coded('08006'), 'unavailable'],
  ['too many connections (53300)', coded('53300'), 'unavailable'],
  ['a full disk (53100)', coded('53100'), 'unavailable'],
  ['a shutdown (57P01)', coded('57P01'), 'unavailable'],
  ['a startup (57P03)', coded('57P03'), 'unavailable'],
  ['an exceeded statement timeout (57014)', coded('57014'), 'timeout'],
  ['StoreTimeout', named('StoreTimeout'), 'timeout'],
  ['a read-only standby (25006)', coded('25006'), 'unavailable'],
  ['a transaction that idled too long (25P03)', coded('25P03'), 'unavailable'],
  ['a database that is not there (3D000)', coded('3D000'), 'unavailable'],
  ['a role that is not there (28000)', coded('28000'), 'unavailable'],
  ['a wrong password (28P01)', coded('28P01'), 'unavailable'],
  ['ECONNREFUSED', coded('ECONNREFUSED'), 'unavailable'],
  ['ECONNRESET', coded('ECONNRESET'), 'unavailable'],
  ['EPIPE', coded('EPIPE'), 'unavailable'],
  ['ETIMEDOUT', coded('ETIMEDOUT'), 'unavailable'],
  ['ENOTFOUND', coded('ENOTFOUND'), 'unavailable'],
  ['EAI_AGAIN', coded('EAI_AGAIN'), 'unavailable'],
  ['EHOSTUNREACH', coded('EHOSTUNREACH'), 'unavailable'],
  ['ENETUNREACH', coded('ENETUNREACH'), 'unavailable'],
  ['a missing socket of PostgreSQL (ENOENT on connect)', coded('ENOENT', { syscall: 'connect' }), 'unavailable'],
  ['a terminated connection', message('Connection terminated unexpectedly'), 'unavailable'],
  [
    'a client in an error state',
    message('Client has encountered a connection error and is not queryable'),
    'unavailable',
  ],
  ['a closed client', message('Client was closed and is not queryable'), 'unavailable'],
  ['a read timeout', message('Query read timeout'), 'unavailable'],
  ['a connect timeout', message('timeout expired'), 'unavailable'],
  ['a pool without a free connection', message('timeout exceeded when trying to connect'), 'unavailable'],
  ['a pool that has ended', message('Cannot use a pool after calling end on the pool'), 'unavailable'],
  ['a TypeORM error over a lost connection', coded('', { driverError: coded('ECONNRESET') }), 'unavailable'],
  ['all addresses refused', new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]), 'unavailable'],
  ['an unavailable cause', new Error('could not save', { cause: named('StoreUnavailable') }), 'unavailable'],

  ['another unique violation (23505)', coded('23505', { constraint: 'purses_pkey' }), 'defect'],
  ['an error of another realm', foreign(`Object.assign(new Error('…'), { code: 'ECONNRESET' })`), 'unavailable'],
  [
    'several errors of another realm',
    foreign(`new AggregateError([Object.assign(new Error('…'), { code: 'ECONNREFUSED' })])`),
    'unavailable',
  ],

  ['a violated check (23514)', coded('23514'), 'defect'],
  ['a syntax error (42601)', coded('42601'), 'defect'],
  ['an undefined table (42P01)', coded('42P01'), 'defect'],
  ['a division by zero (22012)', coded('22012'), 'defect'],
  ['a transaction that already failed (25P02)', coded('25P02'), 'defect'],
  ['a missing file (ENOENT on open)', coded('ENOENT', { syscall: 'open' }), 'defect'],
  ['a bug', new TypeError('undefined is not a function'), 'defect'],
  ['a value that is no error', 'oops', 'defect'],
  ['nothing', undefined, 'defect'],
];

describe('errorClassOf', () => {
  it.each(table)('returns the right class for %s', (_what, error, expected) => {
    expect(errorClassOf(error)).toBe(expected);
  });

  it('terminates when an error is its own cause', () => {
    const error = new Error('circular');
    error.cause = error;
    expect(errorClassOf(error)).toBe('defect');
  });
});
