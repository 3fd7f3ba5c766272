import { accept, refuse, type Decision } from '@kushk/decider';
import type { Rule, RuleSet, RuleSetFact } from '../rule-set.js';

/** Maximum number of rules of an organisation; every command on a rule reads them all. */
export const MAX_RULES = 200;

export interface MakeRule extends Rule {
  readonly organisationId: string;
}

/** Makes a rule, which has the rights of its author. It ends with the commit that ends the author's role. */
export function makeRule(command: MakeRule, ruleSet: RuleSet): Decision<readonly RuleSetFact[], Rule> {
  const { organisationId, ...rule } = command;
  const existing = ruleSet.rules.find(
    ({ pluginId, recordType, actions }) =>
      pluginId === rule.pluginId &&
      recordType === rule.recordType &&
      actions.some((action) => rule.actions.includes(action)),
  );
  if (existing !== undefined) return refuse('rule.exists', { id: existing.ruleId });
  if (ruleSet.rules.length >= MAX_RULES) return refuse('rule.too_many', { maximum: MAX_RULES });
  return accept([{ type: 'RuleMade', data: { ...rule, organisationId } }], rule);
}
