/**
 * What a deployment finds on the Internet, in the containers' networks: the sign-in provider, and a plugin at a public
 * address. All of it has certificates of one authority, and stays on this machine.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@kushk/embedded';
import { RecordingPlugin } from '@kushk/testing';
import { Agent, setGlobalDispatcher } from 'undici';
import { audiences, pageClient } from '../../../run/sign-in/provider-names.js';
import { loadSecrets, type Secrets } from '../../../run/start/secrets.js';
import type { Engine } from './engine.js';

/** Unassigned, and public by the rules of delivery. The network has no way out. */
const publicSubnet = '192.0.1.0/24';
const tlsPort = 8443;
/** The hosts, and the address of this machine on which their port is published. */
export const hosts = {
  hub: { name: 'hub.example.com', address: '127.0.8.1' },
  instance: { name: 'app.example.net', address: '127.0.8.2' },
  signIn: { name: 'id.example.org', address: '127.0.8.3' },
  plugin: { name: 'plugin.example.com', address: '127.0.8.3' },
} as const;
export const leafHost = 'nats.example.com';
export const originOf = (host: keyof typeof hosts): string => `https://${hosts[host].name}:${tlsPort}`;

export interface OutsideWorld {
  readonly plugin: RecordingPlugin;
  readonly signIn: Secrets['signIn'];
  /** In PEM. */
  readonly authority: string;
  /** Writes the certificate of a host and its key, as haproxy reads them. */
  writeCertificate(host: keyof typeof hosts, path: string): void;
  /** Connects a network of a deployment to the sign-in provider and the plugin. */
  join(network: string): Promise<void>;
  stop(): Promise<void>;
}

export const publicNetworkArguments = (name: string): readonly string[] => [
  ...['network', 'create', '--internal', '--subnet', publicSubnet, name],
];

export async function startOutsideWorld({ podman }: Engine, folder: string): Promise<OutsideWorld> {
  const authority = newAuthority(folder);
  const plugin = await RecordingPlugin.start();
  const secrets = loadSecrets(join(folder, 'secrets.json'));
  const signInPort = await freePort();
  const configuration = join(folder, 'world');
  mkdirSync(join(configuration, 'tls'), { recursive: true });
  for (const host of ['signIn', 'plugin'] as const)
    writeCertificate({ folder, host, path: join(configuration, 'tls', `${host}.pem`) });
  const provider = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', './tools/typescript.mjs', 'tools/run/sign-in/main.ts'],
    { env: { ...process.env, ...signInEnvironment({ secrets, folder }, signInPort) }, stdio: 'ignore' },
  );
  await podman(
    ...['run', '--detach', '--name', 'kushk-world', '--pull', 'never', '--volume', `${configuration}:/world:ro`],
    ...['--publish', `${hosts.signIn.address}:${tlsPort}:${tlsPort}`, 'docker.io/library/haproxy:3.2'],
    ...['sh', '-c', 'while [ ! -e /world/haproxy.cfg ]; do sleep 0.1; done; exec haproxy -db -f /world/haproxy.cfg'],
  );
  // The bridge of the container exists from now on, and with it the address at which it reaches this machine.
  const gateway = (await podman('inspect', '--format', '{{.NetworkSettings.Gateway}}', 'kushk-world')).trim();
  const forwards = [
    await forward(gateway, signInPort),
    await forward(gateway, Number(new URL(plugin.baseUrl).port)),
  ] as const;
  writeFileSync(join(configuration, 'haproxy.cfg'), proxyConfiguration(gateway, forwards.map(portOf)));
  setGlobalDispatcher(dispatcherTo(authority));
  return {
    plugin,
    authority,
    signIn: secrets.signIn,
    writeCertificate: (host, path) => writeCertificate({ folder, host, path }),
    join: async (network) => {
      const aliases = [hosts.signIn.name, hosts.plugin.name].flatMap((name) => ['--alias', name]);
      await podman('network', 'connect', ...aliases, network, 'kushk-world');
    },
    stop: async () => {
      await podman('rm', '--force', '--time', '0', 'kushk-world');
      provider.kill();
      for (const server of forwards) server.close();
      await plugin.stop();
    },
  };
}

function signInEnvironment(
  { secrets: { signIn }, folder }: { readonly secrets: Secrets; readonly folder: string },
  port: number,
): Record<string, string> {
  return {
    SIGN_IN_ISSUER: originOf('signIn'),
    SIGN_IN_HOST: '127.0.0.1',
    SIGN_IN_PORT: String(port),
    SIGN_IN_CERTIFICATE: join(folder, 'signIn.crt'),
    SIGN_IN_KEY: join(folder, 'signIn.key'),
    SIGN_IN_AUDIENCES: Object.values(audiences).join(','),
    SIGN_IN_SECRETS: JSON.stringify(signIn),
    SIGN_IN_PAGES: JSON.stringify([pageClient('hub', originOf('hub')), pageClient('i1', originOf('instance'))]),
  };
}

function proxyConfiguration(gateway: string, [signIn, plugin]: readonly number[]): string {
  return `defaults
  mode http
  option http-server-close
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend world
  bind :${tlsPort} ssl crt /world/tls/
  use_backend plugin if { hdr(host),host_only -m str ${hosts.plugin.name} }
  default_backend sign_in
backend sign_in
  server a ${gateway}:${signIn} ssl verify none
backend plugin
  server a ${gateway}:${plugin}
`;
}

/** What this program itself sends goes to the published ports, and trusts the authority. */
function dispatcherTo(authority: string): Agent {
  const addresses = new Map<string, string>(Object.values(hosts).map(({ name, address }) => [name, address]));
  return new Agent({
    connect: {
      ca: authority,
      lookup: (name, options, done) => {
        const address = addresses.get(name) ?? '127.0.0.1';
        if (options.all) done(null, [{ address, family: 4 }]);
        else done(null, address, 4);
      },
    },
  });
}

async function forward(address: string, port: number): Promise<Server> {
  const server = createServer((socket) => {
    const inner = connect(port, '127.0.0.1');
    for (const end of [socket, inner]) end.on('error', () => void (socket.destroy(), inner.destroy()));
    socket.pipe(inner).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  server.unref();
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];

function newAuthority(folder: string): string {
  const files = ['-keyout', join(folder, 'authority.key'), '-out', join(folder, 'authority.crt')];
  const extensions = ['-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=critical,keyCertSign'];
  openssl('req', '-x509', ...newKey, '-subj', '/CN=Proof', ...extensions, ...files);
  return readFileSync(join(folder, 'authority.crt'), 'utf8');
}

interface NewCertificate {
  readonly folder: string;
  readonly host: keyof typeof hosts;
  readonly path: string;
}

function writeCertificate({ folder, host, path }: NewCertificate): void {
  const { name } = hosts[host];
  const [key, certificate] = [join(folder, `${host}.key`), join(folder, `${host}.crt`)];
  const signer = ['-CA', join(folder, 'authority.crt'), '-CAkey', join(folder, 'authority.key')];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  openssl('req', '-x509', ...newKey, ...subject, ...signer, '-keyout', key, '-out', certificate);
  writeFileSync(path, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'), { mode: 0o600 });
}

function openssl(...args: readonly string[]): void {
  execFileSync('openssl', args, { stdio: 'ignore' });
}
