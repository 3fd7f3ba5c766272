/**
 * The rules of an organisation, all in one stream. A rule lets the proposals of a plugin for a low-risk type of record
 * be applied at once, with the rights of the admin who made it. One stream holds them all, so that the commit that ends
 * the role of an admin also ends the rules of this admin.
 */
import type { RuleAction, RuleResource } from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

export interface Rule {
  readonly ruleId: string;
  /** The only plugin that the rule is for; null means every plugin. */
  readonly pluginId: string | null;
  readonly recordType: string;
  /** What the admin let the rule apply. An update of the plugin cannot add to it. */
  readonly actions: readonly RuleAction[];
  /** The admin whose rights the rule has. */
  readonly createdBy: string;
  readonly createdAt: string;
}
export type RuleSetFact =
  | Fact<'RuleMade', Rule & { organisationId: string }>
  | Fact<'RuleRevoked', { ruleId: string; by: string; at: string }>
  /** The admin who made the rule lost the role or left the organisation. */
  | Fact<'RuleEnded', { ruleId: string; at: string }>;

export interface RuleSet {
  /** In the order in which they were made. */
  readonly rules: readonly Rule[];
}

/** The stream of an organisation; its id is the id of the organisation. */
export const ruleSetStream: StreamType<RuleSet, RuleSetFact> = {
  category: 'rule_set',
  factTypes: { RuleMade: true, RuleRevoked: true, RuleEnded: true },
  initial: { rules: [] },
  stateVersion: 1,
  evolve,
};

function evolve({ rules }: RuleSet, fact: RuleSetFact): RuleSet {
  switch (fact.type) {
    case 'RuleMade': {
      const { organisationId: _organisationId, ...rule } = fact.data;
      return { rules: [...rules, rule] };
    }
    case 'RuleRevoked':
    case 'RuleEnded':
      return { rules: rules.filter(({ ruleId }) => ruleId !== fact.data.ruleId) };
    default:
      return unreachable(fact);
  }
}

/** A proposal, as far as it decides which rules match it. */
interface Matched {
  readonly pluginId: string;
  readonly recordType: string;
  readonly action: RuleAction;
}

/** Returns the rules that match a proposal, those for its plugin alone before those for every plugin. */
export function matchingRules({ rules }: RuleSet, { pluginId, recordType, action }: Matched): readonly Rule[] {
  const ofType = rules.filter((rule) => rule.recordType === recordType && rule.actions.includes(action));
  return [...ofType.filter((rule) => rule.pluginId === pluginId), ...ofType.filter((rule) => rule.pluginId === null)];
}

export function ruleToWire({ ruleId, pluginId, recordType, actions, createdBy, createdAt }: Rule): RuleResource {
  return {
    id: ruleId,
    plugin_id: pluginId,
    record_type: recordType,
    actions,
    created_by: createdBy,
    created_at: createdAt,
  };
}
