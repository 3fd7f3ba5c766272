/**
 * Checks the destination while it opens a connection: resolves the name, checks every address, and connects only to
 * an address that it has checked.
 */
import { Resolver } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { CONTAINER_DOMAIN } from '@kushk/contracts';
import { isLocalName } from '@kushk/manifest/public-host';
import { buildConnector } from 'undici';
import { withoutContinue } from './interim-responses.js';
import { checkAddresses, checkUrl, type BlockReason, type DestinationPolicy } from './destination.js';

/** Resolves a name to its IPv4 and IPv6 addresses. Rejects with `NameNotResolved` when the name has no address. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/** Resolves the base URL of a container (`http://host:port`) to its address (`host:port`), or to null. */
type FindContainer = (baseUrl: string) => Promise<string | null>;

/** The destination is not allowed. No packet was sent to the address. */
export class DestinationBlocked extends Error {
  override readonly name = 'DestinationBlocked';
  constructor(readonly reason: BlockReason) {
    super(`the destination is not allowed: ${reason}`);
  }
}

/** The name has no address, or no name server responded. */
export class NameNotResolved extends Error {
  override readonly name = 'NameNotResolved';
}

const DNS_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 4_000;
/** The number of addresses of one name that are tried before the attempt fails. */
const MAX_ADDRESSES = 3;

/**
 * Returns the addresses of this machine's network interfaces. They are blocked, so that the service never calls
 * itself.
 */
export function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((entries) => (entries ?? []).map(({ address }) => address));
}

/**
 * Queries the name servers for A and AAAA records. `getaddrinfo` is avoided because it uses four threads for the
 * whole process: one plugin with slow name servers would delay all other plugins.
 */
export function systemResolver(): ResolveName {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 1 });
  return async (name) => {
    if (isLocalName(name)) return ['127.0.0.1', '::1'];
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length === 0) throw new NameNotResolved(`no address for ${name}`);
    return addresses;
  };
}

/**
 * Builds a connector for undici pools that connects only to allowed destinations. The check cannot be a `lookup`
 * function, because undici does not call `lookup` for literal addresses. Connecting to the checked address prevents
 * DNS rebinding, where a second lookup returns another address. TLS still verifies the certificate against the name.
 */
export function guardedConnector(
  policy: DestinationPolicy,
  resolve: ResolveName,
  findContainer: FindContainer = () => Promise.resolve(null),
): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, allowH2: false });
  return (options, callback) => {
    const addresses = isContainer(options)
      ? containerAddress(options, findContainer)
      : allowedAddresses(options, policy, resolve);
    void addresses.then(
      (found) => {
        connectToFirst(connect, found, { options, callback });
      },
      (error: unknown) => {
        callback(error as Error, null);
      },
    );
  };
}

/**
 * Whether this is the address of a container. No manifest leads here: a `base_url` without https names loopback, and
 * no name server has the domain.
 */
function isContainer({ protocol, hostname }: buildConnector.Options): boolean {
  return protocol === 'http:' && hostname.endsWith(`.${CONTAINER_DOMAIN}`);
}

/** The address comes from the service that runs the container, so it needs no check. */
async function containerAddress(
  { hostname, port }: buildConnector.Options,
  findContainer: FindContainer,
): Promise<readonly string[]> {
  const address = await findContainer(`http://${hostname}:${port === '' ? '80' : port}`);
  if (address === null) throw new NameNotResolved(`no container has the name ${hostname}`);
  return [address.slice(0, address.lastIndexOf(':'))];
}

async function allowedAddresses(
  options: buildConnector.Options,
  policy: DestinationPolicy,
  resolve: ResolveName,
): Promise<readonly string[]> {
  const host = options.hostname.replace(/^\[|\]$/g, '');
  const authority = `${host.includes(':') ? `[${host}]` : host}${options.port === '' ? '' : `:${options.port}`}`;
  const check = checkUrl(`${options.protocol}//${authority}`, policy);
  if (!check.allowed) throw new DestinationBlocked(check.reason);
  if (check.isLiteralAddress) return [check.host];
  const resolved = checkAddresses(await resolve(check.host), policy);
  if (!resolved.allowed) throw new DestinationBlocked(resolved.reason);
  return resolved.addresses.slice(0, MAX_ADDRESSES);
}

/** Tries the addresses in order until one accepts the connection. */
function connectToFirst(
  connect: buildConnector.connector,
  addresses: readonly string[],
  request: { readonly options: buildConnector.Options; readonly callback: buildConnector.Callback },
): void {
  const { options, callback } = request;
  const [address, ...others] = addresses;
  if (address === undefined) {
    callback(new NameNotResolved('no address left to try'), null);
    return;
  }
  const servername =
    options.protocol === 'https:' && address !== options.hostname
      ? { servername: options.servername ?? options.hostname }
      : {};
  connect({ ...options, ...servername, hostname: address }, (...[error, socket]) => {
    if (error === null) callback(null, withoutContinue(socket));
    else if (others.length > 0) connectToFirst(connect, others, request);
    else callback(error, null);
  });
}
