import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { rule, ruleMade } from '../../../test/example-rule.js';
import { ruleSetStream, type RuleSetFact } from '../rule-set.js';
import { MAX_RULES, makeRule, type MakeRule } from './make-rule.js';

const command: MakeRule = { ...rule, organisationId: 'org_1' };
const having = (...rules: readonly RuleSetFact[]) => given(ruleSetStream, ...rules);
const make = (overrides: Partial<MakeRule> = {}) => makeRule.bind(null, { ...command, ...overrides });

describe('makeRule', () => {
  it('makes a rule', () => {
    having().when(make()).thenFacts(ruleMade());
  });

  it('rejects a second rule for the same plugin, type and action, and accepts one for every plugin', () => {
    having(ruleMade())
      .when(make({ ruleId: 'rul_2' }))
      .thenRefuses('rule.exists', { id: 'rul_1' });
    having(ruleMade())
      .when(make({ pluginId: null }))
      .thenReplies({ pluginId: null });
    having(ruleMade({ actions: ['create'] }))
      .when(make({ actions: ['update'] }))
      .thenReplies({ actions: ['update'] });
    having(ruleMade({ pluginId: null }))
      .when(make({ pluginId: null }))
      .thenRefuses('rule.exists', { id: 'rul_1' });
  });

  it('limits the number of rules of an organisation', () => {
    const rules = Array.from({ length: MAX_RULES }, (_each, n) => ruleMade({ pluginId: `ir.acme.p${n}` }));
    having(...rules)
      .when(make())
      .thenRefuses('rule.too_many', { maximum: MAX_RULES });
  });
});
