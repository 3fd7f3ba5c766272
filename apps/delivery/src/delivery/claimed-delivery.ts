/** A delivery as a claim returns it. */
import type { SealedSecret } from '../endpoint/endpoint.js';
import type { Circuit } from '../sending/circuit.js';

/** A delivery that this process has leased. `attempt` is the fence token of the claim. */
export interface ClaimedDelivery {
  readonly deliveryId: string;
  readonly installationId: string;
  readonly kind: string;
  readonly attempt: number;
  /** The number of failed attempts that count against the retry policy. */
  readonly failures: number;
  readonly dueAt: Date;
  readonly createdAt: Date;
  readonly firstAttemptAt: Date;
  /** The body of an event; null for a lifecycle call. */
  readonly body: string | null;
  /** The sealed body of a lifecycle call with credentials; otherwise null. */
  readonly sealedBody: string | null;
  /** The W3C trace context of the request or fact that caused the delivery. */
  readonly traceparent: string | null;
  readonly baseUrl: string;
  readonly pluginId: string;
  /** The version that the call is for, as it is at the time of the claim. */
  readonly pluginVersion: string | null;
  readonly secrets: readonly SealedSecret[];
  /** The circuit of the endpoint at the time of the claim; null when it was closed without failures. */
  readonly circuit: Circuit | null;
  /** True when the delivery is the probe of an open circuit. */
  readonly isProbe: boolean;
}

/** A row of a statement that claims deliveries. */
export interface ClaimedRow {
  circuit: Circuit | null;
  delivery_id: string;
  installation_id: string;
  kind: string;
  attempt: number;
  failures: number;
  due_at: Date;
  created_at: Date;
  first_attempt_at: Date;
  sealed_body: string | null;
  body: string | null;
  traceparent: string | null;
  base_url: string;
  plugin_id: string;
  plugin_version: string | null;
  secrets: readonly SealedSecret[];
}

export function claimedDelivery(row: ClaimedRow, isProbe: boolean): ClaimedDelivery {
  return {
    deliveryId: row.delivery_id,
    installationId: row.installation_id,
    kind: row.kind,
    attempt: row.attempt,
    failures: row.failures,
    dueAt: row.due_at,
    createdAt: row.created_at,
    firstAttemptAt: row.first_attempt_at,
    body: row.body,
    sealedBody: row.sealed_body,
    traceparent: row.traceparent,
    baseUrl: row.base_url,
    pluginId: row.plugin_id,
    pluginVersion: row.plugin_version,
    secrets: row.secrets,
    circuit: row.circuit,
    isProbe,
  };
}
