/** Where the parts of a fleet listen: a block of ports for the hub, and one for each instance behind it. */
import { addressesFrom, type Addresses } from '../start/addresses.js';

export const defaultFleetBase = 8_300;
export const mostInstances = 20;
const blockSize = 50;
const leafOffset = 24;

export interface FleetAddresses {
  readonly hub: Addresses;
  /** For the instances' leaf nodes. */
  readonly leafPort: number;
  readonly instances: readonly Addresses[];
}

/** The addresses of a hub on `base` and of `count` instances, `i1` and so on. Throws where the ports do not reach. */
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

/** How many instances `--instances 5` asks for; 2 where nothing is said. Throws with one line. */
export function instanceCount(args: readonly string[]): number {
  if (args.length === 0) return 2;
  const [name, value, ...rest] = args.flatMap((arg) => arg.split('='));
  const count = Number(value);
  if (name === '--instances' && rest.length === 0 && Number.isInteger(count) && count >= 1 && count <= mostInstances)
    return count;
  throw new Error(`npm run fleet -- --instances N starts a hub and N instances, 1 to ${mostInstances}.`);
}
