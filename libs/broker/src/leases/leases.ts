/**
 * How a gateway reads values of a service so that a change is in force for the first request after its confirmation.
 * `without-leases.ts` loads a value each time. `with-leases.ts` stores it in the gateway for as long as the service has
 * granted (docs/adr/0024-leases-at-the-gateways.md). `implementations.ts` chooses one of them.
 */
import type { LeaseRequest } from '@kushk/contracts';
import type { ControlChannel } from '../control/control-channel.js';
import type { LeaseHolders } from './lease-grants.js';

/** The result of a question to the service. */
export interface Loaded<Value> {
  readonly value: Value;
  /** What a revocation names: the id of an installation. */
  readonly subject: string;
  /** Granted time from the sending of the question; 0 when no lease was granted. */
  readonly leaseMs: number;
}

export interface LeasedValues<Value> {
  /** Resolves with the value of a lease, or loads it. `load` sends the question after it was called. */
  read(key: string, load: () => Promise<Loaded<Value>>): Promise<Value>;
}

/** Receives the subjects of a revocation; null when all values may have changed, as after a disconnect. */
export type RevocationListener = (subjects: readonly string[] | null) => void;

/** The side of the gateway. */
export interface HeldLeases {
  /** A part of each question: names this process when it takes leases. */
  request(): LeaseRequest;
  /** Values that take at most about `maxBytes` in this process. */
  values<Value extends object | null>(maxBytes: number): LeasedValues<Value>;
  /** Calls the listener after each revocation. */
  onRevoked(listener: RevocationListener): void;
  /** Ends all leases and takes no further ones. */
  close(): void;
}

/** The side of the service whose values change. */
export interface LeaseGrants {
  /** Whether the holder may store what is read after this resolves. Call it after the question has arrived. */
  mayGrant(holder: string): Promise<boolean>;
  /**
   * Call it after the commit of a change and before its answer. Resolves when no gateway uses a value of this subject
   * that was read before the call; with null, of any subject. Never rejects.
   */
  revoke(subject: string | null): Promise<void>;
  /** Call it when a holder has closed its leases. */
  leave(holder: string): Promise<void>;
}

export interface LeaseProtocol {
  hold(channel: ControlChannel): HeldLeases;
  grant(channel: ControlChannel, holders: LeaseHolders): LeaseGrants;
}
