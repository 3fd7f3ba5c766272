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

interface Attempt {
  readonly deliveryId: string;
  readonly outcome: AttemptOutcome;
  readonly nowMs: number;
}

export class EndpointCircuits {
  /**
   * The stored circuits with the outcomes applied that are not recorded yet. Contains no entry for a closed circuit
   * without failures.
   */
  private circuits = new Map<string, Circuit>();
  private readonly unrecorded = new Map<string, Attempt[]>();

  constructor(private readonly policy: CircuitPolicy) {}

  of(installationId: string): Circuit {
    return this.circuits.get(installationId) ?? closedCircuit;
  }

  /** Returns whether the endpoint has failed since its last success, as far as this process knows. */
  hasFailed(installationId: string): boolean {
    return this.circuits.has(installationId);
  }

  /** Replaces all circuits with those that a poll of the queue has returned. */
  replace(polled: readonly { readonly installationId: string; readonly circuit: Circuit | null }[]): void {
    const before = this.circuits;
    this.circuits = new Map();
    for (const installationId of this.unrecorded.keys())
      this.put(installationId, before.get(installationId) ?? closedCircuit);
    for (const { installationId, circuit } of polled) this.set(installationId, circuit ?? closedCircuit);
  }

  /** Stores a circuit as PostgreSQL has it, and applies the outcomes that it does not contain yet. */
  set(installationId: string, stored: Circuit): void {
    const attempts = this.unrecorded.get(installationId) ?? [];
    this.put(
      installationId,
      attempts.reduce((circuit, attempt) => this.after(circuit, attempt), stored),
    );
  }

  /**
   * Applies the outcome of an attempt that is not recorded yet, so that this process starts no attempts in the
   * meantime that the circuit will not allow.
   */
  expect(installationId: string, attempt: Attempt): void {
    const attempts = this.unrecorded.get(installationId);
    if (attempts === undefined) this.unrecorded.set(installationId, [attempt]);
    else attempts.push(attempt);
    this.put(installationId, this.after(this.of(installationId), attempt));
  }

  /** Must be called for each expected attempt when it is recorded, before `set` stores the circuit that contains it. */
  recorded(installationId: string): void {
    const attempts = this.unrecorded.get(installationId);
    attempts?.shift();
    if (attempts?.length === 0) this.unrecorded.delete(installationId);
  }

  /** Forgets a circuit that another process has changed. */
  forget(installationId: string): void {
    this.set(installationId, closedCircuit);
  }

  private after(circuit: Circuit, attempt: Attempt): Circuit {
    return circuitAfterAttempt(circuit, attempt, { policy: this.policy, nowMs: attempt.nowMs });
  }

  private put(installationId: string, circuit: Circuit): void {
    if (circuit.state === 'closed' && circuit.failures === 0) this.circuits.delete(installationId);
    else this.circuits.set(installationId, circuit);
  }
}
