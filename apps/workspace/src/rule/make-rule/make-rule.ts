import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { Organisation } from '../../organisation/organisation.js';
import type { Rule, RuleSet, RuleSetFact } from '../rule-set.js';

/** Maximum number of rules of an organisation; every command on a rule reads them all. */
export const MAX_RULES = 200;

export interface MakeRule extends Rule {
  readonly organisationId: string;
}
interface States {
  readonly organisation: Organisation;
  readonly ruleSet: RuleSet;
}
interface Facts {
  readonly ruleSet: readonly RuleSetFact[];
}

/**
 * Makes a rule. Its author must be an admin when the rule is stored, and not only when the request arrived: otherwise a
 * rule could outlive a role that ended meanwhile.
 */
export function makeRule(command: MakeRule, { organisation, ruleSet }: States): Decision<Facts, Rule> {
  switch (organisation.status) {
    case 'absent':
      return refuse('organisation.not_found');
    case 'active': {
      const { organisationId, ...rule } = command;
      if (!organisation.adminIds.includes(rule.createdBy)) return refuse('auth.role_missing', { required: ['admin'] });
      const existing = ruleSet.rules.find(
        ({ pluginId, recordType, actions }) =>
          pluginId === rule.pluginId &&
          recordType === rule.recordType &&
          actions.some((action) => rule.actions.includes(action)),
      );
      if (existing !== undefined) return refuse('rule.exists', { id: existing.ruleId });
      if (ruleSet.rules.length >= MAX_RULES) return refuse('rule.too_many', { maximum: MAX_RULES });
      return accept({ ruleSet: [{ type: 'RuleMade', data: { ...rule, organisationId } }] }, rule);
    }
    default:
      return unreachable(organisation);
  }
}
