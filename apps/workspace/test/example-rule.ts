/** A rule for the unit tests of the decisions. */
import { at } from './example-person.js';
import type { Rule, RuleSetFact } from '../src/rule/rule-set.js';

export const rule: Rule = {
  ruleId: 'rul_1',
  pluginId: 'ir.acme.invoices',
  recordType: 'calendar_event',
  actions: ['create', 'update'],
  createdBy: 'per_1',
  createdAt: at,
};
export const ruleMade = (overrides: Partial<Rule> = {}): RuleSetFact => ({
  type: 'RuleMade',
  data: { ...rule, organisationId: 'org_1', ...overrides },
});
export const ruleEnded: RuleSetFact = { type: 'RuleEnded', data: { ruleId: 'rul_1', at } };
