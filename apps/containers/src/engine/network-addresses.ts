/** Divides `KUSHK_CONTAINER_SUBNET` into networks of sixteen addresses. Pure. */
import type { NetworkAddresses } from './container-engine.js';

const PREFIX = 28;
const ADDRESSES = 2 ** (32 - PREFIX);

/** How many networks a subnet has. */
export function networkCount(subnet: string): number {
  return 2 ** (PREFIX - Number(subnet.split('/')[1]));
}

/** The addresses of a network: its first one is the engine's host, its second one the container. */
export function networkAddresses(subnet: string, slot: number): NetworkAddresses {
  const [address = '', prefix] = subnet.split('/');
  const size = 2 ** (32 - Number(prefix));
  const start = Math.floor(numberOf(address) / size) * size + slot * ADDRESSES;
  return { subnet: `${textOf(start)}/${PREFIX}`, gateway: textOf(start + 1), container: textOf(start + 2) };
}

function numberOf(address: string): number {
  return address.split('.').reduce((number, part) => number * 256 + Number(part), 0);
}

function textOf(number: number): string {
  return [24, 16, 8, 0].map((bits) => Math.floor(number / 2 ** bits) % 256).join('.');
}
