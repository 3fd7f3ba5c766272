import { describe, it } from '@jest/globals';
import type { DeprecationStatement } from '@kushk/credentials';
import { given } from '@kushk/testing/given';
import { deprecationStream } from '../deprecation.js';
import { recordDeprecation } from './record-deprecation.js';

const at = '2026-11-28T10:00:01.000Z';
const statement: DeprecationStatement = {
  plugin_id: 'ir.acme.invoices',
  deprecation: { reason: 'Replaced', successor: 'ir.acme.bills' },
  sequence: 7,
  at: '2026-11-28T10:00:00.000Z',
};
const deprecation = { reason: 'Replaced', successor: 'ir.acme.bills', since: statement.at };
const accepted = { type: 'DeprecationAccepted', data: { sequence: 7, deprecation, at } } as const;

describe('record deprecation', () => {
  it('records a deprecation with the time of the statement', () => {
    given(deprecationStream)
      .when((last) => recordDeprecation({ statement, at }, last))
      .thenFacts(accepted)
      .thenState({ sequence: 7, current: deprecation });
  });

  it('records the end of a deprecation', () => {
    given(deprecationStream, accepted)
      .when((last) => recordDeprecation({ statement: { ...statement, deprecation: null, sequence: 8 }, at }, last))
      .thenFacts({ type: 'DeprecationEnded', data: { sequence: 8, at } })
      .thenState({ sequence: 8, current: null });
  });

  it.each([6, 7])('records nothing for the sequence %d after 7', (sequence) => {
    given(deprecationStream, accepted)
      .when((last) => recordDeprecation({ statement: { ...statement, deprecation: null, sequence }, at }, last))
      .thenFacts();
  });
});
