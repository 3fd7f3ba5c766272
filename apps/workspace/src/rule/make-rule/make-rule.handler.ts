import { commandHandler } from '@kushk/broker';
import { requestProblem, workspaceRules, type Problem } from '@kushk/contracts';
import { mapReply, refuse, streamRef } from '@kushk/decider';
import { CONFIG, newId, now } from '@kushk/runtime';
import { ruleSetStream, ruleToWire } from '../rule-set.js';
import { makeRule } from './make-rule.js';

export const MakeRuleHandler = commandHandler(
  workspaceRules.makeRule,
  { config: CONFIG },
  async (request, { config }, { run }) => {
    const { organisation_id: organisationId, by, plugin_id: pluginId, record_type: recordType, actions } = request;
    const lowRisk = config.lowRiskRecordTypes;
    if (!lowRisk.some((type) => type === recordType))
      return refuse('request.invalid', { problems: [notLowRisk(lowRisk)] });
    if (actions.length === 0) return refuse('request.invalid', { problems: [NO_ACTION] });
    const ruleId = newId('rul');
    return run({
      name: 'MakeRule',
      stream: streamRef(ruleSetStream, organisationId),
      command: { ruleId, organisationId, pluginId, recordType, actions, createdBy: by, createdAt: now().toISOString() },
      decide: (command, ruleSet) => mapReply(makeRule(command, ruleSet), ruleToWire),
    });
  },
);

const NO_ACTION = requestProblem('out_of_range', '/actions', {
  message: 'has at least one action',
  message_fa: 'باید دست‌کم یک عمل داشته باشد',
});

function notLowRisk(lowRisk: readonly string[]): Problem {
  const types = lowRisk.join(', ');
  return requestProblem('not_low_risk', '/record_type', {
    message: types === '' ? 'no type is low-risk on this instance' : `must be a low-risk type: ${types}`,
    message_fa: types === '' ? 'هیچ نوعی در این سکو کم‌خطر نیست' : `باید از انواع کم‌خطر باشد: ${types}`,
  });
}
