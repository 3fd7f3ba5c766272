/**
 * Lists and replays the parked facts of one service, with the environment of that service: `node tools/parked.mjs
 * delivery` lists them. A fact is parked by a reaction that cannot process it, or by the relay of the service's own log
 * that cannot publish it (reaction `relay`). With `--replay` the reactions run again and the relay publishes again,
 * oldest fact first; a fact that succeeds is removed from the list. `--reaction on-proposal-settled` and `--event ID`
 * select some of the facts. Requires `npm run build`. The exit code is 1 while facts are parked.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

process.env.LOG_LEVEL ??= 'error';
const { createService, readConfig } = await import('@kushk/runtime');
const { KushkTransport } = await import('@kushk/broker');
const { ParkedOutbox } = await import('@kushk/event-store');

const options = { replay: { type: 'boolean' }, reaction: { type: 'string' }, event: { type: 'string' } };
const {
  values,
  positionals: [service = ''],
} = parseArgs({ options, allowPositionals: true });
if (!/^[a-z]+$/.test(service)) {
  process.stderr.write('Usage: node tools/parked.mjs SERVICE [--replay] [--reaction NAME] [--event ID]\n');
  process.exit(2);
}
const modules = await import(`../apps/${service}/dist/${service}.module.js`);
const app = await createService(modules[`${service[0].toUpperCase()}${service.slice(1)}Module`], readConfig());
await app.listen();
const parkedFacts = await app.get(KushkTransport, { strict: false }).parkedFacts();
const filter = {
  ...(values.reaction && { reaction: values.reaction }),
  ...(values.event && { eventId: values.event }),
};
const isSelected = (fact) =>
  (!values.reaction || fact.reaction === values.reaction) && (!values.event || fact.eventId === values.event);

/** The relay of the service may be another process, so a replay is a request to it. */
const replayTimeoutMs = 30_000;
const outbox = app.get(ParkedOutbox, { strict: false });
const ofRelay = values.reaction === undefined || values.reaction === 'relay';
const ofEvent = values.event && { eventId: values.event };

if (values.replay && values.reaction !== 'relay')
  process.stdout.write(`${(await parkedFacts.replay(filter)).replayed} replayed\n`);
if (values.replay && ofRelay) {
  const requested = await outbox.requestReplay(ofEvent);
  const giveUpAt = Date.now() + replayTimeoutMs;
  while (requested > 0 && (await outbox.pendingReplays()) > 0 && Date.now() < giveUpAt) await sleep(200);
  process.stdout.write(`${requested} replays requested of the relay\n`);
}
const parked = (await parkedFacts.list()).filter(isSelected);
if (ofRelay)
  for (const { parkedAt, eventId, streamId, version, type, attempts, reason } of await outbox.list(ofEvent))
    parked.push({
      parkedAt: parkedAt.toISOString(),
      reaction: 'relay',
      eventId,
      subject: `${streamId}@${version} ${type}`,
      attempts,
      reason,
    });
for (const { parkedAt, reaction, eventId, subject, attempts, reason } of parked) {
  process.stdout.write(`${parkedAt}  ${reaction}  ${eventId}  ${subject}  after ${attempts} attempts: ${reason}\n`);
}
process.stdout.write(`${parked.length} parked\n`);
await app.close();
process.exit(parked.length > 0 ? 1 : 0);
