/** The gate in the connection itself: resolves, judges, and connects to the very address that was judged. */
import { Resolver } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { isLocalName } from '@kushk/manifest/public-host';
import { buildConnector } from 'undici';
import { judgeAddresses, judgeUrl, type Blocked, type DestinationPolicy } from './destination.js';

/** The addresses of a name, IPv4 and IPv6; rejects when the name cannot be resolved. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** The gate said no. Nothing was sent; not even a packet to the address. */
export class DestinationBlocked extends Error {
  override readonly name = 'DestinationBlocked';
  constructor(readonly reason: Blocked) {
    super(`the destination is not allowed: ${reason}`);
  }
}

/** The name has no address, or the name servers do not answer. */
export class NameUnknown extends Error {
  override readonly name = 'NameUnknown';
}

const DNS_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 4_000;
/** How many of a name's addresses are tried before giving up. */
const ADDRESSES_TRIED = 3;

/** The addresses of this machine's own interfaces, for the policy. */
export function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((entries) => (entries ?? []).map(({ address }) => address));
}

/**
 * Asks the name servers for both kinds of address. Not `getaddrinfo`: that runs on four threads for the whole
 * process, so that one plugin with slow name servers would hold up all others.
 */
export function systemResolve(): Resolve {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 1 });
  return async (name) => {
    if (isLocalName(name)) return ['127.0.0.1', '::1'];
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length === 0) throw new NameUnknown(`no address for ${name}`);
    return addresses;
  };
}

/**
 * A connector for undici pools. undici does not look up literal addresses, so the check stands here and not in
 * `lookup`; and the connection is made to the address that was judged, so that a second answer of the name servers
 * changes nothing. TLS still checks the certificate against the name.
 */
export function guardedConnector(policy: DestinationPolicy, resolve: Resolve): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, allowH2: false });
  return (options, callback) => {
    void addressesOf(options, policy, resolve).then(
      (addresses) => {
        connectToFirst(connect, options, addresses, callback);
      },
      (error: unknown) => {
        callback(error as Error, null);
      },
    );
  };
}

async function addressesOf(
  options: buildConnector.Options,
  policy: DestinationPolicy,
  resolve: Resolve,
): Promise<readonly string[]> {
  const host = options.hostname.replace(/^\[|\]$/g, '');
  const authority = `${host.includes(':') ? `[${host}]` : host}${options.port === '' ? '' : `:${options.port}`}`;
  const verdict = judgeUrl(`${options.protocol}//${authority}`, policy);
  if (!verdict.allowed) throw new DestinationBlocked(verdict.reason);
  if (verdict.literal) return [verdict.host];
  const resolved = judgeAddresses(await resolve(verdict.host), policy);
  if (!resolved.allowed) throw new DestinationBlocked(resolved.reason);
  return resolved.addresses.slice(0, ADDRESSES_TRIED);
}

function connectToFirst(
  connect: buildConnector.connector,
  options: buildConnector.Options,
  addresses: readonly string[],
  callback: buildConnector.Callback,
): void {
  const [address, ...others] = addresses;
  if (address === undefined) {
    callback(new NameUnknown('no address left'), null);
    return;
  }
  const servername =
    options.protocol === 'https:' && address !== options.hostname
      ? { servername: options.servername ?? options.hostname }
      : {};
  connect({ ...options, ...servername, hostname: address }, (...[error, socket]) => {
    if (error === null) callback(null, socket);
    else if (others.length > 0) connectToFirst(connect, options, others, callback);
    else callback(error, null);
  });
}
