/**
 * Keeps a number of requests in flight. It runs in a process of its own, because the calls of the neighbour are timed in
 * the process of the row: time that the noise takes there would be counted as time of the system. Its first message has
 * its settings. It sends `running` after its first response. On the message `stop` it sends how many of its requests
 * were accepted and rejected, and ends.
 */
import { once } from 'node:events';
import { Pool } from 'undici';

/** Responses may contain a record. */
const MAX_RESPONSE_BYTES = 2_000_000;

const [{ origin, headers, callers, calls }] = await once(process, 'message');
const pool = new Pool(origin, { connections: callers, pipelining: 1, headersTimeout: 60_000 });
const counts = { accepted: 0, rejected: 0 };
let isStopped = false;

process.on('message', () => {
  isStopped = true;
  process.send(counts, () => process.exit(0));
});

async function caller(index) {
  for (let number = index; !isStopped; number += 1) {
    const { method, path, body } = calls[number % calls.length];
    const response = await pool.request({ method, path: path.replace('{caller}', index), headers, body });
    await response.body.dump({ limit: MAX_RESPONSE_BYTES });
    counts[response.statusCode < 300 ? 'accepted' : 'rejected'] += 1;
    if (counts.accepted + counts.rejected === 1) process.send('running');
  }
}

await Promise.all(Array.from({ length: callers }, (_, index) => caller(index)));
