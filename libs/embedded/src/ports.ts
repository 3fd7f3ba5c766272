import { createServer } from 'node:net';
import { ServerStartError } from './running-server.js';

const loopback = '127.0.0.1';

/** Listens on a port briefly. Returns null when the port is taken or forbidden. Port 0 means any free port. */
function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(null));
    probe.listen({ port, host: loopback, exclusive: true }, () => {
      const address = probe.address();
      const found = typeof address === 'object' && address !== null ? address.port : null;
      probe.close(() => resolve(found));
    });
  });
}

/** Returns a loopback port that is currently free. */
export async function freePort(): Promise<number> {
  const port = await tryPort(0);
  if (port === null) throw new ServerStartError('failed', 'No free port was found on 127.0.0.1.');
  return port;
}

export async function isPortFree(port: number): Promise<boolean> {
  return (await tryPort(port)) !== null;
}

/**
 * Throws when the port is taken or forbidden. The error message is one line with the port and the server that needs
 * it.
 */
export async function requireFreePort(port: number, server: string): Promise<void> {
  if (await isPortFree(port)) return;
  throw new ServerStartError('port_taken', `Port ${port}, which ${server} needs, is taken by another program.`);
}
