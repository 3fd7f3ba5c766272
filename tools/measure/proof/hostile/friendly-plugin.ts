/** A plugin that production reaches: HTTPS under a name of its own, on loopback. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { RecordingPlugin } from '@kushk/testing';

/** The public address of every plugin (closed-network.mjs). */
export const PUBLIC_ADDRESS = '9.9.9.9';
export const pluginName = 'plugin.example.com';

/** What a process preloads so that it reaches the plugin and nothing else. */
export interface ClosedNetwork {
  readonly plugin: RecordingPlugin;
  /** The number of connections to other addresses than the plugin's and loopback. */
  strays(): number;
  /** Sets the addresses of a name. */
  name(name: string, addresses: readonly string[]): void;
  /** Closes the connections to the plugin, so that the next call looks its name up again. */
  disconnect(): void;
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export async function startClosedNetwork(folder: string): Promise<ClosedNetwork> {
  const certificate = newCertificate(folder);
  const plugin = await RecordingPlugin.start();
  const pluginPort = Number(new URL(plugin.baseUrl).port);
  const open = new Set<Socket>();
  const tls = createTlsServer(certificate, (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    const inner = connect(pluginPort, '127.0.0.1');
    for (const end of [socket, inner]) end.on('error', () => void (socket.destroy(), inner.destroy()));
    socket.pipe(inner).pipe(socket);
  });
  let strays = 0;
  const canary = createTcpServer((socket) => {
    strays += 1;
    socket.destroy();
  });
  const [tlsPort, strayPort] = [await listening(tls), await listening(canary)];
  const namesFile = join(folder, 'names.json');
  const names: Record<string, readonly string[]> = {};
  const name = (one: string, addresses: readonly string[]): void => {
    names[one] = addresses;
    writeFileSync(namesFile, JSON.stringify(names));
  };
  name(pluginName, [PUBLIC_ADDRESS]);
  const preload = new URL(
    `closed-network.mjs?names=${namesFile}&plugin=${tlsPort}&strays=${strayPort}`,
    import.meta.url,
  );
  return {
    plugin,
    strays: () => strays,
    name,
    disconnect: () => open.forEach((socket) => socket.destroy()),
    environment: { NODE_OPTIONS: `--import=${preload.href}`, NODE_EXTRA_CA_CERTS: join(folder, 'certificate.pem') },
    stop: async () => {
      await plugin.stop();
      tls.close();
      canary.close();
    },
  };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return (server.address() as AddressInfo).port;
}

function newCertificate(folder: string): { readonly key: Buffer; readonly cert: Buffer } {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const names = `subjectAltName=DNS:${pluginName},DNS:*.example.com`;
  const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1', '-addext', names];
  const made = ['req', '-x509', ...options, '-subj', `/CN=${pluginName}`, '-keyout', key, '-out', cert];
  execFileSync('openssl', made, { stdio: 'ignore' });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}
