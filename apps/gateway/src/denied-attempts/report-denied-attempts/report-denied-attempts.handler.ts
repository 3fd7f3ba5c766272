import { Broker, queryHandler, respond } from '@kushk/broker';
import { containers, instanceGateway } from '@kushk/contracts';
import { CONFIG } from '@kushk/runtime';
import { requestSender } from '../../http/request-sender.js';

/** The hub waits this long for an instance. */
export const DENIED_DEADLINE_MS = 2_000;

/** Tells the hub what the containers of a version were denied here: no installation and no organisation. */
export const ReportDeniedAttemptsHandler = queryHandler(
  instanceGateway.deniedAttempts,
  { broker: Broker, config: CONFIG },
  async ({ plugin_id, version }, { broker, config }, context) => {
    if (config.containers.driver === 'off') return respond({ items: [] });
    const send = requestSender(broker, {
      actor: { kind: 'system' },
      requestId: context.requestId,
      traceparent: context.traceparent ?? null,
      deadlineAtMs: performance.now() + DENIED_DEADLINE_MS,
    });
    const { reply } = await send(containers.listDenied, { plugin_id, version });
    return respond(reply);
  },
);
