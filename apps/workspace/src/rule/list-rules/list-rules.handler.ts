import { respond } from '@kushk/broker';
import { keyAfterCursor, pageOfRows, workspaceRules, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { CONFIG, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { ruleSetStream, ruleToWire } from '../rule-set.js';

/** Lists the rules of an organisation, the newest first. The state of the stream has them all. */
@Controller()
export class ListRulesHandler {
  constructor(
    private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @MessagePattern(workspaceRules.listRules.subject)
  async handle(
    request: RequestOf<typeof workspaceRules.listRules>,
  ): Promise<Outcome<ReplyOf<typeof workspaceRules.listRules>>> {
    const start = keyAfterCursor(request.cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const { state } = await this.store.load(streamRef(ruleSetStream, request.organisation_id));
    const rules = state.rules
      .filter(({ ruleId }) => start === null || ruleId < start)
      .toSorted((a, b) => (a.ruleId < b.ruleId ? 1 : -1));
    const { pageRows, next_cursor } = pageOfRows(
      rules.slice(0, request.limit + 1),
      request.limit,
      (rule) => rule.ruleId,
    );
    return respond({ items: pageRows.map(ruleToWire), next_cursor, record_types: this.config.lowRiskRecordTypes });
  }
}
