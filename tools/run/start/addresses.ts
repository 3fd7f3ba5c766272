/** The ports of all processes on this machine, derived from one port base (`docs/reference/installations.md`). */

export const domainServices = [
  'catalogue',
  'review',
  'installation',
  'wallet',
  'workspace',
  'delivery',
  'containers',
] as const;
export type DomainService = (typeof domainServices)[number];
export const hubServices: readonly DomainService[] = ['catalogue', 'review'];

export interface Addresses {
  readonly hub: { readonly port: number; readonly healthPort: number; readonly baseUrl: string };
  readonly instance: {
    readonly id: string;
    readonly port: number;
    readonly healthPort: number;
    readonly serviceOrigin: string;
  };
  readonly signIn: { readonly port: number; readonly issuer: string };
  readonly samplePlugin: { readonly port: number; readonly baseUrl: string };
  readonly postgresPort: number;
  readonly natsPort: number;
  readonly healthPorts: Readonly<Record<DomainService, number>>;
}

export const defaultPortBase = 8080;
const instanceId = 'i1';
const [postgres, nats, signIn, samplePlugin] = [20, 21, 22, 23] as const;
const [hubHealth, instanceHealth, firstHealth] = [28, 29, 31] as const;
const highestOffset = 40;
const origin = (port: number): string => `http://127.0.0.1:${port}`;

/**
 * Returns the port base for data that was created with the port base `stored`, or for new data when `stored` is null.
 * Identities and published manifests contain addresses, so data keeps its ports. Throws an error of one line when
 * `requested` (`KUSHK_PORT_BASE`) is not a port, leaves no ports for the other processes, or differs from `stored`.
 */
export function portBaseFrom(requested: string | undefined, stored: number | null): number {
  const base = requested ? Number(requested) : (stored ?? defaultPortBase);
  if (!Number.isInteger(base) || base < 1024 || base + highestOffset > 65_535) {
    throw new Error(`KUSHK_PORT_BASE must be a port between 1024 and ${65_535 - highestOffset}, not "${requested}".`);
  }
  if (stored === null || base === stored) return base;
  throw new Error(
    `This data was created with KUSHK_PORT_BASE=${stored}; start it with that, or start another system with KUSHK_DATA_DIR.`,
  );
}

/** Returns the addresses of a whole system whose hub listens on the port `base`. */
export function addressesFrom(base: number): Addresses {
  const health = domainServices.map((service, index) => [service, base + firstHealth + index]);
  return {
    hub: { port: base, healthPort: base + hubHealth, baseUrl: origin(base) },
    instance: {
      id: instanceId,
      port: base + 1,
      healthPort: base + instanceHealth,
      serviceOrigin: origin(base + 1),
    },
    signIn: { port: base + signIn, issuer: origin(base + signIn) },
    // Pages of a plugin must be on another site than the instance (docs/reference/bridge.md).
    samplePlugin: { port: base + samplePlugin, baseUrl: `http://localhost:${base + samplePlugin}` },
    postgresPort: base + postgres,
    natsPort: base + nats,
    healthPorts: Object.fromEntries(health) as Record<DomainService, number>,
  };
}
