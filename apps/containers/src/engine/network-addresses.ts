/** Divides `KUSHK_CONTAINER_SUBNET` into networks of 128 addresses. Pure. */
import type { NetworkAddresses } from './container-engine.js';

const PREFIX = 25;
const ADDRESSES = 2 ** (32 - PREFIX);
/** Network, gateway, container, service, and the broadcast address at the end. */
const RESERVED = 5;

/** How many names one network has addresses for; a manifest declares at most a hundred destinations. */
export const NAMES_PER_NETWORK = ADDRESSES - RESERVED;

/** How many networks a subnet has. */
export function networkCount(subnet: string): number {
  return 2 ** (PREFIX - Number(subnet.split('/')[1]));
}

/** The addresses of a network: its first one is the engine's host, its second one the container. */
export function networkAddresses(subnet: string, slot: number): NetworkAddresses {
  const [address = '', prefix] = subnet.split('/');
  const size = 2 ** (32 - Number(prefix));
  const start = Math.floor(numberOf(address) / size) * size + slot * ADDRESSES;
  return {
    slot,
    subnet: `${textOf(start)}/${PREFIX}`,
    gateway: textOf(start + 1),
    container: textOf(start + 2),
    service: textOf(start + 3),
  };
}

/** The address at which a container finds the declared name of this index, from 0. */
export function nameAddress({ service }: NetworkAddresses, index: number): string {
  if (index >= NAMES_PER_NETWORK) throw new RangeError(`a network has ${NAMES_PER_NETWORK} addresses for names`);
  return textOf(numberOf(service) + 1 + index);
}

function numberOf(address: string): number {
  return address.split('.').reduce((number, part) => number * 256 + Number(part), 0);
}

function textOf(number: number): string {
  return [24, 16, 8, 0].map((bits) => Math.floor(number / 2 ** bits) % 256).join('.');
}
