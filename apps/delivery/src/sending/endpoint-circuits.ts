/**
 * What this process remembers of the circuits of one channel. PostgreSQL has the current state, which claims and
 * recorded attempts check; this copy only avoids requests that a circuit would not allow. Each poll of the queue
 * replaces it. No I/O.
 */
import {
  circuitAfterAttempt,
  closedCircuit,
  type AttemptOutcome,
  type Circuit,
  type CircuitPolicy,
} from './circuit.js';

export class EndpointCircuits {
  /** Contains no entry for a closed circuit without failures. */
  private circuits = new Map<string, Circuit>();
  /** The numbers of attempts whose outcomes are expected here and not recorded yet. */
  private readonly unrecorded = new Map<string, number>();

  constructor(private readonly policy: CircuitPolicy) {}

  of(installationId: string): Circuit {
    return this.circuits.get(installationId) ?? closedCircuit;
  }

  /** Returns whether the endpoint has failed since its last success, as far as this process knows. */
  hasFailed(installationId: string): boolean {
    return this.circuits.has(installationId);
  }

  /**
   * Replaces the circuits with those that a poll of the queue has returned, except those of endpoints with outcomes
   * that are not recorded yet: the poll knows nothing of them.
   */
  replace(polled: readonly { readonly installationId: string; readonly circuit: Circuit | null }[]): void {
    const expected = [...this.circuits].filter(([installationId]) => this.unrecorded.has(installationId));
    this.circuits = new Map();
    for (const { installationId, circuit } of polled) this.set(installationId, circuit ?? closedCircuit);
    for (const [installationId, circuit] of expected) this.circuits.set(installationId, circuit);
  }

  set(installationId: string, circuit: Circuit): void {
    if (circuit.state === 'closed' && circuit.failures === 0) this.circuits.delete(installationId);
    else this.circuits.set(installationId, circuit);
  }

  /**
   * Applies the outcome of an attempt that is not recorded yet, so that this process starts no attempts in the
   * meantime that the circuit will not allow.
   */
  expect(
    installationId: string,
    attempt: { readonly deliveryId: string; readonly outcome: AttemptOutcome },
    nowMs: number,
  ): void {
    const before = this.of(installationId);
    this.unrecorded.set(installationId, (this.unrecorded.get(installationId) ?? 0) + 1);
    this.set(installationId, circuitAfterAttempt(before, attempt, { policy: this.policy, nowMs }));
  }

  /** Must be called once for each expected outcome, when it is recorded. */
  recorded(installationId: string): void {
    const left = (this.unrecorded.get(installationId) ?? 0) - 1;
    if (left > 0) this.unrecorded.set(installationId, left);
    else this.unrecorded.delete(installationId);
  }

  /** Forgets a circuit that another process has changed. */
  forget(installationId: string): void {
    this.circuits.delete(installationId);
  }
}
