/**
 * Control messages: a service makes all gateways of its scope, or all its own processes, change what they have cached.
 * They are sent over core NATS and stored nowhere, so a gateway that was disconnected must forget everything that they
 * could have changed.
 */
import type { ServiceName } from './messages.js';
import type { CallsReceived, CallsSent, SimulatedOutage } from './received-calls.js';

/** A control message. `subject` has no prefix: the broker prepends `hub.` or `<instance id>.`. */
export interface ControlType<Message> {
  readonly service: ServiceName;
  readonly subject: string;
  /** Never set: carries the type for the compiler. */
  readonly types?: { readonly message: Message };
}

function control<Message>(service: ServiceName, name: string): ControlType<Message> {
  return { service, subject: `ctl.${service}.${name}` };
}

/**
 * The longest lease under which a gateway stores what a service granted (docs/adr/0024-leases-at-the-gateways.md), in
 * milliseconds. It starts when the question is sent, on the clock of the gateway.
 */
export const LEASE_MS = 1_900;

export const controlMessages = {
  /**
   * Gateways forget the tokens and settings of these installations, of all installations when the list is null, and
   * acknowledge with the name under which they hold leases. Sent after each command on an installation and before its
   * answer.
   */
  tokensRevoked: control<{ readonly installation_ids: readonly string[] | null }>('installation', 'tokens.revoked'),
  /** Outside production: what one gateway has recorded, so that every gateway of the scope shows the calls of all. */
  callsReceived: control<CallsReceived>('instance_gateway', 'calls.received'),
  /** Outside production: the calls to plugins that a delivery process has sent. */
  callsSent: control<CallsSent>('delivery', 'calls.sent'),
  /** Outside production, to every delivery process. */
  outageSimulated: control<SimulatedOutage>('delivery', 'outage.simulated'),
};
