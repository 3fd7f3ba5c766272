/** Assigns the ports of a fleet: one block of ports for the hub and one for each instance. */
import { addressesFrom, type Addresses } from '../start/addresses.js';

export const defaultFleetBase = 8_300;
export const maxInstances = 20;
const blockSize = 50;
const leafOffset = 24;

export interface FleetAddresses {
  readonly hub: Addresses;
  /** The port of the hub's NATS server for the leaf nodes of instances. */
  readonly leafPort: number;
  readonly instances: readonly Addresses[];
}

/**
 * Returns the addresses of a hub whose port base is `base`, and of the instances `i1` to `i<count>`. Throws when
 * there are too few ports.
 */
export function fleetAddresses(base: number, count: number): FleetAddresses {
  if (base + (count + 1) * blockSize > 65_535)
    throw new Error(`There are no ports for ${count} instances behind KUSHK_PORT_BASE=${base}.`);
  const hub = addressesFrom(base);
  const instances = Array.from({ length: count }, (_, index): Addresses => {
    const own = addressesFrom(base + (index + 1) * blockSize);
    return { ...own, hub: hub.hub, signIn: hub.signIn, instance: { ...own.instance, id: `i${index + 1}` } };
  });
  return { hub, leafPort: base + leafOffset, instances };
}

/**
 * Returns the number of instances in `--instances 5`, or 2 without the option. Throws when the arguments are invalid.
 */
export function instanceCount(args: readonly string[]): number {
  if (args.length === 0) return 2;
  const [name, value, ...rest] = args.flatMap((arg) => arg.split('='));
  const count = Number(value);
  if (name === '--instances' && rest.length === 0 && Number.isInteger(count) && count >= 1 && count <= maxInstances)
    return count;
  throw new Error(`npm run fleet -- --instances N starts a hub and N instances, 1 to ${maxInstances}.`);
}
