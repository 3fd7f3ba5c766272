/**
 * Lists and replays the parked facts of one service, with the environment of that service: `node tools/parked.mjs
 * delivery` lists them. With `--replay` the reactions to these facts run again, oldest fact first; a fact that
 * succeeds is removed from the list. `--reaction on-proposal-settled` and `--event ID` select some of the facts.
 * Requires `npm run build`. The exit code is 1 while facts are parked.
 */
import { parseArgs } from 'node:util';

process.env.LOG_LEVEL ??= 'error';
const { createService, readConfig } = await import('@kushk/runtime');
const { KushkTransport } = await import('@kushk/broker');

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

if (values.replay) process.stdout.write(`${(await parkedFacts.replay(filter)).replayed} replayed\n`);
const parked = (await parkedFacts.list()).filter(isSelected);
for (const { parkedAt, reaction, eventId, subject, attempts, reason } of parked) {
  process.stdout.write(`${parkedAt}  ${reaction}  ${eventId}  ${subject}  after ${attempts} attempts: ${reason}\n`);
}
process.stdout.write(`${parked.length} parked\n`);
await app.close();
process.exit(parked.length > 0 ? 1 : 0);
