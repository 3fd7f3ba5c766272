import { pageHandler, respond } from '@kushk/broker';
import { pageOfRows, workspaceRules } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { CONFIG } from '@kushk/runtime';
import { ruleSetStream, ruleToWire } from '../rule-set.js';

/** Lists the rules of an organisation, the newest first. The state of the stream has them all. */
export const ListRulesHandler = pageHandler(
  workspaceRules.listRules,
  { store: EventStore, config: CONFIG },
  async (request, { store, config }, start) => {
    const { state } = await store.load(streamRef(ruleSetStream, request.organisation_id));
    const rules = state.rules
      .filter(({ ruleId }) => start === null || ruleId < start)
      .toSorted((a, b) => (a.ruleId < b.ruleId ? 1 : -1));
    const { pageRows, next_cursor } = pageOfRows(
      rules.slice(0, request.limit + 1),
      request.limit,
      (rule) => rule.ruleId,
    );
    return respond({ items: pageRows.map(ruleToWire), next_cursor, record_types: config.lowRiskRecordTypes });
  },
);
