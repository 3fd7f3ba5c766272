import { commandHandler } from '@kushk/broker';
import { workspaceRules } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { ruleSetStream } from '../rule-set.js';
import { revokeRule } from './revoke-rule.js';

export const RevokeRuleHandler = commandHandler(workspaceRules.revokeRule, {
  name: 'RevokeRule',
  command: ({ rule_id: ruleId, by }) => ({ ruleId, by, at: now().toISOString() }),
  streams: ({ organisation_id: organisationId }) => ({ ruleSet: streamRef(ruleSetStream, organisationId) }),
  decide: (command, states) => revokeRule(command, states),
});
