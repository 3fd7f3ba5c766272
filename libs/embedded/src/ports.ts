import { createServer } from 'node:net';
import { ServerStartError } from './running-server.js';

const loopback = '127.0.0.1';

/** Listens on a port for a moment; null when it is taken or forbidden. Port 0 means any free port. */
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

/** A port on loopback that is free at this moment. */
export async function freePort(): Promise<number> {
  const port = await tryPort(0);
  if (port === null) throw new ServerStartError('failed', 'No free port was found on 127.0.0.1.');
  return port;
}

export async function isPortFree(port: number): Promise<boolean> {
  return (await tryPort(port)) !== null;
}

/** Rejects with one line that names the port and the server that needs it. */
export async function requireFreePort(port: number, server: string): Promise<void> {
  if (await isPortFree(port)) return;
  throw new ServerStartError('port_taken', `Port ${port}, which ${server} needs, is taken by another program.`);
}
