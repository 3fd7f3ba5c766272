import { connect } from 'node:net';

const TIMEOUT_MS = 1_000;

/** Resolves with whether something accepts connections at `host:port` within a second. */
export function canConnect(address: string): Promise<boolean> {
  const separator = address.lastIndexOf(':');
  return new Promise((resolve) => {
    const socket = connect({ host: address.slice(0, separator), port: Number(address.slice(separator + 1)) });
    const end = (isConnected: boolean): void => {
      socket.destroy();
      resolve(isConnected);
    };
    socket.setTimeout(TIMEOUT_MS, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
