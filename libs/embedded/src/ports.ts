import { createServer } from 'node:net';
import { ServerStartError } from './running.js';

const loopback = '127.0.0.1';

/** Listens for a moment to see whether it could: `null` when the port is taken or forbidden. 0 means any port. */
function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ port, host: loopback, exclusive: true }, () => {
      const address = server.address();
      const found = typeof address === 'object' && address !== null ? address.port : null;
      server.close(() => resolve(found));
    });
  });
}

/** A port on loopback that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const port = await tryPort(0);
  if (port === null) throw new ServerStartError('failed', 'No free port was found on 127.0.0.1.');
  return port;
}

/** Whether a port on loopback can be listened on at this moment. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await tryPort(port)) !== null;
}

/** Fails with one line that names the port and what wanted it. */
export async function requireFreePort(port: number, wantedBy: string): Promise<void> {
  if (await isPortFree(port)) return;
  throw new ServerStartError('port_taken', `Port ${port}, which ${wantedBy} needs, is taken by another program.`);
}
