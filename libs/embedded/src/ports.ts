import { createServer } from 'node:net';
import { ServerStartError } from './running-server.js';

const loopback = '127.0.0.1';

/**
 * Below the ports that Linux gives to connections and to servers without a port of their own (32,768 to 60,999): one of
 * these could get the port before the caller uses it.
 */
const searched = { first: 22_000, count: 10_000 };
/** Processes that look at the same time begin at different ports. */
const portsPerProcess = 16;
let next = process.pid * portsPerProcess;

/** Returns a loopback port that is currently free, each time another one. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < searched.count; tried += 1) {
    const port = searched.first + (next % searched.count);
    next += 1;
    if (await isPortFree(port)) return port;
  }
  throw new ServerStartError('failed', 'No free port was found on 127.0.0.1.');
}

/** Listens on a port briefly. False when the port is taken or forbidden. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: loopback, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/**
 * Throws when the port is taken or forbidden. The error message is one line with the port and the server that needs
 * it.
 */
export async function requireFreePort(port: number, server: string): Promise<void> {
  if (await isPortFree(port)) return;
  throw new ServerStartError('port_taken', `Port ${port}, which ${server} needs, is taken by another program.`);
}
