/** What containers may reach, in memory, on a machine that may become unable to close it. */
import type { ReconcilerOptions } from '../src/reconciling/reconciler.js';

export class SimulatedNetwork {
  /** What each installation was protected with last. */
  readonly networks = new Map<string, string>();
  isPossible = true;

  /** The simulated network as the reconciler has it. */
  asOption(): ReconcilerOptions['network'] {
    return {
      hostsOf: ({ egress }) => new Map(egress.map((destination) => [destination, ''])),
      protect: (id, network) => this.attempt(() => void this.networks.set(id, JSON.stringify(network))),
      confirm: () => this.attempt(() => undefined),
      release: (id) => this.attempt(() => void this.networks.delete(id)),
      refresh: () => this.attempt(() => undefined),
    };
  }

  private attempt(work: () => void): Promise<void> {
    if (!this.isPossible) return Promise.reject(new Error('egress cannot be closed: nft is not installed'));
    work();
    return Promise.resolve();
  }
}
