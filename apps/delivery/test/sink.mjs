/**
 * Returns 200 to every POST on all loopback addresses, and to GET how many they were, for the benchmark. Prints its port
 * and exits with its parent process.
 */
import { createServer } from 'node:http';

let posts = 0;
const server = createServer((request, response) => {
  if (request.method === 'GET') return void response.end(String(posts));
  posts += 1;
  request.resume();
  request.on('end', () => response.writeHead(200, { 'content-length': 0 }).end());
});
server.keepAliveTimeout = 60_000;
server.listen(0, '0.0.0.0', () => process.stdout.write(`${server.address().port}\n`));
process.stdin.resume().on('end', () => process.exit(0));
