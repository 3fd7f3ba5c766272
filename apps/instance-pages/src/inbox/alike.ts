/** Proposals that are alike: of one plugin, for one type of record, with the same fields. */
import type { Rule } from '../organisation/rule-queries.js';
import type { ListedProposal } from './items.js';

/** So many are applied by people before a rule is suggested. */
export const ALIKE_FOR_RULE = 10;

type Comparable = Pick<ListedProposal, 'plugin_id' | 'record_type' | 'action' | 'changes'>;

const likeness = ({ plugin_id, record_type, action, changes }: Comparable): string =>
  JSON.stringify([plugin_id, record_type, action, Object.keys(changes).sort()]);

/** Returns how many of the applied proposals people have applied that are like the given one. */
export function alikeCount(
  applied: readonly (Comparable & Pick<ListedProposal, 'settled_by'>)[],
  proposal: Comparable,
): number {
  const wanted = likeness(proposal);
  return applied.filter((one) => one.settled_by === 'person' && likeness(one) === wanted).length;
}

/** Whether a rule applies such proposals already. */
export function isCovered(
  rules: readonly Pick<Rule, 'plugin_id' | 'record_type' | 'actions'>[],
  { plugin_id, record_type, action }: Comparable,
): boolean {
  return rules.some(
    (rule) =>
      rule.record_type === record_type && rule.actions.includes(action) && (rule.plugin_id ?? plugin_id) === plugin_id,
  );
}
