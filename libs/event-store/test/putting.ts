/**
 * The second process of `two-processes.int-spec.ts`: `node … putting.ts URL COUNT EXECUTOR`. Runs COUNT commands that
 * each put one coin into the purse `shared`, then COUNT commands with the idempotency key `raced`. Prints how many
 * commands succeeded, and how many commands with the key took effect.
 */
import { openEventStore, type ExecutorName } from '../src/open.js';
import { purseStream, put } from './purse.js';

const [databaseUrl = '', count = '0', executor] = process.argv.slice(2);
const open = await openEventStore({
  service: 'purse',
  streams: [purseStream],
  databaseUrl,
  executor: executor as ExecutorName,
});
const times = Array.from({ length: Number(count) });
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
const shared = await Promise.all(times.map(() => open.store.run(put('shared', 1))));
const raced = await Promise.all(
  times.map(() => open.store.run(put('raced', 1, { scope: 'caller', key: 'raced', inputHash: 'h' }))),
);
const first = raced.filter((outcome) => outcome.accepted && !outcome.replayed).length;
process.stdout.write(
  `${JSON.stringify({ shared: shared.filter(({ accepted }) => accepted).length, raced: raced.filter(({ accepted }) => accepted).length, first })}\n`,
);
process.stdin.destroy();
await open.close();
