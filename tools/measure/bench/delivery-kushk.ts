/** Deliveries with the delivery worker: events in the log, the feed and the queue, and a record of each attempt. */
import { DeliveryWorkerHarness } from '../../../apps/delivery/test/delivery-worker-harness.js';
import type { DeliverySide, SideOptions } from './delivery-side.js';

const DEADLINE_MS = 10_000;

export async function open({ databaseUrl, origins }: SideOptions): Promise<DeliverySide> {
  const harness = await DeliveryWorkerHarness.on(databaseUrl);
  const installed = await Promise.all(origins.map((origin) => harness.install(origin)));
  const worker = await harness.startWorker({ deadlineMs: DEADLINE_MS });
  return {
    append: async ({ endpoint, key, note }) => {
      const { installationId } = installed[endpoint]!;
      await harness.appendEvent(installationId, key, { data: { note } });
      worker.notify(installationId);
    },
    close: () => harness.close(),
  };
}
