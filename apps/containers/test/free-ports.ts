import { createServer, type Server } from 'node:net';

const LOWEST = 12_000;
/** Below the ports that the system gives to connections. */
const HIGHEST = 30_000;

/** The first of `count` ports of this machine that are free at the moment. */
export async function freePorts(count: number): Promise<number> {
  const blocks = Math.floor((HIGHEST - LOWEST) / count);
  for (let attempt = 0; attempt < blocks; attempt += 1) {
    const first = LOWEST + ((process.pid + attempt) % blocks) * count;
    const servers = await Promise.all(Array.from({ length: count }, (_, index) => listening(first + index)));
    await Promise.all(servers.map((server) => new Promise((resolve) => server?.close(resolve) ?? resolve(null))));
    if (servers.every((server) => server !== null)) return first;
  }
  throw new Error(`${count} consecutive ports are not free`);
}

/** Null when the port is taken. */
function listening(port: number): Promise<Server | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
