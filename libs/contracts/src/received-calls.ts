/**
 * The calls between a plugin and an instance in both directions, which `kushk dev` shows. Only outside production, and
 * only in the memory of the gateways.
 */

/** The bytes of each body that are recorded. */
export const RECORDED_BODY_BYTES = 8 * 1024;

/** A call to the plugin that was under way when the plugin sent a request. */
export interface CallCause {
  /** The id in the list of deliveries. */
  readonly delivery_id: string;
  readonly attempt: number;
}

/** A request to the plugin API. Headers and queries are not recorded. */
export interface ReceivedCall {
  /** Unique among the gateways. */
  readonly id: string;
  readonly at: string;
  readonly method: string;
  /** The path below `api_base`, at most 300 characters. */
  readonly path: string;
  readonly status: number;
  /** The code of the problem; null for a success. */
  readonly code: string | null;
  readonly duration_ms: number;
  readonly request_id: string;
  /**
   * The call to the plugin that caused it: the tool call of its handle, else the newest call that was under way when it
   * began. Null when none was.
   */
  readonly caused_by: CallCause | null;
  /**
   * At most 8 KiB, with secrets and the values of settings redacted, and without the content of a source. Null for an
   * empty body, and for one that is not kept any more.
   */
  readonly request_body: string | null;
  readonly response_body: string | null;
}

/** A request with the installation in its address, and the organisation of its caller: null before it is known. */
export interface RecordedCall extends ReceivedCall {
  readonly installation_id: string;
  readonly organisation_id: string | null;
}

/** What one gateway has recorded since its last message. */
export interface CallsReceived {
  /** The process that recorded them. It ignores its own messages. */
  readonly gateway: string;
  readonly calls: readonly RecordedCall[];
}

/** An attempt of a call to the plugin that has ended, as it was sent and answered. */
export interface SentCall extends CallCause {
  readonly at: string;
  readonly duration_ms: number;
  /** The path of the address that was called. */
  readonly path: string;
  readonly status: number | null;
  /** `Content-Type` of the answer. */
  readonly content_type: string | null;
  /** `Location` of a redirect. */
  readonly location: string | null;
  /** At most 8 KiB, with secrets and the values of settings redacted; null when empty or not kept any more. */
  readonly request_body: string | null;
  readonly response_body: string | null;
  /** Whether nothing was sent, because `kushk dev down` makes the plugin unreachable. */
  readonly simulated_outage: boolean;
}

/** What a delivery process has sent since its last message. */
export interface CallsSent {
  readonly started: readonly (CallCause & { readonly installation_id: string; readonly at: string })[];
  readonly ended: readonly (SentCall & { readonly installation_id: string })[];
}

/** For all delivery processes: the calls to this plugin fail until then. Null ends it. */
export interface SimulatedOutage {
  readonly installation_id: string;
  readonly until_ms: number | null;
}
