/** Which process listens where on this machine: everything follows from one port (contract §1). */

export const domainServices = ['catalogue', 'review', 'installation', 'wallet', 'workspace', 'delivery'] as const;
export type DomainService = (typeof domainServices)[number];
export const hubServices: readonly DomainService[] = ['catalogue', 'review'];

export interface Addresses {
  readonly hub: { readonly port: number; readonly baseUrl: string };
  readonly instance: { readonly id: string; readonly port: number; readonly serviceOrigin: string };
  readonly signIn: { readonly port: number; readonly issuer: string };
  readonly samplePlugin: { readonly port: number; readonly baseUrl: string };
  readonly postgresPort: number;
  readonly natsPort: number;
  readonly healthPorts: Readonly<Record<DomainService, number>>;
}

export const defaultPortBase = 8080;
const instanceId = 'i1';
const [postgres, nats, signIn, samplePlugin, firstHealth] = [20, 21, 22, 23, 31] as const;
const highestOffset = 40;
const origin = (port: number): string => `http://127.0.0.1:${port}`;

/**
 * The port base for data that was made with `remembered` (null: new data). Addresses stand in the data, in people's
 * identities and in published manifests, so data stays with its ports. Throws with one line when `asked`
 * (`KUSHK_PORT_BASE`) is no port, leaves no room for the others, or is another one.
 */
export function portBaseFrom(asked: string | undefined, remembered: number | null): number {
  const base = asked ? Number(asked) : (remembered ?? defaultPortBase);
  if (!Number.isInteger(base) || base < 1024 || base + highestOffset > 65_535) {
    throw new Error(`KUSHK_PORT_BASE must be a port between 1024 and ${65_535 - highestOffset}, not "${asked}".`);
  }
  if (remembered === null || base === remembered) return base;
  throw new Error(
    `This data was made with KUSHK_PORT_BASE=${remembered}; start it with that, or start another one beside it with KUSHK_DATA_DIR.`,
  );
}

/** The addresses of a whole system whose hub listens on `base`. */
export function addressesFrom(base: number): Addresses {
  const health = domainServices.map((service, index) => [service, base + firstHealth + index]);
  return {
    hub: { port: base, baseUrl: origin(base) },
    instance: { id: instanceId, port: base + 1, serviceOrigin: origin(base + 1) },
    signIn: { port: base + signIn, issuer: origin(base + signIn) },
    samplePlugin: { port: base + samplePlugin, baseUrl: origin(base + samplePlugin) },
    postgresPort: base + postgres,
    natsPort: base + nats,
    healthPorts: Object.fromEntries(health) as Record<DomainService, number>,
  };
}
