import { commandHandler, respond } from '@kushk/broker';
import { delivery, type ReplyOf } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Deliveries } from '../../delivery/list-deliveries/deliveries.view.js';
import { PluginConnector } from '../../outbound/plugin-connector.client.js';

type Reply = ReplyOf<typeof delivery.simulateOutage>;

/** In production, a plugin is called as long as it can be reached. */
export const SimulateOutageHandler = commandHandler(
  delivery.simulateOutage,
  { store: EventStore, deliveries: Deliveries, connector: PluginConnector },
  async ({ organisation_id, installation_id, seconds }, { store, deliveries, connector }, { idempotency }) => {
    const { devCalls } = connector;
    if (devCalls === null) return refuse('installation.not_found');
    const stored = await store.findReply<Reply>(idempotency);
    if (stored !== null) return stored;
    if (!(await deliveries.isInstalled(installation_id, organisation_id))) return refuse('installation.not_found');
    const until = seconds === 0 ? null : new Date(now().getTime() + seconds * 1_000);
    devCalls.simulateOutage({ installation_id, until_ms: until?.getTime() ?? null });
    const reply: Reply = { until: until?.toISOString() ?? null };
    await store.storeReply(idempotency, reply);
    return respond(reply);
  },
);
