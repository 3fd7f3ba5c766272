import { accept, refuse, type Decision } from '@kushk/decider';
import type { RuleSet, RuleSetFact } from '../rule-set.js';

export interface RevokeRule {
  readonly ruleId: string;
  readonly by: string;
  readonly at: string;
}
interface Facts {
  readonly ruleSet: readonly RuleSetFact[];
}

/** Revokes a rule. It applies no proposal that arrives after the reply. */
export function revokeRule(command: RevokeRule, { ruleSet }: { readonly ruleSet: RuleSet }): Decision<Facts, null> {
  return ruleSet.rules.some(({ ruleId }) => ruleId === command.ruleId)
    ? accept({ ruleSet: [{ type: 'RuleRevoked', data: command }] }, null)
    : refuse('rule.not_found');
}
