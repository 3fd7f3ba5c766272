import { idempotencyOf, metaOf, type RequestContext } from '@kushk/broker';
import { workspaceRules, type RequestOf } from '@kushk/contracts';
import { streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { ruleSetStream } from '../rule-set.js';
import { revokeRule } from './revoke-rule.js';

@Controller()
export class RevokeRuleHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(workspaceRules.revokeRule.subject)
  async handle(request: RequestOf<typeof workspaceRules.revokeRule>, context: RequestContext): Promise<Outcome<null>> {
    const { organisation_id: organisationId, rule_id: ruleId, by } = request;
    const command = { ruleId, by, at: now().toISOString() };
    return await this.store.run({
      name: 'RevokeRule',
      streams: { ruleSet: streamRef(ruleSetStream, organisationId) },
      decide: (states) => revokeRule(command, states),
      idempotency: idempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}
