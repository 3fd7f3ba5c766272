import { setTimeout as pause } from 'node:timers/promises';
import { scaledDuration } from '../bench/calibration.js';
import { eventually, withDelivery, type DeliverySystem, type Installed } from './delivery-system.js';
import { atMost, exactly, type Claim, type Proof, type ProofContext } from './proof.js';
import { acceptedOutOfOrder, lostAndRepeated, numbersTo } from './received-events.js';
import { preciseNow } from './receiver-protocol.js';

const [recovering, dead] = [0, 1];
const backlog = 10_000;
const deadBacklog = 1_000;
const keys = 100;
const hourMs = 3_600_000;
/** How many times faster the virtual clock runs while an endpoint is down. */
const fastRate = 240;
const limits = { firstEventMs: 6 * 60_000, drainMs: 120_000, requestsPerDay: 320 };
/** The probes of the first five minutes, before the interval reaches its maximum. */
const firstProbes = 12;

export const proof: Proof = {
  title: 'An endpoint that is back after an hour (virtual clock), and a day of a dead endpoint',
  plantedDefect: 'uncapped-probes',
  run: (context: ProofContext) =>
    withDelivery([...context.patches, 'virtual-clock'], async (system) => {
      const { install, receiver, load, stored } = system;
      const [first, second] = await install([recovering, dead]);
      receiver.behave([recovering, dead], 'down');
      await load.atOnce(backlog, (n) => ({ installationId: first!.installationId, key: `k${n % keys}` }));
      await load.atOnce(deadBacklog, (n) => ({ installationId: second!.installationId, key: `d${n}` }));
      if (!(await stored(300_000))) throw new Error('the events were not stored');
      context.report(`${backlog + deadBacklog} events wait`);
      return [...(await recover(system, first!, context)), ...(await stayDead(system, second!, context))];
    }),
};

/** The endpoint is down for an hour, then accepts events. */
async function recover(
  { process, receiver, queued }: DeliverySystem,
  { installationId }: Installed,
  { calibration, report }: ProofContext,
): Promise<readonly Claim[]> {
  await process.setClockRate(fastRate);
  await pause(hourMs / fastRate);
  receiver.behave([recovering], 'ok');
  const backAtMs = preciseNow();
  let firstAtMs: number | null = null;
  await eventually(async () => {
    await receiver.collect();
    const accepted = receiver.events.find((event) => event.installationId === installationId && event.status === 200);
    firstAtMs = accepted?.arrivedAtMs ?? null;
    return firstAtMs !== null;
  }, 60_000);
  await process.setClockRate(1);
  const firstEventMs = ((firstAtMs ?? Infinity) - backAtMs) * fastRate;
  report(`first event after ${(firstEventMs / 1_000).toFixed(0)} s of virtual time`);
  const drainLimitMs = scaledDuration(limits.drainMs, calibration);
  const startedAt = performance.now();
  const isDrained = await eventually(async () => (await queued()) <= deadBacklog, drainLimitMs * 2);
  const drainMs = isDrained ? performance.now() - startedAt : Infinity;
  await receiver.collect();
  const own = receiver.events.filter((event) => event.installationId === installationId);
  const { lost, repeated } = lostAndRepeated(own, numbersTo(backlog));
  report(`${own.length} requests, ${repeated} repeats`);
  return [
    atMost('first event after the endpoint is back, in virtual time', firstEventMs / 1_000, {
      limit: limits.firstEventMs / 1_000,
      unit: 's',
    }),
    atMost(`${backlog} waiting events drain`, drainMs / 1_000, { limit: drainLimitMs / 1_000, unit: 's' }),
    exactly('events accepted out of order of their key', acceptedOutOfOrder(own), { limit: 0, unit: 'events' }),
    exactly('events lost', lost, { limit: 0, unit: 'events' }),
  ];
}

/** Counts the requests of one more virtual day to the endpoint that has been down all the time. */
async function stayDead(
  { process, receiver, queued }: DeliverySystem,
  { installationId }: Installed,
  { isQuick, report }: ProofContext,
): Promise<readonly Claim[]> {
  const hours = isQuick ? 3 : 24;
  await receiver.collect();
  const from = preciseNow();
  await process.setClockRate(fastRate);
  await pause((hours * hourMs) / fastRate);
  await process.setClockRate(1);
  const requests = (await receiver.collect()).filter(
    (event) => event.installationId === installationId && event.arrivedAtMs >= from,
  ).length;
  report(`${requests} requests in ${hours} hours of virtual time, ${await queued()} events wait`);
  const limit = Math.floor(((limits.requestsPerDay - firstProbes) * hours) / 24) + firstProbes;
  return [
    atMost(`event requests to a dead endpoint in ${hours} virtual hours`, requests, { limit, unit: 'requests' }),
    atMost('a dead endpoint is still probed: missing requests', Math.max(0, hours - requests), {
      limit: 0,
      unit: 'requests',
    }),
  ];
}
