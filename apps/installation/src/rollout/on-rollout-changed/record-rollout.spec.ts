import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { rolloutStream, type RolloutFact } from '../rollout.js';
import { recordRollout, type RecordRollout } from './record-rollout.js';

const at = '2026-11-28T10:00:00.000Z';
const command = (sequence: number, percent: number): RecordRollout => ({
  statement: { plugin_id: 'ir.acme.invoices', version: '1.1.0', state: 'running', percent, sequence, at },
  at,
});
const stated: RolloutFact = { type: 'RolloutStated', data: { sequence: 5, state: 'running', percent: 10, at } };

describe('recordRollout', () => {
  it('records a newer statement', () => {
    given(rolloutStream, stated)
      .when((state) => recordRollout(command(6, 50), state))
      .thenState({ sequence: 6, progress: { state: 'running', percent: 50 } });
  });

  it.each([5, 4])('ignores the sequence number %d after 5, as of a replay', (sequence) => {
    given(rolloutStream, stated)
      .when((state) => recordRollout(command(sequence, 100), state))
      .thenFacts();
  });
});
