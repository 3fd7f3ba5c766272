import { setTimeout as pause } from 'node:timers/promises';
import { withDelivery } from './delivery-system.js';
import { exactly, type Proof, type ProofContext } from './proof.js';
import { lostAndRepeated, numbersTo } from './received-events.js';

const endpoints = 20;
const perSecond = 400;
const overlapMs = 10_000;
/** A plugin keeps the previous secret until the instance has certainly begun to sign with the new one. */
const earliestSwitchMs = 2_000;
const latestSwitchMs = 9_000;

export const proof: Proof = {
  title: '100 rotations of signing secrets under load, receivers switch at random moments of the overlap',
  plantedDefect: 'newest-secret-only',
  run: ({ patches, random, isQuick, report }: ProofContext) =>
    withDelivery(patches, async ({ install, rotate, load, receiver, stored, drained }) => {
      const rotationsEach = isQuick ? 1 : 5;
      const installed = await install(Array.from({ length: endpoints }, (_, n) => n));
      for (const { installationId, secret } of installed) receiver.requireSecret(installationId, secret);
      const rotateRepeatedly = async (installationId: string): Promise<void> => {
        for (let rotation = 0; rotation < rotationsEach; rotation += 1) {
          await pause(random.next() * overlapMs);
          const secret = await rotate(installationId, overlapMs);
          const switchMs = earliestSwitchMs + random.next() * (latestSwitchMs - earliestSwitchMs);
          await pause(switchMs);
          receiver.requireSecret(installationId, secret);
          await pause(overlapMs - switchMs);
        }
      };
      const durationMs = (rotationsEach * 2 + 0.5) * overlapMs;
      const rotating = inTurn(
        installed.map(({ installationId }) => installationId),
        rotateRepeatedly,
      );
      await load.atRate({
        perSecond,
        durationMs,
        next: (n) => ({ installationId: installed[n % endpoints]!.installationId, key: `k${n}` }),
      });
      await rotating;
      await stored(60_000);
      await drained(60_000);
      await receiver.collect();
      const rejected = receiver.events.filter(({ status }) => status === 401).length;
      report(`${receiver.events.length} deliveries, ${rotationsEach * endpoints} rotations`);
      return [
        exactly('deliveries rejected because of their signature', rejected, { limit: 0, unit: 'deliveries' }),
        exactly('events lost', lostAndRepeated(receiver.events, numbersTo(load.published)).lost, {
          limit: 0,
          unit: 'events',
        }),
      ];
    }),
};

async function inTurn<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  await Promise.all(items.map(work));
}
