import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at } from '../../../test/example-person.js';
import { ruleEnded, ruleMade } from '../../../test/example-rule.js';
import { ruleSetStream } from '../rule-set.js';
import { revokeRule } from './revoke-rule.js';

const revoke = revokeRule.bind(null, { ruleId: 'rul_1', by: 'per_2', at });

describe('revokeRule', () => {
  it('revokes a rule once', () => {
    given({ ruleSet: [ruleSetStream, ruleMade(), ruleMade({ ruleId: 'rul_2' })] })
      .when(revoke)
      .thenFacts({ type: 'RuleRevoked', data: { ruleId: 'rul_1', by: 'per_2', at } })
      .thenState({ ruleSet: { rules: [{ ruleId: 'rul_2' }] } })
      .when(revoke)
      .thenRefuses('rule.not_found');
  });

  it('does not find a rule that ended with the role of its author', () => {
    given({ ruleSet: [ruleSetStream, ruleMade(), ruleEnded] })
      .when(revoke)
      .thenRefuses('rule.not_found');
  });
});
