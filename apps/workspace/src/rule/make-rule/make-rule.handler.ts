import { idempotencyOf, metaOf, type RequestContext } from '@kushk/broker';
import { requestProblem, workspaceRules, type Problem, type RequestOf, type RuleResource } from '@kushk/contracts';
import { mapReply, refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { CONFIG, newId, now, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { organisationStream } from '../../organisation/organisation.js';
import { ruleSetStream, ruleToWire } from '../rule-set.js';
import { makeRule } from './make-rule.js';

@Controller()
export class MakeRuleHandler {
  constructor(
    private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @MessagePattern(workspaceRules.makeRule.subject)
  async handle(
    request: RequestOf<typeof workspaceRules.makeRule>,
    context: RequestContext,
  ): Promise<Outcome<RuleResource>> {
    const { organisation_id: organisationId, by, plugin_id: pluginId, record_type: recordType } = request;
    const lowRisk = this.config.lowRiskRecordTypes;
    if (!lowRisk.some((type) => type === recordType))
      return refuse('request.invalid', { problems: [notLowRisk(lowRisk)] });
    const ruleId = newId('rul');
    const command = { ruleId, organisationId, pluginId, recordType, createdBy: by, createdAt: now().toISOString() };
    return await this.store.run({
      name: 'MakeRule',
      streams: {
        organisation: streamRef(organisationStream, organisationId),
        ruleSet: streamRef(ruleSetStream, organisationId),
      },
      decide: (states) => mapReply(makeRule(command, states), ruleToWire),
      idempotency: idempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}

function notLowRisk(lowRisk: readonly string[]): Problem {
  const types = lowRisk.join(', ');
  return requestProblem('not_low_risk', '/record_type', {
    message: types === '' ? 'no type is low-risk on this instance' : `must be a low-risk type: ${types}`,
    message_fa: types === '' ? 'هیچ نوعی در این سکو کم‌خطر نیست' : `باید از انواع کم‌خطر باشد: ${types}`,
  });
}
