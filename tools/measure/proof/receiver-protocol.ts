/** The messages between a proof and the process of its plugins' receiver. */

/** How the receiver responds to events at one address. */
export type Behaviour =
  | 'ok'
  | 'down'
  | 'never'
  | 'drip_headers'
  | 'drip_body'
  | 'endless_body'
  | 'reset'
  | 'huge_body'
  | 'gzip_bomb'
  | 'many_headers';

export type ReceiverCommand =
  | { readonly kind: 'behave'; readonly hosts: readonly string[]; readonly behaviour: Behaviour }
  /** From now on, calls for this installation must be signed with this secret. */
  | { readonly kind: 'secret'; readonly installationId: string; readonly secret: string }
  /** Requests the events received since the last collection. */
  | { readonly kind: 'collect' };

/** An event that the receiver got. */
export interface ReceivedEvent {
  readonly host: string;
  readonly eventId: string;
  readonly installationId: string;
  readonly attempt: number;
  readonly sequence: number;
  /** The number of the fact that caused the event, or the revision of the settings. */
  readonly number: number;
  /** The order key. */
  readonly key: string;
  /** Milliseconds from the publication of the fact to the arrival of the request. */
  readonly dwellMs: number;
  readonly arrivedAtMs: number;
  /** A digest of the body. */
  readonly body: string;
  /** The status of the response; 0 when the receiver did not send a complete one. */
  readonly status: number;
}

/** The time in milliseconds with fractions, on one clock for all processes of the machine. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}
