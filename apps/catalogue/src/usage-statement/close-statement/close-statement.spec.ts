import { describe, expect, it } from '@jest/globals';
import type { UsageStatement } from '@kushk/contracts';
import {
  EMPTY_MERKLE_TREE,
  merkleRoot,
  newSigningKey,
  publicJwk,
  signDsse,
  verifyDsse,
  withLeaves,
} from '@kushk/credentials';
import { fold } from '@kushk/decider';
import { given } from '@kushk/testing/given';
import { closed, line, linesAdded, placeOf, started } from '../../../test/example-statement.js';
import { FIRST_PLACE, usageStatementStream, type UsageStatementFact } from '../usage-statement.js';
import { closeStatement } from './close-statement.js';

const key = newSigningKey();
const command = {
  month: '2026-11',
  after: placeOf('2026-11', 'b'),
  at: '2026-12-01T00:00:00.000Z',
  sign: ({ payloadType, payload }: { payloadType: string; payload: Buffer }) => signDsse(key, payloadType, payload),
};
const adjustment = line('2026-10', 'a', { mu_consumed: '0.000001' });
const own = [line('2026-11', 'a', { mu_consumed: '0.1' }), line('2026-11', 'b', { mu_consumed: '0.2' })];
const history: UsageStatementFact[] = [
  started('2026-10'),
  closed('2026-10'),
  started('2026-11'),
  linesAdded('2026-11', 0, [adjustment]),
  linesAdded('2026-11', 1, own),
];

describe('close a statement', () => {
  it('signs exact totals by month, the root over its lines and the digest of the statement before', () => {
    const decision = closeStatement(command, fold(usageStatementStream, history));
    const [fact] = decision.facts;
    if (fact?.type !== 'UsageStatementClosed') throw new Error('not closed');
    const content = verifyDsse({ keys: [publicJwk(key)] }, fact.data.envelope);
    const statement = JSON.parse(content!.payload.toString()) as UsageStatement;
    const leaves = [adjustment, ...own].map(({ text }) => text);
    expect(statement).toMatchObject({
      publisher_id: 'acme',
      month: '2026-11',
      starts_at: '2026-10-31T20:30:00.000Z',
      previous: { month: '2026-10', digest: 'sha256:2026-10' },
      totals: { mu_consumed: '0.300001', mu_gifted: '150', proposals_applied: 3 },
      months: [
        { month: '2026-10', lines: 1, totals: { mu_consumed: '0.000001' } },
        { month: '2026-11', lines: 2, totals: { mu_consumed: '0.3' } },
      ],
      tree: { leaves: 3, root: merkleRoot(withLeaves(EMPTY_MERKLE_TREE, leaves)) },
    });
    expect(fact.data).toMatchObject({ lines: 3, adjustmentLines: 1, partial: false });
  });

  it('changes nothing when lines were added meanwhile, and never closes a month twice', () => {
    given(usageStatementStream, ...history)
      .when((state) => closeStatement({ ...command, after: FIRST_PLACE }, state))
      .thenFacts();
    given(usageStatementStream, ...history, closed('2026-11'))
      .when((state) => closeStatement(command, state))
      .thenFacts();
  });
});
