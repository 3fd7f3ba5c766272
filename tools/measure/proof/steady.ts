import { quantile } from '../bench/callers.js';
import { scaledDuration } from '../bench/calibration.js';
import { sampleMemory } from './delivery-process.js';
import { withDelivery } from './delivery-system.js';
import { atMost, exactly, type Claim, type Proof, type ProofContext } from './proof.js';
import { lostAndRepeated, numbersTo } from './received-events.js';

const endpoints = 200;
const perSecond = 1_000;
const warmUpMs = 5_000;
const limits = { p50Ms: 30, p99Ms: 250, memoryMib: 300 };

export const proof: Proof = {
  title: '1,000 events/s for 2 minutes to 200 endpoints: dwell and memory',
  plantedDefect: 'no-wake-up',
  run: ({ patches, isQuick, calibration, report }: ProofContext) =>
    withDelivery(patches, async ({ install, load, receiver, process, drained, stored }) => {
      const installed = await install(Array.from({ length: endpoints }, (_, n) => n));
      const next = (n: number) => ({ installationId: installed[n % endpoints]!.installationId, key: `k${n}` });
      await load.atRate({ perSecond, durationMs: warmUpMs, next });
      await stored(30_000);
      await drained(30_000);
      await receiver.collect();
      report(`${endpoints} endpoints installed, warm; measuring`);
      const memory = sampleMemory(process.pid);
      await load.atRate({ perSecond, durationMs: isQuick ? 15_000 : 120_000, next });
      const memoryMib = memory.stop();
      await stored(60_000);
      await drained(60_000);
      const measured = await receiver.collect();
      const dwells = measured.map(({ dwellMs }) => dwellMs).sort((a, b) => a - b);
      const [p50, p99] = [quantile(dwells, 0.5), quantile(dwells, 0.99)];
      const { lost } = lostAndRepeated(receiver.events, numbersTo(load.published));
      const scaled = (limit: number): { limit: number; unit: string } => ({
        limit: scaledDuration(limit, calibration),
        unit: 'ms',
      });
      report(`${measured.length} events delivered`);
      return [
        atMost('dwell from the publication of the fact to the request, p50', p50, scaled(limits.p50Ms)),
        atMost('dwell, p99', p99, scaled(limits.p99Ms)),
        atMost('resident memory of delivery', memoryMib, { limit: limits.memoryMib, unit: 'MiB' }),
        exactly('events lost', lost, { limit: 0, unit: 'events' }),
      ] satisfies readonly Claim[];
    }),
};
