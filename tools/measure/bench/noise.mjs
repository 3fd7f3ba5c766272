/**
 * Writes large records as one plugin, with a number of requests in flight at any time. It runs in a process of its own,
 * because the calls of the neighbour are timed in the process of the row: time that the noise takes there would be
 * counted as time of the system. It sends `running` after its first response. On the message `stop` it sends what it has
 * written and ends.
 */
import { Pool } from 'undici';

const { origin, path, headers, callers, characters } = JSON.parse(process.env.NOISE);
/** Responses contain the record. */
const maxResponseBytes = 2 * characters;

const pool = new Pool(origin, { connections: callers, pipelining: 1 });
// Two bodies in turn, because a write of the same data changes nothing.
const bodies = ['a', 'b'].map((first) => Buffer.from(`{"data":{"text":"${first.padEnd(characters, ' noise')}"}}`));
const counts = { written: 0, rejected: 0 };
let isStopped = false;

process.on('message', () => {
  isStopped = true;
  process.send(counts, () => process.exit(0));
});

async function caller(name) {
  for (let number = 0; !isStopped; number += 1) {
    const body = bodies[number % bodies.length];
    const response = await pool.request({ method: 'PUT', path: `${path}/records/note/${name}`, headers, body });
    await response.body.dump({ limit: maxResponseBytes });
    counts[response.statusCode < 300 ? 'written' : 'rejected'] += 1;
    if (counts.written + counts.rejected === 1) process.send('running');
  }
}

await Promise.all(Array.from({ length: callers }, (_, index) => caller(`large-${index}`)));
