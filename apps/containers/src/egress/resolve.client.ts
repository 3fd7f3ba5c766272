/** Resolves the names of destinations, and checks the addresses that they have at that moment. */
import { Resolver } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { areAllowedAddresses, isLocalName } from '@kushk/manifest/public-host';

/** Resolves with the addresses of a name that a container may be connected to; null when it may not. */
export type ResolveDestination = (name: string) => Promise<readonly string[] | null>;

const TIMEOUT_MS = 2_000;
/** The number of addresses of one name that are tried. */
const MAX_ADDRESSES = 3;

/** In production only public addresses are allowed, elsewhere those of this machine's loopback too. */
export function systemResolver(production: boolean): ResolveDestination {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  const lookUp = async (name: string): Promise<readonly string[]> => {
    if (isLocalName(name)) return ['127.0.0.1', '::1'];
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
  return guardedResolver(lookUp, production);
}

/** Checks what `lookUp` returns: a name with one forbidden address is not reached at all. */
export function guardedResolver(
  lookUp: (name: string) => Promise<readonly string[]>,
  production: boolean,
): ResolveDestination {
  return async (name) => {
    const addresses = await lookUp(name);
    const own = Object.values(networkInterfaces()).flatMap((entries) => (entries ?? []).map(({ address }) => address));
    return areAllowedAddresses(addresses, { production, ownAddresses: own }) ? addresses.slice(0, MAX_ADDRESSES) : null;
  };
}
