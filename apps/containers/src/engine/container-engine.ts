/**
 * The driver of a container engine. Every method may be repeated: what exists already is not created again, and what
 * is missing is removed. One installation has at most one container, one network and one volume, which the engine finds
 * by their labels. The engine is the only source of what exists.
 */
import type { SymbolToken } from '@kushk/runtime';

export interface ObservedContainer {
  /** Changes with everything that requires another container (`fingerprintOf`). */
  readonly fingerprint: string;
  readonly state: 'created' | 'running' | 'ended';
  /** Why it ended (`exit code 1`, `out of memory`), or why it does not run yet although it was started; else null. */
  readonly endReason: string | null;
  /** The address on its own network; null unless it runs. */
  readonly host: string | null;
}

/** What the engine has for one installation. */
export interface Observed {
  readonly container: ObservedContainer | null;
  readonly hasNetwork: boolean;
  readonly hasVolume: boolean;
}

export const NOTHING: Observed = { container: null, hasNetwork: false, hasVolume: false };

export interface ContainerToCreate {
  readonly installationId: string;
  readonly label: string;
  readonly image: string;
  readonly port: number;
  readonly fingerprint: string;
  readonly network: NetworkAddresses;
  /** The declared destinations (`host:port`). */
  readonly egress: readonly string[];
  /** Addresses by name: the service, and each name of a declared destination. */
  readonly hosts: ReadonlyMap<string, string>;
}

/** The addresses of one installation's network. */
export interface NetworkAddresses {
  /** The number of the network: no other installation has it at the same time. */
  readonly slot: number;
  /** CIDR. */
  readonly subnet: string;
  /** The engine's host on it. */
  readonly gateway: string;
  readonly container: string;
  /** Where the container finds the service and the name server. */
  readonly service: string;
}

export interface LogTail {
  /** Oldest first. */
  readonly lines: readonly string[];
  /** Whether there are older lines that are not returned. */
  readonly truncated: boolean;
}

export interface ContainerEngine {
  /** Name and version, for the log. Rejects when the engine does not answer. */
  describe(): Promise<string>;
  /** Everything that this instance has on the engine, by installation id. */
  observeAll(): Promise<ReadonlyMap<string, Observed>>;
  observe(installationId: string): Promise<Observed>;
  hasImage(image: string): Promise<boolean>;
  /** Rejects with `ImageMissing` when the registry does not have it. */
  pull(image: string): Promise<void>;
  createNetwork(installationId: string, addresses: NetworkAddresses): Promise<void>;
  /** Rejects where the size of `/data` cannot be limited as configured. */
  createVolume(installationId: string): Promise<void>;
  createContainer(container: ContainerToCreate): Promise<void>;
  startContainer(installationId: string): Promise<void>;
  /** Asks the container to end, and ends it after ten seconds. */
  stopContainer(installationId: string): Promise<void>;
  removeContainer(installationId: string): Promise<void>;
  removeNetwork(installationId: string): Promise<void>;
  removeVolume(installationId: string): Promise<void>;
  /** The memory that a container uses, without the cache of files; null when it does not run. */
  memoryBytes(installationId: string): Promise<number | null>;
  log(installationId: string, bounds: { readonly lines: number; readonly bytes: number }): Promise<LogTail>;
}

/** Nest token of the driver that the configuration selects. */
export const ENGINE = Symbol('ContainerEngine') as SymbolToken<ContainerEngine>;

/** The registry has no such image, or it does not run on this machine. */
export class ImageMissing extends Error {
  override readonly name = 'ImageMissing';
}
