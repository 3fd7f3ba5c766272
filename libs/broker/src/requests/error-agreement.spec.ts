import { describe, expect, it } from '@jest/globals';
import { errorClassOf } from '@kushk/event-store/error-class';
import { FactDispatcher } from '../reactions/fact-dispatcher.js';
import type { DeliveredFact } from '../reactions/fact.js';
import type { ParkedFactStream } from '../reactions/parked-fact-stream.js';
import { errorReplyKind } from './service-errors.js';

const coded = (code: string, fields: object = {}): Error => Object.assign(new Error('…'), { code, ...fields });

/** SQLSTATE codes of every class that PostgreSQL returns, and network error codes of Node. */
const codes = [
  ...['08000', '08003', '08006', '0A000', '22001', '22012', '22P02', '23502', '23503', '23505', '23514', '25001'],
  ...['25006', '25P02', '25P03', '26000', '28000', '28P01', '2BP01', '34000', '3D000', '3F000', '40001', '40P01'],
  ...['42501', '42601', '42703', '42P01', '53100', '53200', '53300', '54000', '55000', '55P03', '57014', '57P01'],
  ...['57P03', '58030', 'P0001', 'XX000', 'XX001'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
];
const errors: readonly (readonly [string, Error])[] = [
  ...codes.map((code) => [code, coded(code)] as const),
  ['ENOENT of a missing socket', coded('ENOENT', { syscall: 'connect' })],
  ['ENOENT of a missing file', coded('ENOENT', { syscall: 'open' })],
];

/** Returns whether a fact is parked when its handler rejects with this error on the last of the attempts. */
async function isParked(error: Error, attempts = [2]): Promise<boolean> {
  let parked = false;
  const parkedFacts = {
    park: () => {
      parked = true;
      return Promise.resolve();
    },
  } as unknown as ParkedFactStream;
  const handlers = new Map([['evt.wallet.x.v1', () => Promise.reject(error)]]);
  const fact = { subject: 'i1.evt.wallet.x.v1.t', seq: 1, info: { stream: 's' }, json: () => ({}) };
  const dispatcher = new FactDispatcher({ origin: 'own', name: 'on-x', handlers }, parkedFacts, {
    retryDelaysMs: [1],
    timeoutsUntilParked: 3,
    waiting: null,
  });
  for (const attempt of attempts) await dispatcher.process(fact as DeliveredFact, attempt);
  return parked;
}

describe('errorClassOf and the broker', () => {
  it.each(errors)('agree on whether %s is a defect', async (_name, error) => {
    const isDefect = errorClassOf(error) === 'defect';
    expect(await isParked(error)).toBe(isDefect);
    expect(errorReplyKind(error) === 'failure').toBe(isDefect);
  });
});

describe('a fact', () => {
  it('is parked when its reaction has timed out too often, and never while a dependency is unavailable', async () => {
    expect(await isParked(coded('57014'), [1, 2])).toBe(false);
    expect(await isParked(coded('57014'), [1, 2, 3])).toBe(true);
    expect(await isParked(coded('57P01'), [1, 2, 3, 4])).toBe(false);
  });
});
