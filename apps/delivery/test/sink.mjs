/**
 * Returns 200 to every POST on all loopback addresses, for the benchmark. Prints its port and exits with its parent
 * process.
 */
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(200, { 'content-length': 0 }).end());
});
server.keepAliveTimeout = 60_000;
server.listen(0, '0.0.0.0', () => process.stdout.write(`${server.address().port}\n`));
process.stdin.resume().on('end', () => process.exit(0));
