import type { RuleSet, RuleSetFact } from './rule-set.js';

/** Ends the rules of a person who stops being an admin. They do not return when the person becomes an admin again. */
export function endRulesOf(
  { rules }: RuleSet,
  { personId, at }: { readonly personId: string; readonly at: string },
): readonly RuleSetFact[] {
  return rules
    .filter(({ createdBy }) => createdBy === personId)
    .map(({ ruleId }) => ({ type: 'RuleEnded', data: { ruleId, at } }));
}
