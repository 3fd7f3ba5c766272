/**
 * An engine in memory that behaves as the Docker Engine API does, and in which any call may fail before or after it has
 * had its effect, as a connection does that breaks.
 */
import {
  NOTHING,
  type ContainerEngine,
  type ContainerToCreate,
  type LogTail,
  type Observed,
  type ObservedContainer,
} from '../src/engine/container-engine.js';

interface SimulatedContainer {
  readonly created: ContainerToCreate;
  state: ObservedContainer['state'];
  endReason: string | null;
}

export type Fault = 'none' | 'before' | 'after';

export class SimulatedEngine implements ContainerEngine {
  readonly images = new Set<string>();
  readonly containers = new Map<string, SimulatedContainer>();
  readonly networks = new Map<string, string>();
  /** The number with which each volume was created: another number is another volume. */
  readonly volumes = new Map<string, number>();
  /** What happens to the next calls; after the last entry all succeed. */
  faults: Fault[] = [];
  /**
   * What a container needs to start that is created from now on; the ones before it keep what they were created with.
   */
  runtime = 'working';
  private readonly runtimes = new Map<string, string>();
  private createdVolumes = 0;

  describe(): Promise<string> {
    return this.call(() => 'simulated');
  }

  observeAll(): Promise<ReadonlyMap<string, Observed>> {
    return this.call(() => {
      const ids = new Set([...this.containers.keys(), ...this.networks.keys(), ...this.volumes.keys()]);
      return new Map([...ids].map((id) => [id, this.observed(id)]));
    });
  }

  observe(id: string): Promise<Observed> {
    return this.call(() => this.observed(id));
  }

  hasImage(image: string): Promise<boolean> {
    return this.call(() => this.images.has(image));
  }

  pull(image: string): Promise<void> {
    return this.call(() => void this.images.add(image));
  }

  createNetwork(id: string, { subnet }: { readonly subnet: string }): Promise<void> {
    return this.call(() => {
      if ([...this.networks].some(([other, taken]) => other !== id && taken === subnet))
        throw new Error('the subnet overlaps with another network');
      if (!this.networks.has(id)) this.networks.set(id, subnet);
    });
  }

  createVolume(id: string): Promise<void> {
    return this.call(() => {
      if (!this.volumes.has(id)) this.volumes.set(id, (this.createdVolumes += 1));
    });
  }

  createContainer(created: ContainerToCreate): Promise<void> {
    const id = created.installationId;
    return this.call(() => {
      if (!this.images.has(created.image)) throw new Error('no such image');
      if (!this.networks.has(id) || !this.volumes.has(id)) throw new Error('no such network or volume');
      if (this.containers.has(id)) return;
      this.containers.set(id, { created, state: 'created', endReason: null });
      this.runtimes.set(id, this.runtime);
    });
  }

  startContainer(id: string): Promise<void> {
    return this.call(() => {
      const container = this.containers.get(id);
      if (container === undefined) throw new Error('no such container');
      if (!this.networks.has(id)) throw new Error('no such network');
      if (this.runtimes.get(id) === 'broken') throw new Error('the runtime does not start containers');
      container.state = 'running';
      container.endReason = null;
    });
  }

  stopContainer(id: string): Promise<void> {
    return this.call(() => {
      this.end(id, 'it ended with exit code 0');
    });
  }

  removeContainer(id: string): Promise<void> {
    return this.call(() => void this.containers.delete(id));
  }

  removeNetwork(id: string): Promise<void> {
    return this.call(() => {
      if (this.containers.has(id)) throw new Error('the network has active endpoints');
      this.networks.delete(id);
    });
  }

  removeVolume(id: string): Promise<void> {
    return this.call(() => {
      if (this.containers.has(id)) throw new Error('the volume is in use');
      this.volumes.delete(id);
    });
  }

  memoryBytes(): Promise<number | null> {
    return this.call(() => null);
  }

  log(): Promise<LogTail> {
    return this.call(() => ({ lines: [], truncated: false }));
  }

  /** Ends a container as the engine does when its process ends. */
  end(id: string, reason: string): void {
    const container = this.containers.get(id);
    if (container?.state !== 'running') return;
    container.state = 'ended';
    container.endReason = reason;
  }

  private observed(id: string): Observed {
    const container = this.containers.get(id);
    return {
      ...NOTHING,
      container:
        container === undefined
          ? null
          : {
              fingerprint: container.created.fingerprint,
              state: container.state,
              endReason: container.endReason,
              host: container.state === 'running' ? container.created.network.container : null,
            },
      hasNetwork: this.networks.has(id),
      hasVolume: this.volumes.has(id),
    };
  }

  private async call<Result>(effect: () => Result): Promise<Result> {
    await Promise.resolve();
    const fault = this.faults.shift() ?? 'none';
    if (fault === 'before') throw new Error('the connection to the engine broke');
    const result = effect();
    if (fault === 'after') throw new Error('the answer of the engine was lost');
    return result;
  }
}
