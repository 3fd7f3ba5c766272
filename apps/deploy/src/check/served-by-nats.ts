import { connect as connectSocket } from 'node:net';
import { connect, getCACertificates } from 'node:tls';

const timeoutMs = 4_000;

export interface NatsPort {
  readonly hostname: string;
  readonly port: number;
  /** What is trusted beside the public authorities, in PEM. */
  readonly authority: string | undefined;
}

/**
 * SHA-256 of the certificate that a port of NATS serves; null when another program answers there. NATS speaks TLS after
 * its first line. Rejects when the certificate is not valid.
 */
export function servedByNats({ hostname, port, authority }: NatsPort): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket({ host: hostname, port, timeout: timeoutMs });
    socket.once('error', reject);
    socket.once('timeout', () => socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })));
    socket.once('data', (line) => {
      if (!line.toString('utf8').startsWith('INFO ')) {
        socket.destroy();
        return resolve(null);
      }
      const ca = [...getCACertificates('default'), ...(authority === undefined ? [] : [authority])];
      const secured = connect({ socket, servername: hostname, host: hostname, ca }, () => {
        const certificate = secured.getPeerX509Certificate()?.fingerprint256 ?? null;
        secured.destroy();
        resolve(certificate);
      });
      secured.once('error', reject);
    });
  });
}
