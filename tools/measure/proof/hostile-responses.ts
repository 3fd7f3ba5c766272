import { residentMib, sampleMemory } from './delivery-process.js';
import { withDelivery, type DeliverySystem, type Installed } from './delivery-system.js';
import { atMost, exactly, type Proof, type ProofContext } from './proof.js';
import type { Behaviour } from './receiver-protocol.js';

const endpoints = 500;
const hostile: readonly [Behaviour, ...Behaviour[]] = ['endless_body', 'huge_body', 'gzip_bomb', 'many_headers'];
const limitMib = 64;
/** Longer than the deadline of an attempt. */
const answeredWithinMs = 60_000;
const warmUpBatches = 10;

export const proof: Proof = {
  title: '500 hostile responses at once (endless, 100 MiB, gzip bomb, 10,000 headers): memory',
  plantedDefect: 'large-bodies',
  run: ({ patches, random, report }: ProofContext) =>
    withDelivery(patches, async (system) => {
      const { receiver, process, install } = system;
      const plugins = Array.from({ length: endpoints }, (_, n) => n);
      const installed = await install(plugins);
      // The same number of ordinary responses, so that connections and compiled code do not count as a rise.
      for (let batch = 0; batch < warmUpBatches; batch += 1) await oneEventEach(system, installed);
      const before = residentMib(process.pid);
      for (const n of plugins) receiver.behave([n], random.pick(hostile));
      const memory = sampleMemory(process.pid);
      const received = await oneEventEach(system, installed);
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      const rise = memory.stop() - before;
      report(`${received} hostile responses, memory before ${before.toFixed(0)} MiB`);
      receiver.behave(plugins, 'ok');
      const healthy = await oneEventEach(system, installed.slice(0, 1));
      return [
        atMost('resident memory rises', rise, { limit: limitMib, unit: 'MiB' }),
        atMost('endpoints that got no request', Math.max(0, endpoints - received), { limit: 0, unit: 'endpoints' }),
        exactly('the next event after the hostile responses is delivered', Math.min(1, healthy), {
          limit: 1,
          unit: 'events',
        }),
      ];
    }),
};

/** Publishes one event to each endpoint at once. Returns how many endpoints got a request. */
async function oneEventEach({ load, receiver }: DeliverySystem, installed: readonly Installed[]): Promise<number> {
  const first = load.published + 1;
  await load.atOnce(installed.length, (n) => ({
    installationId: installed[n]!.installationId,
    key: `h${load.published + n}`,
  }));
  const seen = new Set<number>();
  const until = performance.now() + answeredWithinMs;
  while (seen.size < installed.length && performance.now() < until) {
    for (const { number } of await receiver.collect()) if (number >= first) seen.add(number);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return seen.size;
}
