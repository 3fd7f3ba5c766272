import { log, traceIdOf } from '@kushk/runtime';
import type { ClaimedDelivery } from '../delivery/claimed-delivery.js';
import type { AttemptResult } from '../outbound/attempt-result.js';
import type { PluginClient } from '../outbound/plugin.client.js';
import { classifyResult } from './attempt-outcome.js';
import type { Channel } from './channel.js';

/**
 * Makes one attempt of a delivery: builds the request, sends it, and runs the channel's `onSuccess` after a success.
 */
export class AttemptClient {
  constructor(
    private readonly channel: Channel,
    private readonly plugins: PluginClient,
    private readonly clock: { readonly now: () => number; readonly realNow: () => number },
  ) {}

  /**
   * Never rejects: a request that cannot be built is an `internal` failure, which is retried like any other failure.
   */
  async send(delivery: ClaimedDelivery, startedMs: number): Promise<AttemptResult> {
    try {
      const request = await this.channel.prepare(delivery, new Date(this.clock.realNow()));
      const traceparent = delivery.traceparent ?? undefined;
      const { deliveryId, installationId, attempt } = delivery;
      const result = await this.plugins.send(request, {
        call: { deliveryId, installationId, attempt },
        span: {
          name: `call plugin ${delivery.kind}`,
          parent: traceparent,
          attributes: { 'kushk.delivery_id': delivery.deliveryId, 'kushk.attempt': delivery.attempt },
        },
        traceparent,
      });
      if (classifyResult(result, startedMs).kind === 'success')
        await this.channel.onSuccess?.(delivery, new Date(this.clock.now()));
      this.plugins.measure(result);
      return result;
    } catch (err) {
      const trace_id = traceIdOf(delivery.traceparent);
      const fields = { delivery_id: delivery.deliveryId, trace_id, kind: delivery.kind };
      log.error({ err, ...fields }, 'delivery attempt could not be made');
      const durationMs = Math.max(0, this.clock.now() - startedMs);
      const failure: AttemptResult = { kind: 'failed', error: 'internal', durationMs, status: null };
      this.plugins.measure(failure);
      return failure;
    }
  }
}
