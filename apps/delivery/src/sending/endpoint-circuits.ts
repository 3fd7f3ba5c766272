/** The circuits of all endpoints of one channel. Tracks which circuits have changed since the last save. */
import type { CircuitStore } from '../delivery/circuits.view.js';
import { circuitAfterAttempt, closedCircuit, type AttemptOutcome, type Circuit } from './circuit.js';

export interface CircuitTransition {
  readonly from: Circuit['state'];
  readonly to: Circuit['state'];
}

export class EndpointCircuits {
  /** Contains no entry for a closed circuit without failures. */
  private readonly circuits = new Map<string, Circuit>();
  private readonly changed = new Set<string>();

  /** `attemptLimit`: the maximum number of attempts that an endpoint may have in flight while its circuit is closed. */
  constructor(private readonly attemptLimit: number) {}

  /** Loads the circuits that a previous process stored. */
  restore(stored: ReadonlyMap<string, Circuit>): void {
    for (const [installationId, circuit] of stored) this.circuits.set(installationId, circuit);
  }

  of(installationId: string): Circuit {
    return this.circuits.get(installationId) ?? closedCircuit;
  }

  /**
   * Applies the outcome of an attempt. Returns the transition, or null when the state of the circuit does not change.
   */
  record(
    installationId: string,
    attempt: { readonly deliveryId: string; readonly outcome: AttemptOutcome },
    nowMs: number,
  ): CircuitTransition | null {
    const before = this.of(installationId);
    const after = circuitAfterAttempt(before, attempt, { attemptLimit: this.attemptLimit, nowMs });
    if (after !== before) this.set(installationId, after);
    return after.state === before.state ? null : { from: before.state, to: after.state };
  }

  /** Closes the circuit when an admin resumes the endpoint, so that attempts are allowed again at once. */
  close(installationId: string): void {
    if (this.circuits.has(installationId)) this.set(installationId, closedCircuit);
  }

  /**
   * Stores the circuits that have changed since the last call. After a failed call, the next call stores them again.
   */
  async save(store: Pick<CircuitStore, 'save'>, now: Date): Promise<void> {
    if (this.changed.size === 0) return;
    const changes = new Map([...this.changed].map((id) => [id, this.circuits.get(id) ?? null]));
    this.changed.clear();
    try {
      await store.save(changes, now);
    } catch (error) {
      for (const installationId of changes.keys()) this.changed.add(installationId);
      throw error;
    }
  }

  private set(installationId: string, circuit: Circuit): void {
    if (circuit === closedCircuit) this.circuits.delete(installationId);
    else this.circuits.set(installationId, circuit);
    this.changed.add(installationId);
  }
}
