/** The instances of the fleet, as the operator API shows them. */
import type { JsonObject } from './messages.js';

export interface InstanceResource {
  readonly id: string;
  readonly name: string;
  readonly plugin_api: string;
  readonly registered_at: string;
  /**
   * The public key that verifies the instance's lifecycle calls (JWK, OKP Ed25519), with the origins that it signs for
   * in `service_origins`. The hub publishes it in its own JWKS.
   */
  readonly public_key: JsonObject | null;
}

/**
 * Whether an instance applies what the hub sends, from the newest status statements. `unconnected`: it has never
 * reported anything. `lagging`: it has not answered all of them yet. `silent`: one has been waiting for over a minute,
 * so the link or the instance is down.
 */
export interface InstanceHealth {
  readonly state: 'unconnected' | 'current' | 'lagging' | 'silent';
  /** How many releases wait for an answer of the instance. */
  readonly waiting: number;
  /** Since when the oldest of these statements waits: when it was issued, or when the instance was registered later. */
  readonly waiting_since: string | null;
  /** When the instance last accepted or rejected a release; null: never. */
  readonly last_report_at: string | null;
}
export interface ListedInstance extends InstanceResource {
  /** Whether the instance has an account on the hub's NATS. */
  readonly has_account: boolean;
  /** The version of the software that the instance runs; null: it has not reported one yet. */
  readonly software_version: string | null;
  readonly health: InstanceHealth;
}
/**
 * How the NATS server of an instance connects to the hub: the address of the hub's leaf node port and the text of a
 * `.creds` file.
 */
export interface InstanceLink {
  readonly url: string;
  readonly credentials: string;
}
/**
 * `link` contains the credentials that this command issued, which are never returned again. It is null in an
 * idempotent replay, for a repeated registration, and when the hub's NATS does not run in operator mode.
 */
export interface RegisteredInstance extends InstanceResource {
  readonly link: InstanceLink | null;
}
